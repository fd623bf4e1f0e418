"""`hookline trust [DIR]`: let the hooks of a workspace run, as they are now; shows first what that
means.

What was shown is what is trusted: the files are hashed once, before they are shown, and trust is
given for those hashes.
"""

from __future__ import annotations

import difflib
import os
import shlex
import time
from collections.abc import Sequence
from typing import Any

import click

from hookline.cli.faults import FINE, MissingInput, Refused, Usage
from hookline.cli.hook_files import Sources, load, state
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import output_options, workspace_folder
from hookline.cli.show.decision_text import matcher_of, trust_line, where_of
from hookline.cli.show.safe_text import count, safe, safe_lines, short_path
from hookline.cli.show.terminal import Screen
from hookline.config.trust_store import TrustStore
from hookline.kit.project_launcher import is_launched, remember_program
from hookline.model import Hook, WatchedFile
from hookline.spec.agent_shells import agent_mark

Difference = Sequence[tuple[str, str | None, str | None]]
#: So many files are listed and shown; a repository can have any number of programs.
_MOST_FILES = 200
_DIFF_STYLES = {"+": "good", "-": "bad", "@": "quiet"}


@click.command(
    cls=GroupedCommand,
    name="trust",
    epilog="\b\nExamples:\n  hookline trust\n  hookline trust ~/shop --show\n  hookline trust --list",
)
@click.argument("folder", metavar="[DIR]", default=".")
@click.option(
    "--show",
    "action",
    flag_value="show",
    help="Show everything that would be trusted; trust nothing.",
)
@click.option("--revoke", "action", flag_value="revoke", help="Stop trusting the folder.")
@click.option("--list", "action", flag_value="list", help="List every trusted folder.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask. Required without a terminal.")
@output_options
def command(
    folder: str, action: str | None, yes: bool, screen: Screen, as_json: bool, may_ask: bool
) -> int:
    """Allow the hooks of a workspace to run: those of DIR, or of the current folder.

    Trust covers hooks.json and every workspace file its commands name, as they are now: after a
    change they do not run until you trust them again. Asks before doing anything: without a
    terminal to ask on it needs --yes, and from an agent's shell it refuses.
    """
    if action == "list":
        return _list(screen, as_json)
    if action == "revoke":
        _require_a_person()
        return _revoke(screen, folder, as_json)
    root = workspace_folder(folder)
    sources = load([root])
    covered = sources.loader.covered(root)
    if action == "show":
        return _show(screen, sources, root, covered, as_json=as_json)
    return _give(screen, sources, root, covered, as_json=as_json, yes=yes, may_ask=may_ask)


def _require_a_person() -> None:
    """An agent must not approve its own edits, nor switch off the hooks that watch it."""
    mark = agent_mark(os.environ)
    if mark is not None:
        raise Refused(
            f"Nothing was changed: {mark.agent} is calling ({mark.variable} is set), and only a person "
            "decides whose hooks run.",
            "Run it in a terminal of your own.",
        )


def _show_launchers_this_program() -> None:
    """Launchers of projects start the Hookline that a person trusted them with."""
    if agent_mark(os.environ) is None:
        remember_program(state())


def _give(
    screen: Screen,
    sources: Sources,
    root: str,
    covered: Sequence[WatchedFile],
    *,
    as_json: bool,
    yes: bool,
    may_ask: bool,
) -> int:
    """Show, ask, trust."""
    before = sources.trust_of(root)
    was_trusted = before is not None and before.trusted
    if before and not was_trusted:
        _require_a_person()
        if not covered:
            return _settle(screen, sources, root, before.changed, as_json=as_json)
        if as_json and not yes:
            raise Usage("--json cannot ask.", remedy="Add --yes, or look first with --show.")
        if not as_json:
            _show_contents(screen, sources, root, covered, whole=bool(before.changed))
        if not yes:
            _ask(screen, root, may_ask=may_ask)
        sources.store.give(root, covered)
    if before and any(is_launched(hook.command) for hook in _hooks_of(sources, root)):
        _show_launchers_this_program()
    if as_json:
        screen.json(_as_dict(sources, root, covered, trusted=bool(covered)))
    else:
        _show_given(screen, sources, root, was_trusted=was_trusted)
    return FINE


