"""`hookline convert FROM [PATH] --to TO`: hooks of one tool as hooks of another, with a note on
everything.

Without `--write` nothing is written. What is there is kept: other hooks, other settings, files that
Hookline did not write.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

from hookline.cli.faults import FINDINGS, FINE, MissingInput, Refused, Usage
from hookline.cli.shared_options import output_options
from hookline.cli.show.decision_text import place_of as place_of_problem
from hookline.cli.show.decision_text import sentence_of, trust_line
from hookline.cli.show.safe_text import safe, short_path
from hookline.cli.show.terminal import Screen
from hookline.cli.write_steps import Step, carry_out, read_text
from hookline.dialects.conversion import CURSOR, WrittenFile
from hookline.dialects.note import LOST, Note, loses_a_gate
from hookline.dialects.page import NAME, is_ours, page, place, summary
from hookline.dialects.table import DIALECTS
from hookline.dialects.translation import (
    Conversion,
    Source,
    convert,
    convert_rules,
    for_a_person,
    place_of,
)
from hookline.hookify.mapping import MAPPINGS
from hookline.hookify.rule import READINGS
from hookline.model import Problem
from hookline.near import did_you_mean
from hookline.spec.dialect_words import PERSONAL

HOOKIFY = "hookify"
_FORMS = ("scripts", "rules")
_MARK = "Written by `hookline convert"
_STYLES = {"kept": "good", "changed": "warn", "lost": "bad"}
_NAMES = ", ".join(DIALECTS)


def _known(ctx: click.Context, param: click.Parameter, name: str) -> str:
    known = (*DIALECTS, HOOKIFY) if param.name == "dialect" else (*DIALECTS,)
    if param.name == "to" and name == HOOKIFY:
        raise Usage("hookify rules are read, not written. Convert to one of " + _NAMES + ".", ctx)
    if name not in known:
        hint = did_you_mean(name, known) or f" There are {', '.join(known)}."
        raise Usage(f"There is no dialect {safe(name)!r}.{hint}", ctx)
    return name


@click.command(
    name="convert",
    epilog=f"\b\nDialects:\n  {_NAMES}\n  hookify (only as FROM)\n\n\b\nExamples:\n  hookline convert claude --to cursor\n"
    "  hookline convert hookify --to cursor --write\n  hookline convert cursor --to gemini --write --strict",
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
    dialect: str, path: str, to: str, write: bool, out: str | None, strict: bool, reading: str | None, mapping: str | None,
    form: str | None, screen: Screen, as_json: bool, may_ask: bool,
) -> int:  # fmt: skip
    """Convert hooks of one tool to another, and say what was kept, changed and lost.

    FILE is a hook file of FROM; DIR a project that has some, the current folder when absent.
    """
    rules = {"--reading": reading, "--mapping": mapping, "--as": form}
    _check_usage(dialect, to, path, rules)
    root, made = _made(dialect, to, path, out, rules)
    base = os.path.abspath(out) if out is not None else root
    at_home = os.path.realpath(base) == os.path.realpath(os.path.expanduser("~"))
    if at_home:
        made = _for_a_person(dialect, to, made)
    steps = tuple(_step(base, file, DIALECTS[to].path) for file in made.files)
    held = strict and loses_a_gate(made.notes)
    if made.files:
        steps += (_page_step(base, dialect, to, made),)
    if write and not held:
        carry_out(steps)
    if as_json:
        screen.json(_as_dict(dialect, to, made, steps, written=write and not held and bool(steps)))
    else:
        _show(
            screen,
            made,
            steps,
            write=write,
            held=held,
            trust=base if to == CURSOR and not at_home else "",
        )
    failed = (
        held or any(problem.severity == "error" for problem in made.problems) or _is_refused(made)
    )
    return FINDINGS if failed else FINE


def _for_a_person(dialect: str, to: str, made: Conversion) -> Conversion:
    if dialect == HOOKIFY or to not in PERSONAL:
        what = (
            "hookify has no rules for"
            if dialect == HOOKIFY
            else f"{DIALECTS[to].title} keeps hooks elsewhere in"
        )
        raise Refused(f"{what} a person's home. Convert into a project: --out DIR")
    return made._replace(files=for_a_person(to, made.files))


def _check_usage(dialect: str, to: str, path: str, rules: dict[str, str | None]) -> None:
    if dialect == to:
        raise Usage(f"There is nothing to convert from {dialect} to {to}.")
    given = [name for name, value in rules.items() if value is not None]
    if given and dialect != HOOKIFY:
        raise Usage(
            f"{given[0]} is about hookify rules: hookline convert hookify --to {to} {given[0]} …"
        )
    if not os.path.lexists(path):
        raise MissingInput(f"There is no file or folder {safe(path)}.")


def _made(
    dialect: str, to: str, path: str, out: str | None, rules: dict[str, str | None]
) -> tuple[str, Conversion]:
    """The project that was read, and the conversion."""
    if dialect == HOOKIFY:
        return _made_of_rules(to, path, out, rules)
    found = place_of(dialect, path)
    if not found.files:
        own = DIALECTS[dialect].path
        raise MissingInput(
            f"There is no {own} in {safe(short_path(found.root))}. Name the file, or the project it is in."
        )
    sources = [_source(file, found.root) for file in found.files]
    read = [source for source in sources if isinstance(source, Source)]
    made = convert(
        dialect, to, read, _existing(os.path.abspath(out) if out is not None else found.root)
    )
    unread = tuple(problem for problem in sources if isinstance(problem, Problem))
    return found.root, made._replace(problems=unread + made.problems)


def _made_of_rules(
    to: str, path: str, out: str | None, rules: dict[str, str | None]
) -> tuple[str, Conversion]:
    from hookline.hookify.workspace_rules import convert as convert_folder

    if not os.path.isdir(path):
        raise Usage(
            "hookify rules are converted by the folder: name the workspace, or its .claude."
        )
    options = {
        name.lstrip("-"): value
        for name, value in rules.items()
        if name != "--as" and value is not None
    }
    found = convert_folder(path, **options, as_rules=rules["--as"] == "rules", start=_start())
    if any(problem.code == "no-rules" for problem in found.problems):
        raise MissingInput(
            f"There are no hookify rules in {safe(short_path(found.root))}: {found.problems[0].problem}."
        )
    return found.root, convert_rules(
        found, to, _existing(os.path.abspath(out) if out is not None else found.root)
    )


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


def _existing(root: str) -> Callable[[str], str]:
    return lambda path: read_text(os.path.join(root, path)) or ""


def _step(root: str, file: WrittenFile, config: str) -> Step:
    path = os.path.join(root, file.path)
    text = read_text(path)
    if text is None:
        about = (
            "translates while they run"
            if "hookline_adapter" in file.path
            else f"{file.text.count(chr(10))} lines"
        )
        return Step("created", path, about, file.text, file.executable)
    if text == file.text:
        return Step(
            "kept", path, "is there already, as it would be written", file.text, file.executable
        )
    merged = file.path == config
    if not merged and _MARK not in text and not file.path.endswith(".json"):
        raise Refused(
            f"{safe(short_path(path))} is there already, and Hookline did not write it. Nothing was changed. Move it away."
        )
    about = "what is there is kept" if merged else "written anew"
    return Step("changed", path, about, file.text, file.executable)


def _page_step(root: str, dialect: str, to: str, made: Conversion) -> Step:
    path = os.path.join(root, os.path.dirname(DIALECTS[to].path), NAME)
    title = f"{DIALECTS[dialect].title if dialect in DIALECTS else dialect} to {DIALECTS[to].title}"
    title += f": {', '.join(made.sources)}" if made.sources else ""
    text = read_text(path)
    if text is not None and not is_ours(text):
        return Step("kept", path, "is somebody else's page: the notes are not written")
    fresh = page(text or "", title, made.notes, made.differences)
    did = "created" if text is None else "kept" if text == fresh else "changed"
    return Step(did, path, "these notes", fresh)


def _is_refused(made: Conversion) -> bool:
    """Whether there is nothing to write though there are hooks: the file that is there cannot take them."""
    return not made.files and any(
        note.kind == LOST and note.sentence.startswith("nothing is written") for note in made.notes
    )


def _as_dict(
    dialect: str, to: str, made: Conversion, steps: tuple[Step, ...], *, written: bool
) -> dict[str, Any]:
    return {
        "from": dialect, "to": to, "written": written,
        "files": [{"did": one.did, "path": one.path, "executable": one.executable, "text": one.text} for one in steps],
        "notes": [note.as_dict() for note in made.notes], "differences": [note.as_dict() for note in made.differences],
        "problems": [problem.as_dict() for problem in made.problems], "loses_a_gate": loses_a_gate(made.notes),
    }  # fmt: skip


def _show(
    screen: Screen,
    made: Conversion,
    steps: tuple[Step, ...],
    *,
    write: bool,
    held: bool,
    trust: str,
) -> None:
    for problem in made.problems:
        screen.say(
            (place_of_problem(problem), "place"),
            ": ",
            (f"{problem.severity}[{problem.code}] ", "bad"),
            sentence_of(problem),
        )
    if not write:
        _show_texts(screen, made, steps)
    _show_notes(screen, made.notes)
    if made.differences:
        screen.say(("Where hookify's own reading differs:", "title"))
        _show_notes(screen, made.differences)
    done = write and not held
    words = (
        {} if done else {"created": "Would create", "changed": "Would change", "kept": "Would keep"}
    )
    screen.table(
        [
            (
                (words.get(one.did, one.did.title()), "good"),
                short_path(one.path),
                (one.about, "quiet"),
            )
            for one in steps
        ],
        indent=0,
    )
    nothing = "No hook could be read." if made.problems else "There are no hooks in it."
    screen.say(summary(made.notes) if made.notes else nothing)
    if held:
        screen.say(
            ("Nothing was written", "bad"),
            ": something that could block is lost, and --strict does not have that.",
        )
    elif steps and not write:
        screen.say("Nothing was written. Add --write to write it.")
    elif steps and trust:
        screen.say("Look at the hooks, then let them run with:")
        screen.say((trust_line(trust), "name"), indent=2)


def _show_texts(screen: Screen, made: Conversion, steps: tuple[Step, ...]) -> None:
    """The configuration as it would be; scripts are only listed, and `--json` has them whole."""
    for file, step in zip(made.files, steps, strict=False):
        if file.path.endswith(".json"):
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
