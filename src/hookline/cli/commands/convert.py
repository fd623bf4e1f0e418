"""`hookline convert FROM [PATH] --to TO`: hooks of one tool as hooks of another, with a note on
everything.

Without `--write` nothing is written. What is there is kept: other hooks, other settings, files that
Hookline did not write. Every file of the target is read once and written once.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

import click

from hookline.cli.faults import FINDINGS, FINE, MissingInput, Refused, Usage
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import output_options
from hookline.cli.show.decision_text import place_of as place_of_problem
from hookline.cli.show.decision_text import sentence_of, trust_line
from hookline.cli.show.safe_text import safe, short_path
from hookline.cli.show.terminal import Screen
from hookline.cli.write_steps import Step, carry_out, read_text
from hookline.dialects.conversion import (
    ADAPTER,
    CONFIGURATION,
    CURSOR,
    RULES,
    WrittenFile,
)
from hookline.dialects.note import TWICE, Note, loses_a_gate
from hookline.dialects.page import NAME, is_ours, page, place, summary
from hookline.dialects.table import DIALECTS
from hookline.dialects.translation import Conversion, Source, convert, for_a_person, place_of
from hookline.hookify.mapping import MAPPINGS
from hookline.hookify.rule import READINGS
from hookline.model import Problem
from hookline.near import did_you_mean
from hookline.spec.dialect_words import PERSONAL

HOOKIFY = "hookify"
_FORMS = ("scripts", "rules")
_MARK = "Written by `hookline convert"
_STYLES = {"kept": "good", "changed": "warn", "lost": "bad"}
_WOULD = {"created": "Would create", "changed": "Would change", "kept": "Would keep"}
_NAMES = ", ".join(DIALECTS)


class Request(NamedTuple):
    """What is asked for."""

    dialect: str
    to: str
    path: str
    out: str | None
    rules: Mapping[str, str | None]  # the options for hookify rules, as they were given
    write: bool


class Target:
    """The project that is written into: the present text of its files, each read once."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.is_home = os.path.realpath(root) == os.path.realpath(os.path.expanduser("~"))
        self._texts: dict[str, str | None] = {}

    def text(self, path: str) -> str | None:
        """The text of a file by its path from the root; None when there is none."""
        if path not in self._texts:
            self._texts[path] = read_text(os.path.join(self.root, path))
        return self._texts[path]

    def existing(self, path: str) -> str:
        """The same, empty when there is none."""
        return self.text(path) or ""


class Outcome(NamedTuple):
    """A conversion, what is done with each file, and whether that was done."""

    made: Conversion
    steps: tuple[Step, ...]
    held: bool  # --strict holds it back
    written: bool


def _known(ctx: click.Context, param: click.Parameter, name: str) -> str:
    known = (*DIALECTS, HOOKIFY) if param.name == "dialect" else (*DIALECTS,)
    if param.name == "to" and name == HOOKIFY:
        raise Usage("hookify rules are read, not written. Convert to one of " + _NAMES + ".", ctx)
    if name not in known:
        hint = did_you_mean(name, known) or f" There are {', '.join(known)}."
        raise Usage(f"There is no dialect {safe(name)!r}.{hint}", ctx)
    return name


@click.command(
    cls=GroupedCommand,
    name="convert",
    epilog=(
        f"\b\nDialects:\n  {_NAMES}\n  hookify (only as FROM)\n\n"
        "\b\nExamples:\n  hookline convert claude --to cursor\n"
        "  hookline convert hookify --to cursor --write\n"
        "  hookline convert cursor --to gemini --write --strict"
    ),
)
@click.argument("dialect", metavar="FROM", callback=_known)
@click.argument("path", metavar="[FILE|DIR]", default=".")
@click.option("--to", metavar="TO", required=True, callback=_known, help="The dialect to write.")
@click.option("--write", is_flag=True, help="Write the files, and CONVERSION.md beside them.")
@click.option(
    "--out", metavar="DIR", help="The project to write into. The one that is read when absent."
)
@click.option(
    "--strict", is_flag=True, help="Exit 1, and write nothing, when a gate loses something."
)
@click.option(
    "--reading",
    type=click.Choice(READINGS),
    help="hookify: what rules mean, or what hookify makes of them.",
)
@click.option(
    "--mapping",
    type=click.Choice(MAPPINGS),
    help="hookify: keep its meaning, or use seed 000's table of events.",
)
@click.option(
    "--as",
    "form",
    type=click.Choice(_FORMS),
    help="hookify: a script for each rule, or one process for all.",
)
@output_options
def command(
    dialect: str, path: str, to: str, write: bool, out: str | None, strict: bool,
    reading: str | None, mapping: str | None, form: str | None,
    screen: Screen, as_json: bool, may_ask: bool,
) -> int:  # fmt: skip
    """Convert hooks of one tool to another, and say what was kept, changed and lost.

    FILE is a hook file of FROM; DIR a project that has some, the current folder when absent.
    """
    rules = {"--reading": reading, "--mapping": mapping, "--as": form}
    request = Request(dialect, to, path, out, rules, write)
    _check_usage(request)
    made, target = _conversion(request)
    steps = _steps(request, made, target)
    held = strict and loses_a_gate(made.notes)
    if write and not held:
        carry_out(steps, "" if target.is_home else target.root)
    outcome = Outcome(made, steps, held, written=write and not held and bool(steps))
    if as_json:
        screen.json(_as_dict(request, outcome))
    else:
        _show(screen, request, outcome)
        _show_next(screen, request, outcome, target)
    has_errors = any(problem.severity == "error" for problem in made.problems)
    return FINDINGS if held or has_errors or made.refused else FINE


