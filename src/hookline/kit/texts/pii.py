"""pii: keeps personal data out of prompts, of what the agent reads and sends, and of its answers.

Numbers count only with correct check digits. A file or an output that names one or two addresses is
ordinary (an author, a licence); from so many on, as the settings say, it is a list of people.
Everything happens in this process.
"""

from __future__ import annotations

from hookline.detect import (
    CONTACTS,
    PERSONAL_KINDS,
    Detection,
    kinds_of,
    personal_data_in,
    redacted,
)
from hookline.errors import UsageError
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.texts.event_texts import (
    as_tool_output,
    changed,
    host_redacts,
    is_listed,
    is_mcp,
    joined_texts,
    reached,
    reached_output,
    text_of,
    with_note,
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
        self._kinds: tuple[str, ...] = settings.kinds or PERSONAL_KINDS
        self._contacts_from = settings.contacts_from
        unknown = [kind for kind in self._kinds if kind not in PERSONAL_KINDS]
        if unknown:
            raise UsageError(
                f"kinds has {', '.join(unknown)}; there are: {', '.join(PERSONAL_KINDS)}"
            )

    def __call__(self, text: str, in_bulk: bool = False) -> list[Detection]:
        """What a text holds. `in_bulk`: a few addresses are ordinary in it."""
        detections = personal_data_in(text, self._kinds)
        contacts = {data.text for data in detections if data.kind in CONTACTS}
        if in_bulk and len(contacts) < self._contacts_from:
            return [data for data in detections if data.kind not in CONTACTS]
        return detections


class Guard:
    """What happens at each event, as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._search = Search(settings)
        self._redacts = settings.action == "redact" and host_redacts()
        self._asks = settings.action == "ask"
        self._skipped: tuple[str, ...] = settings.skip

    def prompt(self, event: BeforeSubmitPrompt) -> Answer | None:
        text, note = reached(_NAME, text_of(event.prompt))
        detections = self._search(text)
        if not detections:
            return None
        what = with_note(described(detections), note)
        return event.deny(f"{_NAME}: the prompt contains {what}. Remove it, or make it up.")

    def read(self, event: BeforeReadFile | BeforeTabFileRead) -> Answer | None:
        if is_listed(event.file_path, self._skipped):
            return None
        text, note = reached(_NAME, text_of(event.content))
        detections = self._search(text, in_bulk=True)
        if not detections:
            return None
        if self._redacts:
            return event.replace_content(redacted(text, detections))
        where = text_of(event.file_path) or "the file"
        what = with_note(described(detections), note)
        return event.deny(
            f"{_NAME}: {where} contains {what}. Give the agent a file of made-up data instead."
        )

    def before_shell(self, event: BeforeShellExecution) -> Answer | None:
        text, note = reached(_NAME, text_of(event.command))
        return self._sent(event, "the command", self._search(text, in_bulk=True), note)

    def before_mcp(self, event: BeforeMCPExecution) -> Answer | None:
        arguments, note = reached_output(_NAME, event.data.get("tool_input"))
        return self._sent(event, "the call", self._search(joined_texts(arguments)), note)

    def _sent(
        self,
        event: BeforeMCPExecution | BeforeShellExecution,
        where: str,
        detections: list[Detection],
        note: str,
    ) -> Answer | None:
        if not detections:
            return None
        message = f"{_NAME}: {where} contains {with_note(described(detections), note)}."
        decide = event.ask if self._asks else event.deny
        return decide(message, agent=f"{message} Leave personal data out.")

    def after_tool(self, event: PostToolUse) -> Answer | None:
        output, unseen = reached_output(_NAME, event.tool_output)
        detections = self._search(joined_texts(output), in_bulk=True)
        if not detections:
            return None
        what = with_note(described(detections), unseen)
        note = f"{_NAME}: the output of this tool contained {what}."
        if not is_mcp(event.tool_name):
            return event.add_context(f"{note} Do not repeat, store or send it.")
        masked = changed(output, lambda text, key: redacted(text, self._search(text)))
        answer = event.replace_output(as_tool_output(masked))
        return answer | event.add_context(f"{note} It was masked.")

    def response(self, event: AfterAgentResponse) -> Answer | None:
        text, note = reached(_NAME, text_of(event.text))
        detections = self._search(text, in_bulk=True)
        if not detections:
            return None
        what = with_note(described(detections), note)
        return event.deny(f"{_NAME}: the response contains {what} and was withheld.")


def build(hook: Hooks, settings: Settings) -> None:
    guard = Guard(settings)
    hook.beforeSubmitPrompt(guard.prompt)
    hook.beforeReadFile(guard.read)
    hook.beforeTabFileRead(guard.read)
    hook.beforeMCPExecution(guard.before_mcp)
    hook.beforeShellExecution(guard.before_shell)
    hook.postToolUse(guard.after_tool)
    hook.afterAgentResponse(guard.response)


def described(detections: list[Detection]) -> str:
    """`personal data (iban, email (3))`."""
    return f"personal data ({kinds_of(detections)})"


KIT = Kit(
    _NAME,
    "Keeps personal data, with correct check digits, out of prompts, reads, tool calls and "
    "answers.",
    build=build,
    options=(
        Option(
            "kinds", "words", (), f"Kinds to look for; all when empty: {', '.join(PERSONAL_KINDS)}"
        ),
        Option(
            "action",
            "choice",
            "deny",
            "Deny, mask files where the host supports it, or ask about calls",
            ("deny", "redact", "ask"),
        ),
        Option(
            "contacts_from",
            "number",
            5,
            "From this many different addresses and phone numbers on, a file is a list of people",
        ),
        Option("skip", "words", (), "Files to skip, such as *.lock or */fixtures/*"),
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
