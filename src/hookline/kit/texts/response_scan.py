"""response-scan: checks prompts and responses and stops those that contain what they must not.

The two events are blocked in different ways, and the wrong one does nothing: beforeSubmitPrompt by
`continue: false`, afterAgentResponse by `permission: "deny"`. The SDK's `deny` speaks each event's
own.
"""

from __future__ import annotations

from hookline.detect import kinds_of, personal_data_in, secrets_in
from hookline.errors import UsageError
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.texts.event_texts import host_redacts, reached, text_of, with_note
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import AfterAgentResponse, BeforeSubmitPrompt, Hooks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAME = "response-scan"
_LONGEST_FILE_BYTES = 1024 * 1024


class Search:
    """What prompts and responses must not contain, as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._words = tuple(word.casefold() for word in settings.words)
        self._patterns = _patterns(settings.patterns)

    def reason(self, whole: str) -> str | None:
        """What is in the text and should not be; None when nothing is."""
        text, note = reached(_NAME, whole)
        reasons = (self._word, self._pattern, self._secret, self._personal)
        reason = next(filter(None, (reason(text) for reason in reasons)), None)
        return with_note(reason, note) if reason else None

    def _word(self, text: str) -> str | None:
        lowered = text.casefold() if self._words else ""
        words = (word for word in self._words if word in lowered)
        return next((f"the words “{word}”" for word in words), None)

    def _pattern(self, text: str) -> str | None:
        matching = (pattern for pattern in self._patterns if pattern.search(text))
        return next((f"what the pattern {match.pattern} matches" for match in matching), None)

    def _secret(self, text: str) -> str | None:
        secrets = secrets_in(text) if self._settings.secrets else []
        return f"a secret ({kinds_of(secrets)})" if secrets else None

    def _personal(self, text: str) -> str | None:
        detections = personal_data_in(text) if self._settings.pii else []
        return f"personal data ({kinds_of(detections)})" if detections else None


def build(hook: Hooks, settings: Settings) -> None:
    search = Search(settings)

    def prompt(event: BeforeSubmitPrompt) -> Answer | None:
        reason = search.reason(text_of(event.prompt))
        if reason is None:
            return None
        return event.deny(f"{_NAME}: the prompt contains {reason}. Change it and send it again.")

    def response(event: AfterAgentResponse) -> Answer | None:
        reason = search.reason(text_of(event.text))
        if reason is None:
            return None
        message = (
            f"{_NAME}: the response contains {reason} and was withheld. "
            "Ask again, and say what to leave out."
        )
        if host_redacts():
            return event.deny(message)
        # Cursor's own example spells this event's message in camel case.
        return event.deny(message) | Answer(userMessage=message)

    def nothing(event: BeforeSubmitPrompt | AfterAgentResponse) -> None:
        """This half is switched off."""

    hook.beforeSubmitPrompt(prompt if settings.prompts else nothing)
    hook.afterAgentResponse(response if settings.responses else nothing)


def _patterns(path: str) -> list[Any]:
    """The regular expressions of a file, one a line; lines that begin with # are for people."""
    if not path:
        return []
    import re2

    from hookline.config.disk import read_bytes

    data = read_bytes(path, _LONGEST_FILE_BYTES)
    if data is None:
        raise UsageError(f"patterns: {path} cannot be read, or is larger than 1 MB")
    lines = [line.strip() for line in data.decode("utf-8", "replace").splitlines()]
    return [_compiled(re2, line, path) for line in lines if line and not line.startswith("#")]


def _compiled(re2: Any, line: str, path: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(line, options)
    except re2.error as error:
        raise UsageError(
            f"patterns: {line!r} in {path} is not a regular expression in RE2 syntax: {error}"
        ) from None


KIT = Kit(
    _NAME,
    "Checks prompts and responses for words, patterns, secrets and personal data, and stops them.",
    build=build,
    options=(
        Option(
            "words", "words", (), "Words and phrases that must not occur, in upper or lower case"
        ),
        Option("patterns", "text", "", "File of regular expressions (RE2), one per line"),
        Option("secrets", "flag", True, "Stop what contains a password, key or token"),
        Option("pii", "flag", False, "Stop what contains personal data"),
        Option("prompts", "flag", True, "Check prompts"),
        Option("responses", "flag", True, "Check responses"),
    ),
    entries=(Entry("beforeSubmitPrompt"), Entry("afterAgentResponse")),
    needs=("re2",),
)