def _check_usage(request: Request) -> None:
    dialect, to = request.dialect, request.to
    if dialect == to:
        raise Usage(f"There is nothing to convert from {dialect} to {to}.")
    options = [name for name, value in request.rules.items() if value is not None]
    if options and dialect != HOOKIFY:
        example = f"hookline convert hookify --to {to} {options[0]} …"
        raise Usage(f"{options[0]} is about hookify rules: {example}")
    if not os.path.lexists(request.path):
        raise MissingInput(f"There is no file or folder {safe(request.path)}.")


# what is made


def _conversion(request: Request) -> tuple[Conversion, Target]:
    """The conversion, and the project it is to be written into."""
    convert_any = _from_rules if request.dialect == HOOKIFY else _from_files
    made, target = convert_any(request)
    return (_at_home(request, made) if target.is_home else made), target


def _from_files(request: Request) -> tuple[Conversion, Target]:
    found = place_of(request.dialect, request.path)
    root = found.root
    if not found.files:
        own = DIALECTS[request.dialect].path
        raise MissingInput(
            f"There is no {own} in {safe(short_path(root))}.",
            "Name the file, or the project it is in.",
        )
    target = _target(request, root)
    read = [_source(file, root) for file in found.files]
    sources = [source for source in read if isinstance(source, Source)]
    unreadable = tuple(problem for problem in read if isinstance(problem, Problem))
    made = convert(request.dialect, request.to, sources, target.existing)
    return made._replace(problems=unreadable + made.problems), target


def _from_rules(request: Request) -> tuple[Conversion, Target]:
    from hookline.hookify.hooks_json import convert_rules
    from hookline.hookify.workspace_rules import convert as convert_folder

    if not os.path.isdir(request.path):
        raise Usage(
            "hookify rules are converted by the folder: name the workspace, or its .claude."
        )
    options = {
        name: value
        for name in ("reading", "mapping")
        if (value := request.rules[f"--{name}"]) is not None
    }
    as_rules = request.rules["--as"] == "rules"
    rules = convert_folder(request.path, **options, as_rules=as_rules, start=_start())
    if any(problem.code == "no-rules" for problem in rules.problems):
        where, why = safe(short_path(rules.root)), rules.problems[0].problem
        raise MissingInput(f"There are no hookify rules in {where}: {why}.")
    target = _target(request, rules.root)
    return convert_rules(rules, request.to, target.existing), target


def _target(request: Request, root: str) -> Target:
    return Target(root if request.out is None else os.path.abspath(request.out))


def _start() -> str:
    """The words that start this installation."""
    from hookline.kit.kit_command import command_for

    return command_for("x").removesuffix(" hook x")


def _source(path: str, root: str) -> Source | Problem:
    from hookline.config.disk import Contents, read_config

    shown = path.removeprefix(root + os.sep)
    found = read_config(path, 0.0)
    if isinstance(found, Contents):
        return Source(shown, found.text)
    if found is None:
        raise MissingInput(f"There is no file {safe(shown)}.")
    return Problem(
        found.code, "error", shown, found.line, found.column, 1, "", found.problem, found.remedy
    )


def _at_home(request: Request, made: Conversion) -> Conversion:
    if request.dialect == HOOKIFY:
        what = "hookify has no rules for"
    elif request.to not in PERSONAL:
        what = f"{DIALECTS[request.to].title} keeps hooks elsewhere in"
    else:
        return made._replace(files=for_a_person(request.to, made.files))
    raise Refused(f"{what} a person's home. Convert into a project: --out DIR")


# what is done with it


def _steps(request: Request, made: Conversion, target: Target) -> tuple[Step, ...]:
    if not made.files:
        return ()
    steps = [_step(target, file) for file in made.files]
    return (*steps, _page_step(request, made, target))


