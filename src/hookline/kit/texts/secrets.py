"""secrets: keeps passwords, keys and tokens out of prompts, of what the agent reads, and of its
answers; asks before one stands in a command or goes to a tool.

Where an event can be blocked it is, or the secret is replaced; where a hook can only look, what it
saw is reported: kind and digest, never the secret. Everything happens in this process.
"""

from __future__ import annotations

import sys

from hookline.detect import Detection, kinds_of, redacted, secrets_in
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.texts.event_texts import (
    as_tool_output,
    changed,
    host_redacts,
    is_listed,
    is_mcp,
    reached,
    reached_output,
    text_of,
    with_note,
)
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import (
    AfterAgentResponse,
    AfterMCPExecution,
    AfterShellExecution,
    BeforeMCPExecution,
    BeforeReadFile,
    BeforeShellExecution,
    BeforeSubmitPrompt,
    BeforeTabFileRead,
    Hooks,
    PostToolUse,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAME = "secrets"
_LONGEST_ID = 200


class Search:
    """What to look for, as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._ignore: tuple[str, ...] = settings.ignore
        self._allow: tuple[str, ...] = settings.allow

    def __call__(self, text: str) -> list[Detection]:
        return [secret for secret in secrets_in(text, self._ignore) if not self._is_known(secret)]

    def _is_known(self, secret: Detection) -> bool:
        return any(part in secret.text for part in self._allow)

    def beside(self, key: str, text: str) -> list[Detection]:
        """The secrets in a value of JSON, which its key may give away: `"password": "…"`."""
        prefix = f"{key}=" if key else ""
        before = len(prefix.encode("utf-8", "surrogatepass"))
        return [
            secret._replace(start=secret.start - before, end=secret.end - before)
            for secret in self(prefix + text)
            if secret.start >= before
        ]

    def output(self, value: Any) -> tuple[Any, list[Detection], str]:
        """A tool's output without its secrets, these, and what was not looked at."""
        secrets: list[Detection] = []

        def change(text: str, key: str) -> str:
            here = self.beside(key, text)
            secrets.extend(here)
            return redacted(text, here) if here else text

        output, note = reached_output(_NAME, value)
        return changed(output, change), secrets, note


class Guard:
    """What happens at each event, as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._search = Search(settings)
        self._redacts = settings.action == "redact" and host_redacts()
        self._skipped: tuple[str, ...] = settings.skip

    def prompt(self, event: BeforeSubmitPrompt) -> Answer | None:
        text, note = reached(_NAME, text_of(event.prompt))
        secrets = self._search(text)
        if not secrets:
            return None
        what = with_note(_described(text, secrets), note)
        return event.deny(
            f"{_NAME}: the prompt contains {what}. Remove it, or name the variable that holds it."
        )

    def read(self, event: BeforeReadFile | BeforeTabFileRead) -> Answer | None:
        if is_listed(event.file_path, self._skipped):
            return None
        text, note = reached(_NAME, text_of(event.content))
        secrets = self._search(text)
        if not secrets:
            return None
        if self._redacts:
            return event.replace_content(redacted(text, secrets))
        where = text_of(event.file_path) or "the file"
        what = with_note(_described(text, secrets), note)
        return event.deny(
            f"{_NAME}: {where} contains {what}. Read it yourself, or ask without this file."
        )

    def call(self, event: BeforeShellExecution | BeforeMCPExecution) -> Answer | None:
        """A command line, or the arguments of a tool: both are kept in histories and logs."""
        if isinstance(event, BeforeShellExecution):
            where, text = "the command", text_of(event.command)
        else:
            where, text = "what the tool is given", text_of(event.tool_input)
        secrets = self._search(text)
        if not secrets:
            return None
        what = _described(text, secrets)
        return event.ask(f"{_NAME}: {where} contains {what}. Take it from a variable or a file.")

    def response(self, event: AfterAgentResponse) -> Answer | None:
        text, note = reached(_NAME, text_of(event.text))
        secrets = self._search(text)
        if not secrets:
            return None
        what = with_note(_described(text, secrets), note)
        return event.deny(f"{_NAME}: the response contains {what} and was withheld.")

    def after_tool(self, event: PostToolUse) -> Answer | None:
        output, secrets, unseen = self._search.output(event.tool_output)
        if not secrets:
            return None
        what = with_note(_kinds(secrets), unseen)
        note = f"{_NAME}: the output of this tool contained {what}."
        if not is_mcp(event.tool_name):
            return event.add_context(
                f"{note} Do not repeat, store or send it; refer to it by its name."
            )
        masked = event.replace_output(as_tool_output(output))
        return masked | event.add_context(
            f"{note} It was masked; ask the user if you need the value."
        )

    def after_shell(self, event: AfterShellExecution) -> None:
        report(event, self._search(reached(_NAME, text_of(event.output)).text))

    def after_mcp(self, event: AfterMCPExecution) -> None:
        report(event, self._search.output(event.result_json)[1])


def build(hook: Hooks, settings: Settings) -> None:
    guard = Guard(settings)
    hook.beforeSubmitPrompt(guard.prompt)
    hook.beforeReadFile(guard.read)
    hook.beforeTabFileRead(guard.read)
    hook.beforeShellExecution(guard.call)
    hook.beforeMCPExecution(guard.call)
    hook.afterAgentResponse(guard.response)
    hook.postToolUse(guard.after_tool)
    hook.afterShellExecution(guard.after_shell)
    hook.afterMCPExecution(guard.after_mcp)


def report(event: AfterShellExecution | AfterMCPExecution, secrets: list[Detection]) -> None:
    """Write what was seen to stderr and to the hook's own file, where it can only be looked at."""
    if not secrets:
        return
    import json
    import os
    import time

    from hookline.kit.state_files import append_line, kit_folder

    print(f"{_NAME}: the output contains {_kinds(secrets)}", file=sys.stderr)
    line = {
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "event": event.name,
        "found": sorted({secret.mask for secret in secrets}),
        "conversation_id": text_of(event.conversation_id)[:_LONGEST_ID],
    }
    append_line(os.path.join(kit_folder(_NAME), "seen.jsonl"), json.dumps(line))


def _described(text: str, secrets: list[Detection]) -> str:
    """`a secret (github-token, line 3)`."""
    line = text.encode("utf-8", "surrogatepass").count(b"\n", 0, secrets[0].start) + 1
    if len(secrets) == 1:
        return f"a secret ({secrets[0].kind}, line {line})"
    return f"{len(secrets)} secrets ({kinds_of(secrets)}; the first on line {line})"


def _kinds(secrets: list[Detection]) -> str:
    """`a secret (jwt)`, `3 secrets (jwt, env (2))`."""
    number = "a secret" if len(secrets) == 1 else f"{len(secrets)} secrets"
    return f"{number} ({kinds_of(secrets)})"


KIT = Kit(
    _NAME,
    "Keeps passwords, keys and tokens out of prompts, of what the agent reads, and of its answers; "
    "asks where a command or a tool is given one.",
    build=build,
    options=(
        Option(
            "action",
            "choice",
            "deny",
            "What to do with a file that contains a secret",
            ("deny", "redact"),
        ),
        Option("ignore", "words", (), "Kinds to ignore, by the names that messages show"),
        Option("allow", "words", (), "Parts of values that are known to be harmless"),
        Option("skip", "words", (), "Files to skip, such as *.lock or */fixtures/*"),
    ),
    entries=(
        Entry("beforeSubmitPrompt", fail_closed=True),
        Entry("beforeReadFile", fail_closed=True),
        Entry("beforeTabFileRead", fail_closed=True),
        Entry("beforeShellExecution", fail_closed=True),
        Entry("beforeMCPExecution", fail_closed=True),
        Entry("postToolUse"),
        Entry("afterShellExecution"),
        Entry("afterMCPExecution"),
        Entry("afterAgentResponse"),
    ),
    needs=("re2",),
)