def _settle(
    screen: Screen, sources: Sources, root: str, changed: Sequence[str], *, as_json: bool
) -> int:
    """The folder's hooks are gone: with nothing left to trust, no result needs to say so any more."""
    sources.store.take(root)
    if as_json:
        screen.json(_as_dict(sources, root, (), trusted=False))
    else:
        screen.say(
            f"There are no hooks in {short_path(root)} any more ({', '.join(changed)}): "
            "there is nothing to trust."
        )
    return FINE


def _ask(screen: Screen, root: str, *, may_ask: bool) -> None:
    """Ask whether to trust; Refused unless the answer is yes."""
    screen.flush()
    if not may_ask:
        raise Refused(
            "Nothing was trusted: there is no terminal to ask on.",
            f"To trust these hooks as they are, run: {trust_line(root)} --yes",
        )
    question = f"Allow these hooks of {safe(short_path(root))} to run?"
    if not click.confirm(question, default=False, err=True):
        raise Refused("Nothing was trusted.")


def _show_given(screen: Screen, sources: Sources, root: str, *, was_trusted: bool) -> None:
    if sources.trust_of(root) is None:
        screen.say(
            f"There are no hooks in {short_path(root)} that need trust. `hookline list` shows all hooks."
        )
        _show_problems(screen, sources, root)
    elif was_trusted:
        screen.say((short_path(root), "name"), " is already trusted as it is now.")
        for remark in sources.loader.remarks(root):
            screen.say(safe(str(remark)))
    else:
        screen.say(
            ("Trusted", "good"),
            f" {short_path(root)}: its hooks run until one of these files changes.",
        )
        screen.say("To revoke it:  ", (f"{trust_line(root)} --revoke", "name"))


def _show(
    screen: Screen, sources: Sources, root: str, covered: Sequence[WatchedFile], *, as_json: bool
) -> int:
    trust = sources.trust_of(root)
    if as_json:
        screen.json(_as_dict(sources, root, covered, trusted=bool(trust and trust.trusted)))
    elif trust is None or trust.trusted:
        _show_given(screen, sources, root, was_trusted=trust is not None)
    elif not covered:
        screen.say(
            f"There are no hooks in {short_path(root)} any more: {', '.join(trust.changed)}."
        )
        screen.say("Nothing has been settled yet. To settle it:  ", (trust_line(root), "name"))
    else:
        _show_contents(screen, sources, root, covered, whole=True)
        screen.say("Nothing has been trusted yet. To trust it:  ", (trust_line(root), "name"))
    return FINE


def _show_contents(
    screen: Screen, sources: Sources, root: str, covered: Sequence[WatchedFile], *, whole: bool
) -> None:
    """The hooks, the files, and what is new in them: whole, or only how to see it."""
    hooks = _hooks_of(sources, root)
    screen.say(f"{count(len(hooks), 'hook')} in ", (short_path(root), "name"), ":")
    rows = [
        (
            hook.event,
            hook.source,
            (hook.command, "whole"),  # nobody trusts what is cut away
            matcher_of(hook),
            (where_of(hook), "place"),
        )
        for hook in hooks
    ]
    screen.table(rows, heads=("event", "source", "hook", "matcher", "where"))
    difference = sources.store.difference(root, covered)
    changed = {name for name, _, _ in difference}
    trust = sources.trust_of(root)
    again = bool(trust and trust.changed)
    screen.say(f"{count(len(covered), 'file')} that they use:")
    screen.table(
        [_file_row(file, root, changed if again else set()) for file in covered[:_MOST_FILES]]
    )
    if len(covered) > _MOST_FILES:
        screen.say(f"and {len(covered) - _MOST_FILES} more: --json lists all of them", indent=2)
    for remark in sources.loader.remarks(root):
        screen.say(safe(str(remark)))
    if whole:
        for name, old, new in difference[:_MOST_FILES]:
            _show_difference(screen, name, old, new)
    else:
        screen.say("To read them here:  ", (f"{trust_line(root)} --show", "name"))
    _show_problems(screen, sources, root)
    screen.say()


