"""`--input` and `--set` → the input of an event, and which of its fields had to be made up.

Without `--input`, fields nobody gave take the event's sample value, moved into the real workspace,
so that a bare `hookline fire afterFileEdit` shows what a hook would do. With `--input`, the event
is exactly what was given.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import click

from hookline import nesting, strict_json
from hookline.cli.faults import MissingInput, Usage
from hookline.cli.show.safe_text import safe
from hookline.cli.show.terminal import remark
from hookline.engine.misspelt_fields import misspelt_fields
from hookline.near import did_you_mean
from hookline.spec.events import EVENTS, EventSpec
from hookline.spec.profiles import PROFILES
from hookline.spec.samples import sample_values


class Given(NamedTuple):
    """The input of an event; the names of the fields that hold sample values; remarks worth a line
    on stderr.
    """

    input: dict[str, Any]
    samples: tuple[str, ...]
    remarks: tuple[str, ...]


def payload_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--input` and `--set`, as `input_file` and `settings`."""
    command = click.option(
        "--set",
        "settings",
        metavar="KEY=VALUE",
        multiple=True,
        help="Set a field; tool_input.command=ls sets a nested one.",
    )(command)
    return click.option(
        "--input",
        "input_file",
        metavar="FILE",
        help="JSON object with the event's input; - is stdin.",
    )(command)


def read_payload(event: str, input_file: str | None, settings: Sequence[str], root: str) -> Given:
    """The input the options describe."""
    fields = None if input_file is None else object_from(input_file)
    return payload_of(event, fields, settings, root)


def payload_of(
    event: str, given: dict[str, Any] | None, settings: Sequence[str], root: str
) -> Given:
    """The input: what was given, what is set over it, and samples where nothing was given."""
    spec = EVENTS[event]
    fields = dict(given or {})
    for setting in settings:
        apply_setting(fields, spec, setting)
    for field in spec.fields:
        if field.type == "string" and isinstance(fields.get(field.name), dict):
            fields[field.name] = json.dumps(
                fields[field.name]
            )  # a nested --set of a field that carries JSON text
    made_up = {} if given is not None else sample_values(spec, root, fields)
    whole = {**fields, **made_up}
    return Given(whole, tuple(made_up), _unknown_fields(spec, fields, whole))


def object_from(input_file: str) -> dict[str, Any]:
    """The JSON object in the file, or on stdin for `-`."""
    name = "standard input" if input_file == "-" else safe(input_file)
    try:
        if input_file == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(input_file, "rb") as file:
                data = file.read()
    except OSError as error:
        raise MissingInput(f"{name} cannot be read: {error.strerror}.") from error
    return parse_object(data, name)


def parse_object(data: bytes, name: str) -> dict[str, Any]:
    """One JSON object out of the bytes; what is wrong with them is said with its place."""
    try:
        value, folded = nesting.read(data)
    except UnicodeDecodeError as error:
        raise Usage(
            f"{name} is not UTF-8 text (byte {error.start}).", remedy="Save it as UTF-8."
        ) from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Usage(
            f"{name} is not JSON: {error.msg} at {where}.", remedy="Fix it there."
        ) from error
    except ValueError as error:
        raise Usage(f"{name} is not JSON: {safe(str(error))}.") from error
    if folded:
        remark(f"{name}: {nesting.FOLDED}.")
    if not isinstance(value, dict):
        raise Usage(
            f"{name} holds {_kind(value)}; "
            'the input of an event is a JSON object, such as {"command": "ls"}.'
        )
    return value


def apply_setting(given: dict[str, Any], spec: EventSpec, setting: str) -> None:
    """Put one `key=value` into the input."""
    path, equals, text = setting.partition("=")
    keys = path.split(".")
    if not equals or not all(keys):
        raise Usage(f"--set takes key=value, not {safe(setting)!r}.")
    place = given
    for depth, key in enumerate(keys[:-1], start=1):
        inner = place.setdefault(key, {})
        if not isinstance(inner, dict):
            raise Usage(
                f"--set {safe(path)}: {safe('.'.join(keys[:depth]))} is {_kind(inner)}, "
                "which has no fields."
            )
        place = inner
    place[keys[-1]] = _value(text, _type_of(spec, keys))


def _type_of(spec: EventSpec, keys: Sequence[str]) -> str:
    if len(keys) > 1:
        return ""
    return next((field.type for field in (*spec.fields, *spec.base) if field.name == keys[0]), "")


def _value(text: str, type_name: str) -> Any:
    if type_name == "string" or (type_name == "string|null" and text != "null"):
        return text
    try:
        return strict_json.loads(text)
    except ValueError:
        return text


def _unknown_fields(
    spec: EventSpec, fields: Mapping[str, Any], whole: Mapping[str, Any]
) -> tuple[str, ...]:
    """What nobody else says: the decision has notes on the likeliest slips of the pen itself."""
    renamed = [
        name
        for profile in PROFILES.values()
        for (event, _), name in profile.renames.items()
        if event == spec.name
    ]
    known = [field.name for field in (*spec.fields, *spec.base)] + renamed
    remarks = [
        f"{spec.name} has no field {safe(name)!r}; it is passed on as it is.{did_you_mean(name, known)}"
        for name in fields
        if name not in known
    ]
    noted = misspelt_fields(spec, whole)
    return tuple(remark for remark in remarks if remark not in noted)


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    kinds = {bool: "true or false", int: "a number", float: "a number", str: "text", list: "a list"}
    return kinds.get(type(value), "an object")
