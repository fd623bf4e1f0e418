"""shell-guard: keeps the agent from destroying things: files, disks, processes, machines,
histories, whole environments.

Commands are judged by what they would do, each program by its own rule. A disaster is denied, a
loss is asked about, what only removes things that can be made again passes. It runs nothing and
looks at no file.
"""

from __future__ import annotations

from hookline.kit.commands.command_syntax import calls_itself, emptied, redirected, texts_of
from hookline.kit.commands.destroyed_paths import (
    FILES,
    HISTORY_FILE,
    MANY_OF,
    MILDLY,
    ON_PATHS,
    SOME_OF,
    plain_words,
)
from hookline.kit.commands.destruction import DEVICE, DISASTER, LOSS, judged_by_program
from hookline.kit.commands.fetched_code import fetched_by
from hookline.kit.commands.hidden_harm import harms
from hookline.kit.commands.path_kinds import (
    ALL,
    HISTORY,
    KEPT,
    MADE,
    OUTSIDE,
    UNKNOWN,
    Here,
    is_written_by_programs,
    worst,
)
from hookline.kit.findings import ASK, DENY, Finding, cannot_tell, guard_shell, shown
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from hookline.kit.commands.destroyed_paths import OnPaths
    from hookline.kit.commands.destruction import Judged
    from hookline.kit.findings import ShellCommand
    from hookline.sdk.event_types import Hooks
    from hookline.shell import Call, Reading

MADE_AGAIN = (
    "node_modules", "bower_components", "build", "dist", "out", "target", "coverage", "htmlcov",
    ".next", ".nuxt", ".turbo", ".parcel-cache", ".cache", ".venv", "venv", "env", ".tox", ".nox",
    "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".eggs", ".gradle",
    "obj", "bin", "tmp", ".tmp", "temp", ".terraform", "_build", "DerivedData", ".svelte-kit",
    ".astro", ".vite", ".nyc_output", ".angular", ".expo", ".serverless", ".dart_tool",
    ".output", ".nitro", ".docusaurus", ".vercel", ".netlify", ".wrangler", ".swc", ".eslintcache",
    ".build", "_site", ".jekyll-cache", ".sass-cache", ".ipynb_checkpoints", ".zig-cache", "zig-out",
    ".stack-work", "dist-newstyle", "elm-stuff", ".bloop", ".metals", "playwright-report",
    "test-results", "cmake-build-debug", "cmake-build-release", ".quasar", ".rollup.cache",
    ".pnpm-store", "storybook-static", "Pods", "vendor/bundle", "vendor/cache", ".yarn/cache",
    ".yarn/unplugged", ".bundle/cache",
    # What a package manager writes down of its last run, beside what it has installed.
    "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock",
    "bun.lockb", "deno.lock", "poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "Cargo.lock",
    "Gemfile.lock", "composer.lock", "Podfile.lock", "mix.lock", "pubspec.lock", "go.sum",
)  # fmt: skip
#: What could be hidden where a word is computed.
_COULD_BE = ("rm -rf", "shred", "mkfs", "shutdown")
_WHERE = {
    ALL: "the whole workspace, the home folder, or more",
    OUTSIDE: "something outside the workspace",
    HISTORY: "the history of a repository",
    UNKNOWN: "something that is computed",
    KEPT: "what may be somebody's work",
}
_VITAL = "what the machine, a repository or somebody's access depends on"
_INSTEAD = "Name the one thing that must go, inside the workspace, or leave it to the user."
_DOWNLOADS = frozenset("curl wget fetch aria2c http https xh lynx w3m".split())
#: How bad it is when a file is emptied, by where it is.
_LOST = {OUTSIDE: DISASTER, KEPT: LOSS, HISTORY: DISASTER}
#: Redirections that write a file anew.
_EMPTIES = (">", ">|", "&>")
_RUNS_TEXT = frozenset(
    "sh bash dash zsh ksh ash fish eval source . python python3 node perl ruby php pwsh "
    "osascript".split()
)
_SEARCHES = frozenset("find gfind fd fdfind".split())


def build(hook: Hooks, settings: Settings) -> None:
    decisions = {DISASTER: settings.decision, LOSS: ASK}
    passes = {MADE} | ({KEPT} if settings.inside == "pass" else set())

    def judge(event: ShellCommand) -> Iterator[Finding]:
        reading = event.read_command()
        here = Here(event.cwd, event.workspace_roots, (*MADE_AGAIN, *settings.made_again))
        for how_bad, what in _of_calls(reading, here, passes, settings.sources):
            yield Finding(decisions[how_bad], what, _INSTEAD)
        for how_bad, what in _of_shape(event.shell_command, reading, here):
            yield Finding(decisions[how_bad], what, _INSTEAD)
        for what in harms(event.shell_command, reading, here.is_vital):
            yield Finding(ASK, what, _INSTEAD)
        yield from cannot_tell(reading, _COULD_BE)

    guard_shell(hook, "shell-guard", judge)


