"""`Finding`: one thing that is wrong, and what to do about it; `CODES`: every kind of finding the
doctor has of its own.

What `hookline check` finds is carried over under the codes of `config.codes`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from hookline.model import Hook

ERROR, WARNING, NOTE = "error", "warning", "note"
#: From the gravest to the mildest.
SEVERITIES = (ERROR, WARNING, NOTE)


class Code(NamedTuple):
    """How grave it is, and what it means in one sentence."""

    severity: str
    about: str


CODES = {
    "no-program": Code(ERROR, "The program of the command is not on this machine."),
    "no-interpreter": Code(
        ERROR, "The interpreter in the first line of the script is not on this machine."
    ),
    "desktop-path": Code(
        ERROR, "The program exists, but an agent started from the desktop does not find it."
    ),
    "dead-entry": Code(
        ERROR, "A ready-made hook whose Hookline, or whose launcher, is gone: it fails every time."
    ),
    "no-hookline": Code(
        ERROR, "The launcher of a project finds no Hookline where the agent looks for programs."
    ),
    "old-hookline": Code(ERROR, "The Hookline that is started does not have this ready-made hook."),
    "old-launcher": Code(WARNING, "The launcher of a project is of an older Hookline."),
    "other-hookline": Code(
        NOTE, "The Hookline that is started is not the one you call: another environment, maybe."
    ),
    "no-import": Code(
        ERROR, "The interpreter of a Python hook does not have what the script imports."
    ),
    "no-judge": Code(ERROR, "A prompt hook has no model to judge it."),
    "missing-program": Code(
        WARNING, "The shell script calls a program that the agent's PATH does not have."
    ),
    "slow-start": Code(
        NOTE, "Starting the interpreter alone takes long, and it is started at every event."
    ),
    "slow-runs": Code(NOTE, "The runs in the journal took long, and the agent waits for them."),
    "accidental-deny": Code(
        ERROR, "Exit code 2 came from the interpreter's own complaint; nobody decided anything."
    ),
    "keeps-failing": Code(WARNING, "The latest runs in the journal all failed."),
    "idle": Code(NOTE, "It has not run for 30 days."),
    "never-matched": Code(WARNING, "Its event happened often, and its matcher never matched."),
    "overruled": Code(
        WARNING, "Its deny did not count, because a higher source allowed the action."
    ),
    "fires-twice": Code(WARNING, "The same hook is in two files that are both read."),
    "stands-twice": Code(
        NOTE, "Claude Code's file holds the same command; it runs once while both say the same."
    ),
    "not-trusted": Code(WARNING, "The hooks of this workspace do not run."),
    "trust-store": Code(ERROR, "What is trusted cannot be looked up, so no workspace hooks run."),
    "journal": Code(ERROR, "The journal cannot be read, so it is not known what hooks did."),
    "journal-gap": Code(NOTE, "The journal could not be written for a while."),
    "dead": Code(
        ERROR, "Canary: it cannot do its work: it does not start, fails, or never matches."
    ),
    "wrong": Code(ERROR, "Canary: it runs, and decides differently from its cases."),
    "unknown": Code(NOTE, "Canary: no case says what it should decide."),
}


class Finding(NamedTuple):
    """One thing that is wrong. `hook` and `where` are empty for what is not about one hook."""

    code: str
    severity: str
    hook: str
    where: str
    problem: str
    remedy: str

    def as_dict(self) -> dict[str, Any]:
        """The finding as `--json` prints it."""
        return self._asdict()


def finding(code: str, hook: Hook | None, problem: str, remedy: str) -> Finding:
    """A finding of the doctor's own, about a hook or about none."""
    title, where = (hook.title, hook.where) if hook else ("", "")
    return Finding(code, CODES[code].severity, title, where, problem, remedy)


def is_trouble(found: Finding) -> bool:
    """Whether something should be done about it."""
    return found.severity in (ERROR, WARNING)
