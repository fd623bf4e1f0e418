"""What the guards share: findings, the answer made of them, and the two events that carry a shell
command.

preToolUse cannot ask: there an ask is no opinion, because beforeShellExecution comes next and asks.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias

    from hookline.sdk.answer import Answer
    from hookline.sdk.event_types import BeforeMCPExecution, BeforeShellExecution, Hooks, PreToolUse
    from hookline.shell import Call, Reading

    ShellCommand: TypeAlias = BeforeShellExecution | PreToolUse
    Guarded: TypeAlias = ShellCommand | BeforeMCPExecution
    Judge = Callable[[ShellCommand], Iterable["Finding"]]

DENY, ASK = "deny", "ask"
PLAINLY = "Write the command plainly, or leave it to the user."
#: Longer words of a command are cut in messages.
_SHOWN = 80
#: An option no program has: asked for it too, the words that are known answer no, and those that
#: are not still unknown.
_NEVER = "--hookline-never"


class Finding:
    """Something a guard does not let pass: deny or ask, what it is, and what to do instead."""

    __slots__ = ("decision", "instead", "what")

    def __init__(self, decision: str, what: str, instead: str = "") -> None:
        self.decision, self.what, self.instead = decision, what, instead

    def __repr__(self) -> str:
        return f"{self.decision}: {self.what}"


def guard_shell(hook: Hooks, name: str, judge: Judge, *, also_before_tools: bool = True) -> None:
    """Serve the events about a shell command with the findings of `judge`; who only asks has no use
    for preToolUse.
    """

    def judged(event: ShellCommand) -> Answer | None:
        return answer(event, name, judge(event)) if event.shell_command.strip() else None

    hook.beforeShellExecution(judged)
    if also_before_tools:
        hook.preToolUse(judged)


def answer(event: Guarded, name: str, findings: Iterable[Finding]) -> Answer | None:
    """A deny where something is denied, else an ask where something is asked about, else no
    opinion.
    """
    finding = _gravest(list(findings))
    if finding is None:
        return None
    message = f"{name}: {finding.what}"
    for_agent = f"{message} {finding.instead}".rstrip()
    if finding.decision == DENY:
        return event.deny(message, agent=for_agent)
    ask: Callable[..., Answer] | None = getattr(event, "ask", None)
    return ask(message, agent=for_agent) if ask else None


def _gravest(findings: list[Finding]) -> Finding | None:
    """The first that denies, else the first."""
    denied = [finding for finding in findings if finding.decision == DENY]
    return next(iter(denied + findings), None)


def cannot_tell(reading: Reading, commands: Iterable[str]) -> list[Finding]:
    """An ask where a command could be one of these and nobody can tell; what certainly is one has
    been judged already.
    """
    for command in commands:
        runs = reading.runs(command)
        if runs.yes:
            runs = reading.runs(f"{command} {_NEVER}")
        if runs.unknown:
            return [Finding(ASK, f"this could be `{command}`: {runs.reason}.", PLAINLY)]
    return []


def option_given(call: Call, names: Iterable[str], values: Iterable[str]) -> bool:
    """Whether one of these options is given, and not as the value of another: in `-e -n`, where
    `-e` takes a word.
    """
    wanted, takes_value = frozenset(names), frozenset(values)
    texts = iter(call.texts[1:])
    for text in texts:
        if text == "--":
            return False
        options, takes_next = _options_in(text or "", takes_value)
        if not wanted.isdisjoint(options):
            return True
        if takes_next:
            next(texts, None)
    return False


def _options_in(text: str, takes_value: frozenset[str]) -> tuple[list[str], bool]:
    """The options in one word, and whether the last of them takes the next word as its value."""
    if not text.startswith("-"):
        return [], False
    if text in takes_value or text.startswith("--"):
        return [text], text in takes_value
    letters = [f"-{letter}" for letter in text[1:]]
    end = next((at for at, letter in enumerate(letters) if letter in takes_value), len(letters))
    return [text, *letters[:end]], end == len(letters) - 1


def shown(words: Iterable[object]) -> str:
    """Words of a command for a message, on one line and not too long."""
    text = " ".join(str(word) for word in words).replace("\n", " ")
    if len(text) <= _SHOWN:
        return text
    from hookline.detect import clip

    return clip(text, _SHOWN - 1, 0, "…")
