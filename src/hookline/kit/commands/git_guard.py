"""git-guard: keeps the agent from publishing, throwing away work and rewriting history with git.

Commands are read by what they run, not by how they look. Where that cannot be told and could be one
of these, a person is asked; everything else passes without an opinion. It runs nothing and looks at
no repository.
"""

from __future__ import annotations

from hookline.kit.findings import ASK, DENY, Finding, cannot_tell, guard_shell, option_given
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hookline.kit.findings import ShellCommand
    from hookline.sdk.event_types import Hooks
    from hookline.shell import Call, Reading

DENIED = (
    # publishing
    "git push",
    "git lfs push",
    "git subtree push",
    "git svn dcommit",
    "git p4 submit",
    "git send-email",
    # throwing work away
    "git reset --hard",
    "git reset --merge",
    "git read-tree --reset",
    "git checkout-index -f",
    "git clean -f",
    "git checkout .",
    "git checkout -f",
    "git restore .",
    "git switch -f",
    "git switch --discard-changes",
    "git stash drop",
    "git stash clear",
    "git branch -D",
    "git branch -f",
    "git worktree remove -f",
    "git prune",
    "git gc --prune",
    # rewriting history
    "git commit --amend",
    "git rebase",
    "git filter-branch",
    "git filter-repo",
    "git reflog expire",
    "git reflog delete",
    "git update-ref",
    "git fast-import --force",
    "git replace",
)
#: Options of git itself that take the next word.
_VALUES = tuple(
    "-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix "
    "--attr-source".split()
)
#: Options of push, clean and rebase that do.
_TAKES = (
    *_VALUES,
    *"-o --push-option --repo --receive-pack --exec -e --exclude -x --onto".split(),
    *"-s --strategy -X --strategy-option".split(),
)
_EVERYTHING = frozenset((".", "./", "*", ":/", ":", ":/.", "..", "../"))
_LEAVES_REBASE = tuple("--continue --abort --skip --quit --edit-todo --show-current-patch".split())
_EDITS_REBASE = tuple(
    "-i --interactive --root --onto -x --exec --autosquash -f --force-rebase --no-ff".split()
)


def build(hook: Hooks, settings: Settings) -> None:
    by_pull_request = "Use gh to open a pull request instead."
    instead = by_pull_request if settings.send_to_gh else "Leave it to the user."
    rules = [(DENY, rule) for rule in settings.deny] + [(ASK, rule) for rule in settings.ask]
    could_be = [rule for _, rule in rules if rule not in _BY_CALL]

    def judge(event: ShellCommand) -> Iterator[Finding]:
        reading = event.read_command()
        for decision, rule in rules:
            if _runs(reading, rule):
                yield Finding(decision, f"`{rule}` is not for agents.", instead)
        yield from cannot_tell(reading, could_be)

    guard_shell(hook, "git-guard", judge)


def _runs(reading: Reading, rule: str) -> bool:
    """Whether this certainly runs, and not in a form that does no harm."""
    calls = [call for call in reading.calls if call.code is None and call.program == "git"]
    if rule in _BY_CALL:
        return any(map(_BY_CALL[rule], calls))
    return reading.runs(rule).yes and not _all_spared(rule, calls)


def _all_spared(rule: str, calls: list[Call]) -> bool:
    """Whether every call of this sub-command is in a form that does no harm."""
    subcommand = tuple(rule.split()[1:2])
    same = [call for call in calls if _words(call)[:1] == subcommand]
    return bool(same) and all(_is_spared(rule, call) for call in same)


def _is_spared(rule: str, call: Call) -> bool:
    does_no_harm = _SPARED.get(rule)
    return _is_help(call) or (does_no_harm is not None and does_no_harm(call))


def _words(call: Call) -> tuple[str | None, ...]:
    """The sub-command and what follows, without options."""
    return call.plain(*_VALUES)


def _is_help(call: Call) -> bool:
    """`git push --help` opens a page of the manual."""
    return call.texts[-1] in ("--help", "-h") and call.texts[-2] == _words(call)[0]


def _only_shows(call: Call) -> bool:
    return option_given(call, ("-n", "--dry-run"), _TAKES) and not call.has("--no-dry-run")


def _catches_up(call: Call) -> bool:
    """A rebase onto what others have published: what `git pull --rebase` does; or one that is under
    way.
    """
    if option_given(call, _LEAVES_REBASE, _TAKES):
        return True
    onto = _words(call)[1:]
    return not call.has(*_EDITS_REBASE) and len(onto) <= 1 and all(map(_is_published, onto))


def _is_published(name: str | None) -> bool:
    if name is None:
        return False
    return name.lower().endswith(("@{u}", "@{upstream}")) or name.startswith(
        ("origin/", "upstream/")
    )


def _checks_out_everything(call: Call) -> bool:
    return _names_everything(call, "checkout")


def _restores_everything(call: Call) -> bool:
    staged = option_given(call, ("--staged", "-S"), (*_VALUES, "-s", "--source"))
    index_only = staged and not call.has("--worktree", "-W")
    return _names_everything(call, "restore") and not index_only


def _names_everything(call: Call, subcommand: str) -> bool:
    words = _words(call)
    return words[:1] == (subcommand,) and not _EVERYTHING.isdisjoint(words[1:])


if TYPE_CHECKING:
    Test = Callable[[Call], bool]
#: Rules about what is named rather than how: judged by the words that are known, never by those
#: that could be.
_BY_CALL: dict[str, Test] = {
    "git checkout .": _checks_out_everything,
    "git restore .": _restores_everything,
}
#: Forms that do no harm.
_SPARED: dict[str, Test] = {
    "git push": _only_shows,
    "git clean -f": _only_shows,
    "git rebase": _catches_up,
}

KIT = Kit(
    "git-guard",
    "Denies pushing, throwing work away and rewriting history; asks where a command could be "
    "hiding it.",
    build=build,
    options=(
        Option("deny", "words", DENIED, "Commands to deny, as you would type them"),
        Option("ask", "words", (), "Commands to ask about, as you would type them"),
        Option("send_to_gh", "flag", False, "Tell the agent to open a pull request with gh"),
    ),
    entries=(
        Entry("beforeShellExecution", fail_closed=True),
        Entry("preToolUse", "^Shell$", fail_closed=True),
    ),
    needs=("tree_sitter_bash",),
)
