"""pii: keeps personal data out of prompts, of what the agent reads and sends, and of its answers.

Numbers count only with correct check digits. A file or an output that names one or two addresses is
ordinary (an author, a licence); from so many on, as the settings say, it is a list of people.
Everything happens in this process.
"""

from __future__ import annotations

from hookline.detect.finder import Finder, Span, joined, replaced
from hookline.detect.personal_checks import CHECKS
from hookline.detect.personal_rules import CONTACTS, KINDS, RULES
from hookline.errors import UsageError
from hookline.kit.kit import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.texts.event_texts import (
    as_tool_output,
    changed,
    host_redacts,
    is_listed,
    is_mcp,
    joined_texts,
    output_of,
    text_of,
)
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import (
    AfterAgentResponse,
    BeforeMCPExecution,
    BeforeReadFile,
    BeforeShellExecution,
    BeforeSubmitPrompt,
    BeforeTabFileRead,
    Hooks,
    PostToolUse,
)

_NAME = "pii"


class Search:
    """What to look for, as the settings say."""

    def __init__(self, settings: Settings) -> None:
        wanted: tuple[str, ...] = settings.kinds
        unknown = [kind for kind in wanted if kind not in KINDS]
        if unknown:
            raise UsageError(f"kinds has {', '.join(unknown)}; there are: {', '.join(KINDS)}")
        self._finder = Finder([rule for rule in RULES if not wanted or rule.name in wanted], CHECKS)
        self._contacts_from = settings.contacts_from

    def __call__(self, text: str, in_bulk: bool = False) -> list[Span]:
        """What a text holds. `in_bulk`: a few addresses are ordinary in it."""
        data = text.encode("utf-8", "surrogatepass")
        found = joined(self._finder.find(data))
        contacts = {data[one.start : one.end] for one in found if one.name in CONTACTS}
        if in_bulk and len(contacts) < self._contacts_from:
            return [one for one in found if one.name not in CONTACTS]
        return found


def build(hook: Hooks, settings: Settings) -> None:
    search = Search(settings)

    def prompt(event: BeforeSubmitPrompt) -> Answer | None:
        found = search(text_of(event.prompt))
        return (
            event.deny(f"{_NAME}: the prompt holds {kinds_of(found)}. Take it out, or make it up.")
            if found
            else None
        )

    def read(event: BeforeReadFile | BeforeTabFileRead) -> Answer | None:
        text = text_of(event.content)
        found = [] if is_listed(event.file_path, settings.skip) else search(text, in_bulk=True)
        if not found:
            return None
        if settings.action == "redact" and host_redacts():
            return event.replace_content(_masked(text, found))
        where = text_of(event.file_path) or "the file"
        return event.deny(
            f"{_NAME}: {where} holds {kinds_of(found)}. Give the agent a file of made-up data instead."
        )

    def sent(event: BeforeMCPExecution | BeforeShellExecution) -> Answer | None:
        is_shell = isinstance(event, BeforeShellExecution)
        text = (
            text_of(event.command)
            if is_shell
            else joined_texts(output_of(event.data.get("tool_input")))
        )
        found = search(text, in_bulk=is_shell)
        if not found:
            return None
        said = f"{_NAME}: {'the command' if is_shell else 'the call'} holds {kinds_of(found)}."
        told = f"{said} Leave personal data out."
        return (
            event.ask(said, agent=told)
            if settings.action == "ask"
            else event.deny(said, agent=told)
        )

    def used(event: PostToolUse) -> Answer | None:
        output = output_of(event.tool_output)
        found = search(joined_texts(output), in_bulk=True)
        if not found:
            return None
        told = f"{_NAME}: the output of this tool held {kinds_of(found)}."
        if is_mcp(event.tool_name):
            masked = changed(output, lambda text, key: _masked(text, search(text)))
            return event.replace_output(as_tool_output(masked)) | event.add_context(
                f"{told} It was masked."
            )
        return event.add_context(f"{told} Do not repeat, store or send it.")

    def response(event: AfterAgentResponse) -> Answer | None:
        found = search(text_of(event.text), in_bulk=True)
        return (
            event.deny(f"{_NAME}: the response holds {kinds_of(found)} and is withheld.")
            if found
            else None
        )

    hook.beforeSubmitPrompt(prompt)
    hook.beforeReadFile(read)
    hook.beforeTabFileRead(read)
    hook.beforeMCPExecution(sent)
    hook.beforeShellExecution(sent)
    hook.postToolUse(used)
    hook.afterAgentResponse(response)


def _masked(text: str, found: list[Span]) -> str:
    return replaced(text.encode("utf-8", "surrogatepass"), found).decode("utf-8", "surrogatepass")


def kinds_of(found: list[Span]) -> str:
    """`personal data (iban, email (3))`."""
    counts: dict[str, int] = {}
    for one in found:
        counts[one.name] = counts.get(one.name, 0) + 1
    return f"personal data ({', '.join(kind if n == 1 else f'{kind} ({n})' for kind, n in counts.items())})"


KIT = Kit(
    _NAME,
    "Keeps personal data, with correct check digits, out of prompts, reads, tool calls and answers.",
    build=build,
    options=(
        Option("kinds", "words", (), f"What is looked for; all when empty: {', '.join(KINDS)}"),
        Option(
            "action",
            "choice",
            "deny",
            "Deny; or mask files where the host can; or ask about calls",
            ("deny", "redact", "ask"),
        ),
        Option(
            "contacts_from",
            "number",
            5,
            "So many different addresses and phone numbers make a file a list of people",
        ),
        Option("skip", "words", (), "Files that are not looked at, such as *.lock or */fixtures/*"),
    ),
    entries=(
        Entry("beforeSubmitPrompt", fail_closed=True),
        Entry("beforeReadFile", fail_closed=True),
        Entry("beforeTabFileRead", fail_closed=True),
        Entry("beforeMCPExecution", fail_closed=True),
        Entry("beforeShellExecution"),
        Entry("postToolUse"),
        Entry("afterAgentResponse"),
    ),
    needs=("re2",),
)