def _file_row(file: WatchedFile, root: str, changed: set[str]) -> tuple[Any, ...]:
    name = os.path.relpath(file.path, root)
    if file.sha256 is None:
        return name, ("does not exist", "warn")
    return name, ("changed since you trusted it", "warn") if name in changed else ""


def _show_difference(screen: Screen, name: str, old: str | None, new: str | None) -> None:
    screen.say()
    screen.say((name, "title"))
    if new is None:
        screen.say(("(the file does not exist)", "quiet"), indent=2)
        return
    if old is None:
        for number, line in enumerate(safe_lines(new), start=1):
            screen.say((f"{number:>4} ", "quiet"), line)
        return
    for line in list(difflib.unified_diff(safe_lines(old), safe_lines(new), lineterm="", n=3))[2:]:
        screen.say((line, _DIFF_STYLES.get(line[0], "")), indent=2)


def _show_problems(screen: Screen, sources: Sources, root: str) -> None:
    errors = [problem for problem in sources.hooks.problems if problem.severity == "error"]
    if errors:
        line = f"{count(len(errors), 'error')} in the files: hookline check --workspace {shlex.quote(root)}"
        screen.say((line, "bad"))


def _hooks_of(sources: Sources, root: str) -> list[Hook]:
    return [hook for hook in sources.hooks.hooks if hook.needs_trust and hook.root == root]


def _as_dict(
    sources: Sources, root: str, covered: Sequence[WatchedFile], *, trusted: bool
) -> dict[str, Any]:
    hooks = _hooks_of(sources, root)
    return {
        "root": root,
        "trusted": trusted,
        "hooks": [
            {
                "event": hook.event,
                "source": hook.source,
                "command": hook.command,
                "where": hook.where,
            }
            for hook in hooks
        ],
        "files": [{"path": file.path, "sha256": file.sha256} for file in covered],
        "remarks": [remark._asdict() for remark in sources.loader.remarks(root)],
    }


def _revoke(screen: Screen, folder: str, as_json: bool) -> int:
    """Also for a folder that is gone: its entry is there to be removed."""
    root = os.path.abspath(folder)
    was_trusted = TrustStore(state()).take(root)
    if not was_trusted and not os.path.isdir(root):
        raise MissingInput(
            f"There is no folder {safe(folder)}, and no folder of that name is trusted."
        )
    if as_json:
        screen.json({"root": root, "trusted": False, "was_trusted": was_trusted})
    elif was_trusted:
        screen.say(f"{short_path(root)} is no longer trusted: its hooks do not run.")
    else:
        screen.say(f"{short_path(root)} was not trusted. Nothing changed.")
    return FINE


def _list(screen: Screen, as_json: bool) -> int:
    folders = [(entry, _state_of(entry.root)) for entry in TrustStore(state()).entries()]
    if as_json:
        rows = [
            {"root": entry.root, "at": entry.at, "files": len(entry.files), "state": state_now}
            for entry, state_now in folders
        ]
        screen.json({"folders": rows})
    elif folders:
        cells = [
            (
                (short_path(entry.root), "name"),
                _when(entry.at),
                count(len(entry.files), "file"),
                state_now,
            )
            for entry, state_now in folders
        ]
        screen.table(cells, heads=("folder", "trusted at", "for", "now"), indent=0)
    else:
        screen.say(
            "No folder is trusted. To allow a workspace's hooks to run:  ",
            ("hookline trust DIR", "name"),
        )
    return FINE


def _state_of(root: str) -> str:
    if not os.path.isdir(root):
        return "folder no longer exists"
    trust = load([root]).trust_of(root)
    if trust is None:
        return "has no hooks"
    return "trusted" if trust.trusted else ", ".join(trust.changed)


def _when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
