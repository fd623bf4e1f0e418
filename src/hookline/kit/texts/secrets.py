"""secrets: keeps passwords, keys and tokens out of prompts, of what the agent reads, and of its
answers.

Where an event can be blocked it is, or the secret is replaced; where a hook can only look, what it
saw is reported: kind and digest, never the secret. Everything happens in this process.
"""

from __future__ import annotations

import sys

from hookline.detect.secret_scan import Finding, findings, kinds_of, redacted
from hookline.kit.kit import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.texts.event_texts import (
    as_tool_output,
    changed,
    host_redacts,
    is_listed,
    is_mcp,
    output_of,
    text_of,
)
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import (
    AfterAgentResponse,
    AfterMCPExecution,
    AfterShellExecution,
    BeforeReadFile,
    BeforeSubmitPrompt,
    BeforeTabFileRead,
    Hooks,
    PostToolUse,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAME = "secrets"


class Search:
    """What to look for, as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._ignore: tuple[str, ...] = settings.ignore
        self._allow: tuple[str, ...] = settings.allow

    def __call__(self, text: str) -> list[Finding]:
        return [
            one
            for one in findings(text, self._ignore)
            if not any(word in one.secret for word in self._allow)
        ]

    def beside(self, key: str, text: str) -> list[Finding]:
        """The secrets in a value of JSON, which its key may give away: `"password": "…"`."""
        prefix = f"{key}=" if key else ""
        before = len(prefix.encode("utf-8", "surrogatepass"))
        found = self(prefix + text)
        return [
            one._replace(start=one.start - before, end=one.end - before)
            for one in found
            if one.start >= before
        ]

    def output(self, value: Any) -> tuple[Any, list[Finding]]:
        """A tool's output without its secrets, and these."""
        found: list[Finding] = []

        def change(text: str, key: str) -> str:
            here = self.beside(key, text)
            found.extend(here)
            return redacted(text, here) if here else text

        return changed(output_of(value), change), found


def build(hook: Hooks, settings: Settings) -> None:
    search = Search(settings)

    def prompt(event: BeforeSubmitPrompt) -> Answer | None:
        text = text_of(event.prompt)
        found = search(text)
        if not found:
            return None
        return event.deny(
            f"{_NAME}: the prompt holds {_seen(text, found)}. Take it out, or name the variable that holds it."
        )

    def read(event: BeforeReadFile | BeforeTabFileRead) -> Answer | None:
        if is_listed(event.file_path, settings.skip):
            return None
        text = text_of(event.content)
        found = search(text)
        if not found:
            return None
        if settings.action == "redact" and host_redacts():
            return event.replace_content(redacted(text, found))
        where = text_of(event.file_path) or "the file"
        return event.deny(
            f"{_NAME}: {where} holds {_seen(text, found)}. Read it yourself, or leave it out of the question."
        )

    def response(event: AfterAgentResponse) -> Answer | None:
        text = text_of(event.text)
        found = search(text)
        return (
            event.deny(f"{_NAME}: the response holds {_seen(text, found)} and is withheld.")
            if found
            else None
        )

    def used(event: PostToolUse) -> Answer | None:
        output, found = search.output(event.tool_output)
        if not found:
            return None
        told = f"{_NAME}: the output of this tool held {kinds_of(found)}."
        if is_mcp(event.tool_name):
            masked = event.replace_output(as_tool_output(output))
            return masked | event.add_context(
                f"{told} It was masked; ask the person if you need the value."
            )
        return event.add_context(
            f"{told} Do not repeat, store or send it; refer to it by its name."
        )

    def ran(event: AfterShellExecution) -> None:
        report(event, search(text_of(event.output)))

    def answered(event: AfterMCPExecution) -> None:
        report(event, search.output(event.result_json)[1])

    hook.beforeSubmitPrompt(prompt)
    hook.beforeReadFile(read)
    hook.beforeTabFileRead(read)
    hook.afterAgentResponse(response)
    hook.postToolUse(used)
    hook.afterShellExecution(ran)
    hook.afterMCPExecution(answered)


def report(event: AfterShellExecution | AfterMCPExecution, found: list[Finding]) -> None:
    """Say on stderr and in the hook's own file what was seen, where it can only be looked at."""
    if not found:
        return
    import json
    import os
    import time

    from hookline.detect.finder import mark
    from hookline.kit.statefiles import append_line, kit_folder

    print(f"{_NAME}: the output holds {kinds_of(found)}", file=sys.stderr)
    marks = sorted(
        {mark(one.kind, one.secret.encode("utf-8", "surrogatepass")).decode() for one in found}
    )
    line = {
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "event": event.name,
        "found": marks,
    }
    line["conversation_id"] = text_of(event.conversation_id)[:200]
    append_line(os.path.join(kit_folder(_NAME), "seen.jsonl"), json.dumps(line))


def _seen(text: str, found: list[Finding]) -> str:
    """`a secret (github-token, line 3)`."""
    line = text.encode("utf-8", "surrogatepass").count(b"\n", 0, found[0].start) + 1
    if len(found) == 1:
        return f"a secret ({found[0].kind}, line {line})"
    return f"{len(found)} secrets ({kinds_of(found)}; the first in line {line})"


KIT = Kit(
    _NAME,
    "Keeps passwords, keys and tokens out of prompts, of what the agent reads, and of its answers.",
    build=build,
    options=(
        Option(
            "action",
            "choice",
            "deny",
            "What happens to a file that holds a secret",
            ("deny", "redact"),
        ),
        Option(
            "ignore", "words", (), "Kinds that are not looked for, by the names that messages show"
        ),
        Option("allow", "words", (), "Parts of values that are known and harmless"),
        Option("skip", "words", (), "Files that are not looked at, such as *.lock or */fixtures/*"),
    ),
    entries=(
        Entry("beforeSubmitPrompt", fail_closed=True),
        Entry("beforeReadFile", fail_closed=True),
        Entry("beforeTabFileRead", fail_closed=True),
        Entry("postToolUse"),
        Entry("afterShellExecution"),
        Entry("afterMCPExecution"),
        Entry("afterAgentResponse"),
    ),
    needs=("re2",),
)
