"""What the guards share: findings, the answer made of them, and the two events that carry a shell
command.

preToolUse cannot ask: there an ask is no opinion, because beforeShellExecution comes next and asks.
"""

from __future__ import annotations

from hookline.shorten import shorten

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
PLAINLY = "Write the command plainly, or leave it to the person."
#: Longer words of a command are cut in messages.
_SHOWN = 80
#: An option no program has: asked for it too, the words that are known answer no, and those that
#: are not still unknown.
_NEVER = "--hookline-never"


class Finding:
    """Something a guard does not let pass: deny or ask, what it is, and what to do instead."""

    __slots__ = ("instead", "what", "word")

    def __init__(self, word: str, what: str, instead: str = "") -> None:
        self.word, self.what, self.instead = word, what, instead

    def __repr__(self) -> str:
        return f"{self.word}: {self.what}"


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
    """A deny where something is denied, else an ask where something is asked about, else no opinion."""
    found = list(findings)
    first = next((one for one in found if one.word == DENY), found[0] if found else None)
    if first is None:
        return None
    user, agent = f"{name}: {first.what}", f"{name}: {first.what} {first.instead}".rstrip()
    if first.word == DENY:
        return event.deny(user, agent=agent)
    ask: Callable[..., Answer] | None = getattr(event, "ask", None)
    return ask(user, agent=agent) if ask else None


def cannot_tell(reading: Reading, wanted: Iterable[str]) -> Finding | None:
    """An ask where a command could be one of these and nobody can tell; what certainly is one has
    been judged already.
    """
    for one in wanted:
        found = reading.runs(one)
        if found.yes:
            found = reading.runs(f"{one} {_NEVER}")
        if found.unknown:
            return Finding(ASK, f"this could be `{one}`: {found.reason}.", PLAINLY)
    return None


def given(call: Call, names: Iterable[str], values: Iterable[str]) -> bool:
    """Whether one of these options is given, and not as the value of another: in `-e -n`, where
    `-e` takes a word.
    """
    wanted, takes, skip = frozenset(names), frozenset(values), False
    for text in call.texts[1:]:
        if skip or text is None or text[:1] != "-":
            skip = False
        elif text == "--":
            return False
        elif text in wanted:
            return True
        elif text in takes or text.startswith("--"):
            skip = text in takes
        else:  # short options in one word, up to the first that takes a value
            letters = [f"-{letter}" for letter in text[1:]]
            end = next((at for at, letter in enumerate(letters) if letter in takes), len(letters))
            if wanted & set(letters[:end]):
                return True
            skip = end == len(letters) - 1
    return False


def shown(words: Iterable[object]) -> str:
    """Words of a command for a message, on one line and not too long."""
    text = " ".join(str(word) for word in words).replace("\n", " ")
    return shorten(text, _SHOWN)