def _step(target: Target, file: WrittenFile) -> Step:
    path = os.path.join(target.root, file.path)
    text = target.text(file.path)
    if text is None:
        lines = f"{file.text.count(chr(10))} lines"
        about = "translates while they run" if file.role == ADAPTER else lines
        return Step("created", path, about, file.text, file.executable)
    if text == file.text:
        about = "is there already, as it would be written"
        return Step("kept", path, about, file.text, file.executable)
    if file.executable and _MARK not in text:
        raise Refused(
            f"{safe(short_path(path))} is there already, and Hookline did not write it. "
            "Nothing was changed. Move it away."
        )
    about = "what is there is kept" if file.role == CONFIGURATION else "written anew"
    return Step("changed", path, about, file.text, file.executable)


def _page_step(request: Request, made: Conversion, target: Target) -> Step:
    file = os.path.join(os.path.dirname(DIALECTS[request.to].path), NAME)
    path, text = os.path.join(target.root, file), target.text(file)
    if text is not None and not is_ours(text):
        return Step("kept", path, "Hookline did not write this page: the notes are not written")
    fresh = page(text or "", _title(request, made), made.notes, made.differences)
    did = "created" if text is None else "kept" if text == fresh else "changed"
    return Step(did, path, "these notes", fresh)


def _title(request: Request, made: Conversion) -> str:
    row = DIALECTS.get(request.dialect)
    title = f"{row.title if row else request.dialect} to {DIALECTS[request.to].title}"
    return f"{title}: {', '.join(made.sources)}" if made.sources else title


# what is shown


def _as_dict(request: Request, outcome: Outcome) -> dict[str, Any]:
    made = outcome.made
    return {
        "from": request.dialect,
        "to": request.to,
        "written": outcome.written,
        "files": [_file_as_dict(step) for step in outcome.steps],
        "notes": [note.as_dict() for note in made.notes],
        "differences": [note.as_dict() for note in made.differences],
        "problems": [problem.as_dict() for problem in made.problems],
        "loses_a_gate": loses_a_gate(made.notes),
    }


def _file_as_dict(step: Step) -> dict[str, Any]:
    return {
        "did": step.did, "path": step.path, "executable": step.executable, "text": step.text,
    }  # fmt: skip


def _show(screen: Screen, request: Request, outcome: Outcome) -> None:
    made = outcome.made
    for problem in made.problems:
        code = f"{problem.severity}[{problem.code}] "
        screen.say((place_of_problem(problem), "place"), ": ", (code, "bad"), sentence_of(problem))
    if not request.write:
        _show_texts(screen, outcome)
    _show_notes(screen, made.notes)
    if made.differences:
        screen.say(("Where hookify's own reading differs:", "title"))
        _show_notes(screen, made.differences)
    screen.table([_row(step, outcome.written) for step in outcome.steps], indent=0)
    nothing = "No hook could be read." if made.problems else "There are no hooks in it."
    screen.say(summary(made.notes) if made.notes else nothing)


def _row(step: Step, written: bool) -> tuple[Any, ...]:
    did = step.did.title() if written else _WOULD[step.did]
    return (did, "good"), short_path(step.path), (step.about, "quiet")


def _show_texts(screen: Screen, outcome: Outcome) -> None:
    """The configuration as it would be; scripts are only listed, and `--json` has them whole."""
    for file, step in zip(outcome.made.files, outcome.steps, strict=False):
        if file.role in (CONFIGURATION, RULES):
            screen.say((short_path(step.path), "title"))
            screen.text(file.text, indent=2)
            screen.say()


def _show_notes(screen: Screen, notes: tuple[Note, ...]) -> None:
    if notes:
        rows = [
            ((note.kind, _STYLES[note.kind]), (place(note), "place"), note.sentence)
            for note in notes
        ]
        screen.table(rows, heads=("note", "where", "what"))
        screen.say()


def _show_next(screen: Screen, request: Request, outcome: Outcome, target: Target) -> None:
    """What was not done and why, and what is left to do."""
    if outcome.held:
        why = "something that could block would be lost, and --strict does not allow that."
        screen.say(("Nothing was written", "bad"), f": {why}")
        return
    if not outcome.steps:
        return
    twice = [note.file for note in outcome.made.notes if note.about == TWICE]
    if twice:
        screen.say(*_once_only(request, twice))
    if not outcome.written:
        screen.say("Nothing was written. Add --write to write it.")
    elif request.to == CURSOR and not target.is_home:
        screen.say("Review the hooks, then allow them to run with:")
        screen.say((trust_line(target.root), "name"), indent=2)


def _once_only(request: Request, files: list[str]) -> tuple[Any, ...]:
    """What to do about hooks that stand in two files of the project."""
    names = " and ".join(files)
    other = DIALECTS[request.to].path
    return (
        ("Do not keep both: ", "warn"),
        f"the same hooks are in {names} and {other}. Hookline runs each of them once, but a tool "
        f"that reads both files runs it twice. Remove the hooks from {names} if you no longer "
        f"need them there.",
    )
