"""response-scan: looks through prompts and responses and stops those that hold what they must not.

The two events are blocked in different ways, and the wrong one does nothing: beforeSubmitPrompt by
`continue: false`, afterAgentResponse by `permission: "deny"`. The SDK's `deny` speaks each event's
own.
"""

from __future__ import annotations

from hookline.errors import UsageError
from hookline.kit.kit import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.texts.event_texts import host_redacts, text_of
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import AfterAgentResponse, BeforeSubmitPrompt, Hooks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAME = "response-scan"
_LONGEST_FILE_BYTES = 1024 * 1024


class Search:
    """What prompts and responses must not hold, as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._words = tuple(word.casefold() for word in settings.words)
        self._patterns = _patterns(settings.patterns)

    def reason(self, text: str) -> str | None:
        """What is in the text and should not be; None when nothing is."""
        lowered = text.casefold() if self._words else ""
        for word in self._words:
            if word in lowered:
                return f"the words “{word}”"
        for pattern in self._patterns:
            if pattern.search(text):
                return f"what the pattern {pattern.pattern} finds"
        return self._secret(text) or self._personal(text)

    def _secret(self, text: str) -> str | None:
        if not self._settings.secrets:
            return None
        from hookline.detect.secret_scan import findings, kinds_of

        found = findings(text)
        return f"a secret ({kinds_of(found)})" if found else None

    def _personal(self, text: str) -> str | None:
        if not self._settings.pii:
            return None
        from hookline.kit.kit_settings import settings_of
        from hookline.kit.texts.pii import KIT as PII
        from hookline.kit.texts.pii import Search as PersonalData
        from hookline.kit.texts.pii import kinds_of

        found = PersonalData(settings_of(PII.options))(text)
        return kinds_of(found) if found else None


def build(hook: Hooks, settings: Settings) -> None:
    search = Search(settings)

    def prompt(event: BeforeSubmitPrompt) -> Answer | None:
        reason = search.reason(text_of(event.prompt)) if settings.prompts else None
        return (
            event.deny(f"{_NAME}: the prompt holds {reason}. Change it and send it again.")
            if reason
            else None
        )

    def response(event: AfterAgentResponse) -> Answer | None:
        reason = search.reason(text_of(event.text)) if settings.responses else None
        if not reason:
            return None
        said = f"{_NAME}: the response holds {reason} and is withheld. Ask again, and say what to leave out."
        # Cursor's own example spells this event's message in camel case; Hookline takes both and
        # needs one.
        return event.deny(said) if host_redacts() else event.deny(said) | Answer(userMessage=said)

    hook.beforeSubmitPrompt(prompt)
    hook.afterAgentResponse(response)


def _patterns(path: str) -> list[Any]:
    """The regular expressions of a file, one a line; lines that begin with # are for people."""
    if not path:
        return []
    import re2

    from hookline.config.disk import read_bytes

    data = read_bytes(path, _LONGEST_FILE_BYTES)
    if data is None:
        raise UsageError(
            f"patterns: there is no file {path} that can be read and is shorter than 1 MB"
        )
    lines = [line.strip() for line in data.decode("utf-8", "replace").splitlines()]
    return [_compiled(re2, line, path) for line in lines if line and not line.startswith("#")]


def _compiled(re2: Any, line: str, path: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(line, options)
    except re2.error as error:
        raise UsageError(
            f"patterns: {line!r} in {path} is no regular expression of RE2's: {error}"
        ) from None


KIT = Kit(
    _NAME,
    "Looks through prompts and responses for words, patterns, secrets and personal data, and stops them.",
    build=build,
    options=(
        Option("words", "words", (), "Words and phrases that must not occur, whatever their case"),
        Option("patterns", "text", "", "File of regular expressions (RE2), one a line"),
        Option("secrets", "flag", True, "Stop what holds a password, key or token"),
        Option("pii", "flag", False, "Stop what holds personal data"),
        Option("prompts", "flag", True, "Look through prompts"),
        Option("responses", "flag", True, "Look through responses"),
    ),
    entries=(Entry("beforeSubmitPrompt"), Entry("afterAgentResponse")),
    needs=("re2",),
)
