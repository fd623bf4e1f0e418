"""git-guard: keeps the agent from publishing, throwing away work and rewriting history with git.

Commands are read by what they run, not by how they look. Where that cannot be told and could be one
of these, a person is asked; everything else passes without an opinion. It runs nothing and looks at
no repository.
"""

from __future__ import annotations

import re
from itertools import pairwise

from hookline.kit.findings import ASK, DENY, Finding, cannot_tell, guard_shell, option_given
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hookline.kit.findings import ShellCommand
    from hookline.sdk.event_types import Hooks
    from hookline.shell import Call, Reading
    from hookline.shell.word import Word

DENIED = (
    # publishing
    "git push",
    "git lfs push",
    "git subtree push",
    "git svn dcommit",
    "git p4 submit",
    "git send-email",
    "git imap-send",
    "git svn commit-diff",
    "git svn set-tree",
    "git cvsexportcommit -c",
    "git ftp push",
    "jj git push",
    "hg push",
    "sl push",
    "bzr push",
    "fossil push",
    "svn commit",
    "svn import",
    # throwing work away
    "git reset --hard",
    "git reset --merge",
    "git read-tree --reset",
    "git checkout-index -f",
    "git clean -f",
    "git clean -i",
    "git apply -R",
    "git checkout .",
    "git checkout -f",
    "git checkout -B",
    "git switch -C",
    "git restore .",
    "git switch -f",
    "git switch --discard-changes",
    "git stash drop",
    "git stash clear",
    "git branch -D",
    "git branch -f",
    "git worktree remove -f",
    "git submodule deinit -f",
    "git submodule update -f",
    "git fetch --force",
    "git prune",
    "git gc --prune",
    "git repack -ad",
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
    "git lfs migrate import",
    "git absorb --and-rebase",
    "git history reword",
    "jj abandon",
    "hg strip",
    "bfg",
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
#: Pathspecs that mean all there is, in front of which git's magic may stand: `:/`, `:(top,glob)`.
_EVERYTHING = re.compile(r"(?::(?:\([a-z,:/.]*\)|[/!^]*))?(?:\.{0,2}/?|(?:\./|\*\*/)*\*{1,2}/?)")
#: A folder by its name: with a slash at its end, or nothing that a file's name ends with.
_FOLDER = re.compile(
    r".*/|(?:.*/)?(?:src|lib|app|apps|packages|test|tests|docs|components|pages|spec)"
)
#: What was committed last, or put away: all that came later in a file is thrown away.
_LAST = re.compile(r"(?:HEAD|@|stash)(?:[@~^{].*)?")
#: Settings with which the next `git gc` throws away what only the reflog still knows.
_EXPIRES = re.compile(r"gc\.(?:\S+\.)?(?:prune|reflog|worktreeprune)\w*", re.I)
_AT_ONCE = re.compile(r"(?:now|all|0|today|\d+[. ](?:second|minute|hour)s?\b.*)", re.I)
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
    if rule in _BY_CALL:
        return any(map(_BY_CALL[rule], _programs(reading, _CALLED.get(rule, _GIT))))
    calls = _programs(reading, _GIT)
    return reading.runs(rule).yes and not _all_spared(rule, calls)


def _programs(reading: Reading, names: frozenset[str]) -> list[Call]:
    return [call for call in reading.calls if call.code is None and call.program in names]


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
    """All of it, or a file as it was committed, whatever is staged."""
    words = _words(call)
    behind = words[1:2] if "--" in call.texts else ()
    is_from_last = bool(behind) and _LAST.fullmatch(behind[0] or "") is not None
    is_checkout = words[:1] == ("checkout",)
    return _names_everything(call, "checkout") or (is_checkout and is_from_last and len(words) > 2)


def _restores_everything(call: Call) -> bool:
    staged = option_given(call, ("--staged", "-S"), (*_VALUES, "-s", "--source"))
    both = staged and call.has("--worktree", "-W")
    names_some = _words(call)[:1] == ("restore",) and (both or _names_everything(call, "restore"))
    return names_some and (both or not staged)


def _names_everything(call: Call, subcommand: str) -> bool:
    """Whether all there is is named, or a whole folder, or names that are not known: `*`, `$(ls)`."""
    if _words(call)[:1] != (subcommand,):
        return False
    return any(map(_is_more_than_a_file, _paths(call, subcommand)))


def _paths(call: Call, subcommand: str) -> list[Word]:
    """The words that may be paths. One of checkout that stands in front of `--` is a branch."""
    texts = call.texts
    if "--" in texts:
        return list(call.words[texts.index("--") + 1 :])
    is_known = {text for text in _words(call)[1:] if text is not None}
    behind = call.words[texts.index(subcommand) + 1 :]
    return [word for word in behind if word.text in is_known or subcommand == "restore"]


def _is_more_than_a_file(word: Word) -> bool:
    if word.text is None:
        return word.was_there and not word.quoted
    return _EVERYTHING.fullmatch(word.text) is not None or _FOLDER.fullmatch(word.text) is not None


def _takes_back_all(call: Call) -> bool:
    """`git diff | git apply -R`: a patch that is given by name is somebody's choice."""
    words = _words(call)
    takes_back = words[:1] == ("apply",) and call.has("-R", "--reverse")
    return takes_back and (len(words) == 1 or None in words)


def _expires_at_once(call: Call) -> bool:
    """`git gc --prune=now`, also by a setting that is given or kept."""
    words = _words(call)
    prunes = words[:1] == ("gc",) and call.has("--prune")
    return prunes or any(_is_expiry(*setting) for setting in _settings(call, words))


def _settings(call: Call, words: tuple[str | None, ...]) -> list[tuple[str | None, str | None]]:
    """The settings that are given for this call, or kept for later ones."""
    parts = [(text or "").partition("=") for text in call.options("-c")]
    kept = words[1:3] if words[:1] == ("config",) else ()
    return [*((key, value) for key, _, value in parts), *pairwise(kept)]


def _is_expiry(key: str | None, value: str | None) -> bool:
    if key is None or _EXPIRES.fullmatch(key) is None:
        return False
    return value is None or _AT_ONCE.fullmatch(value) is not None


def _overwrites_branches(call: Call) -> bool:
    """`git fetch origin +main:main`: a branch of this repository becomes another."""
    if _words(call)[:1] not in (("fetch",), ("pull",)):
        return False
    targets = [
        (text.startswith("+") or call.has("-f", "--force"), text.partition(":")[2])
        for text in _words(call)[2:]
        if text is not None
    ]
    return any(forced and target and not _keeps_apart(target) for forced, target in targets)


def _keeps_apart(target: str) -> bool:
    """What others have is kept apart from what is one's own."""
    return target.startswith(("refs/remotes/", "refs/tags/", "refs/pull/", "remotes/"))


def _rewrites_with_bfg(call: Call) -> bool:
    program = (call.program or "").lower()
    jars = [(text or "").rpartition("/")[2].lower() for text in call.options("-jar")]
    return program == "bfg" or (program == "java" and any(jar.startswith("bfg") for jar in jars))


if TYPE_CHECKING:
    Test = Callable[[Call], bool]
#: Rules about what is named rather than how: judged by the words that are known, never by those
#: that could be.
_BY_CALL: dict[str, Test] = {
    "git checkout .": _checks_out_everything,
    "git restore .": _restores_everything,
    "git apply -R": _takes_back_all,
    "git gc --prune": _expires_at_once,
    "git fetch --force": _overwrites_branches,
    "bfg": _rewrites_with_bfg,
}
_GIT = frozenset(("git",))
#: Rules that are judged by the calls of other programs than git.
_CALLED = {"bfg": frozenset(("bfg", "java"))}
#: Forms that do no harm.
_SPARED: dict[str, Test] = {
    "git push": _only_shows,
    "git clean -f": _only_shows,
    "git clean -i": _only_shows,
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
