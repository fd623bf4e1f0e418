"""A ready-made hook and its cases in, a transcript of it at work out: added, then fired at by the
real command line.

Everything is really done, in a home of its own: `hookline add`, then an event that the hook acts on
and one that it lets pass, both out of its cases. What differs from run to run is put in the same
words: durations, and where things lie.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from hookline.cases.case_search import kit_files, read_files
from hookline.cases.compare import filled
from hookline.cases.nouns import Case
from hookline.cli.faults import ASK, DENIED, FINE
from hookline.cli.main import main
from hookline.doctor.vitality import acting, must_pass
from hookline.kit.kit_command import command_for

HOME, SHOP = "/home/you", "/home/you/shop"
_PROGRAM = f"{HOME}/.local/bin/hookline"
_STATE = f"{HOME}/.local/state/hookline"
_PATH = "/usr/local/bin:/usr/bin:/bin"
_TOOK = "20 ms"
_MOST_CHARACTERS, _MOST_LINES = 400, 16
_GAP = "  "
#: What is another one every time: moments, and ids of conversations.
_CHANGING = (
    (re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z"), "2026-11-18T09:30:00.000Z"),
    (re.compile(r"\([0-9]{2}:[0-9]{2}:[0-9]{2}, "), "(09:30:00, "),
    (re.compile(r"\bconv-[0-9a-f]{16}\b"), "conv-8f14e45f"),
)


class Scene(NamedTuple):
    """What is shown: the settings the hook is added with, and the cases that are fired."""

    settings: tuple[str, ...]
    cases: tuple[Case, ...]


def scenes(name: str) -> Iterator[Scene]:
    """What could be shown of a hook, the best first: a case it acts on and one it lets pass, with
    the same settings.
    """
    cases = [case for file in read_files(kit_files(name)) for case in file.cases if _is_short(case)]
    groups = dict.fromkeys(
        case.settings
        for case in sorted(cases, key=lambda case: (_is_odd(case), len(case.settings)))
    )
    for settings in groups:
        same = sorted((case for case in cases if case.settings == settings), key=_is_odd)
        acted = acting(same)[:1]
        plain = [case for case in cases if not case.settings and not _is_odd(case)]
        passing = [case for case in (*same, *plain) if must_pass(case)]
        alike = [case for case in passing if acted and case.event == acted[0].event] or passing
        if acted and alike and not any(map(_is_odd, (*acted, alike[0]))):
            yield Scene(settings, (*acted, alike[0]))
    for case in (*sorted(acting(cases), key=_is_odd), *sorted(cases, key=_is_odd)):
        yield Scene(case.settings, (case,))


def _is_short(case: Case) -> bool:
    shown = "".join(_fire(case, SHOP)) + "".join(case.files.values())
    return len(shown) <= _MOST_CHARACTERS and case.timeout_s is None


def _is_odd(case: Case) -> bool:
    """A case of which a terminal shows too much or too little: a state made for it, or nothing but
    a state left behind.
    """
    expect = case.expect
    unseen = (
        bool(expect.files)
        and all("state" in path for path in expect.files)
        and not (expect.outputs or expect.response)
    )
    return bool(_env(case)) or unseen or any("state" in path for path in case.files)


def _env(case: Case) -> dict[str, str]:
    """The environment of a case; a state folder that is only to be looked into afterwards is not
    worth showing.
    """
    made = any("state" in path for path in case.files)
    return {name: value for name, value in case.env.items() if made or name != "HOOKLINE_STATE"}


def transcript(name: str) -> str:
    """The lines of a terminal. Changes this process's environment and folder: to be called in a
    process of its own.
    """
    for scene in scenes(name):
        box = Path(os.path.realpath(tempfile.mkdtemp(prefix="hookline-page-")))
        try:
            played = _play(name, scene, box)
            if played is not None:
                return normal(played, name, box)
        finally:
            os.chdir("/")
            shutil.rmtree(box, ignore_errors=True)
    raise SystemExit(
        f"{name} has no case that a page could show: give it one with an input of a few words"
    )


def _play(name: str, scene: Scene, box: Path) -> str | None:
    """What a terminal shows; None when the hook cannot be added so."""
    shop = box / "home" / "shop"
    shop.mkdir(parents=True)
    os.environ.update(HOME=str(box / "home"), PATH=_PATH, HOOKLINE_STATE=str(box / "state"))
    os.chdir(shop)
    settings = [filled(text, str(shop)) for text in scene.settings]
    add = ["add", name, *(word for text in settings for word in ("--set", text))]
    code, out = _call(add)
    if code:
        return None
    lines = [f"$ {_typed(add)}", *out.partition("\n\n")[0].splitlines()]
    for number, case in enumerate(scene.cases, 1):
        fired = _fired(case, shop, box / f"state{number}")
        if fired is None:
            return None
        lines += ["", *fired]
    return "\n".join(lines)


def _fired(case: Case, shop: Path, state: Path) -> list[str] | None:
    """The terminal of one case; None when it comes out otherwise than the case says."""
    shutil.rmtree(shop)
    shop.mkdir()
    os.chdir(shop)
    env = {name: filled(value, str(shop)) for name, value in _env(case).items()}
    before = dict(os.environ)
    os.environ.update({"HOOKLINE_STATE": str(state), **env})
    lines = []
    for path, text in case.files.items():
        lines += _laid_out(shop / path, filled(text, str(shop)), path)
    fire = ["fire", case.event, *_fire(case, str(shop))]
    code, out = _call([*fire, "--no-journal"])
    os.environ.clear()
    os.environ.update(before)
    words = [f"{name}={_quoted(value)}" for name, value in env.items()]
    lines += [f"$ {' '.join([*words, _typed(fire)])}", *out.rstrip().splitlines()]
    for path in case.expect.files:
        if (shop / path).is_file() and "state" not in path:
            lines += _shown(path, (shop / path).read_text(encoding="utf-8"))
    return (
        lines if code == _exit_code(case) and all(name in out for name in _outputs(case)) else None
    )


def _exit_code(case: Case) -> int:
    """What `fire` ends with when it comes out as the case says."""
    if case.expect.blocked or case.expect.permission == "deny":
        return DENIED
    return ASK if case.expect.permission == "ask" else FINE


def _outputs(case: Case) -> list[str]:
    """Words that the output must hold; messages are shown under other names."""
    names = [*case.expect.outputs, *case.expect.response]
    return [
        name
        for name in names
        if name not in ("user_message", "agent_message", "permission", "continue")
    ]


def _laid_out(path: Path, text: str, name: str) -> list[str]:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755 if text.startswith("#!") else 0o644)
    return _shown(name, text)


def _shown(name: str, text: str) -> list[str]:
    lines = text.rstrip().splitlines()
    return [
        f"$ cat {_quoted(name)}",
        *lines[:_MOST_LINES],
        *(["…"] if len(lines) > _MOST_LINES else []),
    ]


def _fire(case: Case, workspace: str) -> list[str]:
    """The input as options."""
    given = filled(case.input, workspace)
    texts = {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in given.items()
    }
    return [word for name, text in texts.items() for word in ("--set", f"{name}={text}")]


def _typed(arguments: Sequence[str]) -> str:
    """As one would type it: `--set command='git push'`."""
    words = []
    for word in arguments:
        name, equals, value = word.partition("=")
        words.append(
            f"{name}={_quoted(value)}" if equals and name.isidentifier() else _quoted(word)
        )
    return " ".join(["hookline", *words])


def _quoted(text: str) -> str:
    """As a person would quote it."""
    if "'" in text and not set(text) & set('"$`\\!'):
        return f'"{text}"'
    return shlex.quote(text)


def _call(arguments: Sequence[str]) -> tuple[int, str]:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        code = main([*arguments])
    return code, out.getvalue()


def normal(text: str, name: str, box: Path) -> str:
    """The text without what differs from run to run, its tables aligned again."""
    program = command_for(name).removesuffix(f" hook {name}")
    text = re.sub(re.escape(str(box)) + r"/state[0-9]?", _STATE, text)
    text = text.replace(f"{box}/home", HOME).replace(program, _PROGRAM)
    for pattern, instead in _CHANGING:
        text = pattern.sub(instead, text)
    return "\n".join(_aligned(text.splitlines()))


def _aligned(lines: Sequence[str]) -> Iterator[str]:
    """The tables of what ran, with durations that do not change."""
    rest = list(lines)
    while rest:
        line = rest.pop(0)
        heads = line.split()
        if heads[:2] != ["source", "hook"]:
            yield line
            continue
        rows = [heads]
        while rest and rest[0].startswith(_GAP) and rest[0].strip():
            rows.append(_cells(rest.pop(0), len(heads)))
        took = heads.index("took") if "took" in heads else None
        for row in rows[1:]:
            if took is not None:
                row[took] = _TOOK
        widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
        for row in rows:
            yield (
                _GAP
                + _GAP.join(
                    cell.ljust(width) for cell, width in zip(row, widths, strict=True)
                ).rstrip()
            )


def _cells(line: str, columns: int) -> list[str]:
    """The cells of a row; a gap inside a command belongs to the command."""
    cells = re.split(r" {2,}", line.strip())
    extra = len(cells) - columns
    return cells if extra <= 0 else [cells[0], _GAP.join(cells[1 : 2 + extra]), *cells[2 + extra :]]