def _of_calls(
    reading: Reading, here: Here, passes: set[str], sources: Sequence[str]
) -> Iterator[tuple[str, str]]:
    downloaded = searched = False
    for call in reading.calls:
        if downloaded and _runs_what_came(call, reading):
            yield DISASTER, "what is downloaded is run without anybody having read it."
        if call.code is not None or call.program is None:
            continue
        address = fetched_by(call, sources)
        if address is not None:
            yield LOSS, f"{call.program} fetches {shown([address])} and runs it, unread."
        here.follow(call)
        downloaded |= call.program in _DOWNLOADS
        searched |= call.program in _SEARCHES
        if searched and _is_what_was_found(call):
            continue  # `find` has been judged
        judged = _judged(call, here, passes)
        if judged is not None:
            yield judged


def _judged(call: Call, here: Here, passes: set[str]) -> Judged:
    program = call.program or ""
    if program in ON_PATHS:
        judged = _on_paths(call, ON_PATHS[program](call), here, passes)
        if judged is not None:
            return judged
    return judged_by_program(call)


def _on_paths(call: Call, on_paths: OnPaths, here: Here, passes: set[str]) -> Judged:
    words, what, how = on_paths
    if how == FILES:
        return _on_files(call, words, what, here)
    kind = worst([here.kind(word, below=how in (SOME_OF, MANY_OF)) for word in words])
    is_fine = kind in passes or (kind == KEPT and how == SOME_OF)
    if not words or is_fine:
        return None
    is_mild = kind in (KEPT, UNKNOWN) or (how == MILDLY and kind == ALL)
    return (LOSS if is_mild else DISASTER), f"`{shown(call.words)}` {what} {_WHERE[kind]}."


def _on_files(call: Call, words: list[Any], what: str, here: Here) -> Judged:
    if not any(here.is_vital(_path_of(word)) for word in words):
        return None
    return LOSS, f"`{shown(call.words)}` {what} {_VITAL}."


def _path_of(word: Any) -> str:
    """The path a word names, with the home folder for a variable at its beginning."""
    if word.text is not None or word.start:
        return str(word.text or word.start)
    rest = str(word.known_text).lstrip()
    return f"~{rest}" if rest.startswith("/") and len(word.holes) == 1 else ""


def _is_what_was_found(call: Call) -> bool:
    """`rm` behind `find -exec`: its one word is the name of some file."""
    return call.program == "rm" and all(map(_is_file_name, plain_words(call)))


def _is_file_name(word: Any) -> bool:
    """A word that is nothing but the name of a file, which nobody knows yet."""
    is_one_hole = word.text is None and len(word.pieces) == 1
    return is_one_hole and word.holes[0].file_name and not word.quoted


def _runs_what_came(call: Call, reading: Reading) -> bool:
    if call.code is not None:
        return call.code.text is None and call.code.computed
    if call.program is None:
        return bool(reading.unknown) and any(other.program in _RUNS_TEXT for other in reading.calls)
    return call.program in _RUNS_TEXT and call.texts[1:2] == ("-s",)


def _known(text: str) -> Any:
    from hookline.shell.word import known

    return known(text)


def _of_shape(command: str, reading: Reading, here: Here) -> Iterator[tuple[str, str]]:
    """What redirections and functions do."""
    for text in texts_of(command, reading):
        if calls_itself(text):
            yield DISASTER, "a function starts itself again and again, until nothing else runs."
        for operator, target in redirected(text):
            judged = _written_over(operator, target, here)
            if judged is not None:
                how_bad, what = judged
                yield how_bad, f"`{operator} {shown([target])}` {what}."
        for target in emptied(text):
            how_bad = _LOST.get(here.kind(_known(target)), "")
            if how_bad and "$" not in target and not is_written_by_programs(target):
                yield how_bad, f"`> {shown([target])}` empties what may be somebody's work."


def _written_over(operator: str, target: str, here: Here) -> Judged:
    """What a redirection does to its target."""
    if ">" in operator and (DEVICE.match(target) or target == "/proc/sysrq-trigger"):
        return DISASTER, "overwrites a disk, or stops the machine"
    if here.is_vital(target) and ">" in operator and operator not in _EMPTIES:
        return LOSS, f"changes {_VITAL}"
    if operator not in _EMPTIES:
        return None
    if HISTORY_FILE.search(target):
        return DISASTER, "wipes the command history"
    return (LOSS, f"overwrites {_VITAL}") if here.is_vital(target) else None


KIT = Kit(
    "shell-guard",
    "Denies what destroys files, disks, processes or environments; asks about losses and where it "
    "could be hidden.",
    build=build,
    options=(
        Option("decision", "choice", DENY, "What to do about disasters", (DENY, ASK)),
        Option(
            "inside",
            "choice",
            ASK,
            "Deleting trees in the workspace that may be somebody's work",
            (ASK, "pass"),
        ),
        Option(
            "made_again",
            "words",
            (),
            "More names of folders that can be rebuilt, and so may be deleted",
        ),
        Option(
            "sources",
            "words",
            (),
            "Where code and images may be fetched from and run: deno.land, github.com/acme",
        ),
    ),
    entries=(
        Entry("beforeShellExecution", fail_closed=True),
        Entry("preToolUse", "^Shell$", fail_closed=True),
    ),
    needs=("tree_sitter_bash",),
)
