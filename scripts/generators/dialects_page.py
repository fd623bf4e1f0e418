"""The rows of other tools' hook systems in, `docs/dialects.md` out."""

from __future__ import annotations

from collections.abc import Iterator

from generators.markdown import code, fill, plain, table
from hookline.spec.dialect_row import DialectSpec
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS

_COLUMNS = 5  # more do not fit a page
_MATCHING = {
    "exact-or-regex": "a list of exact names, else an unanchored regular expression",
    "regex": "an unanchored regular expression",
    "anchored": "an anchored regular expression",
    "glob": "a pattern with stars, `@server/tool`",
    "none": "none: every hook gets every call",
}


def dialects_page() -> str:
    """The whole page."""
    specs = list(DIALECT_SPECS.values())
    parts = [specs[at : at + _COLUMNS] for at in range(0, len(specs), _COLUMNS)]
    return fill(
        "dialects.md",
        matrix="\n\n".join(map(_matrix, parts)),
        differences="\n".join(_differences(specs)),
        tools=_tools(specs),
        only=table(
            ("Tool", "Events"),
            [(one.title, ", ".join(map(code, sorted(one.only))) or "–") for one in specs],
        ),
        names="\n\n".join(map(_names, parts)),
    )


def _matrix(specs: list[DialectSpec]) -> str:
    rows = [(code(event), *(_cell(one, event) for one in specs)) for event in EVENTS]
    return table(("Event", *(one.title for one in specs)), rows)


def _cell(spec: DialectSpec, event: str) -> str:
    carry = spec.carries.get(event)
    if carry is None:
        return "✗"
    names = ", ".join(
        code(name) + (f" ({', '.join(tools)})" if tools else "") for name, tools in carry.places
    )
    mark = "✗ gate" if _loses_gate(spec, event) else "~" if carry.about else "✓"
    return f"{mark} {names}"


def _loses_gate(spec: DialectSpec, event: str) -> bool:
    return EVENTS[event].gate is not None and not all(
        spec.natives[name].blocks for name, _ in spec.carries[event].places
    )


def _differences(specs: list[DialectSpec]) -> Iterator[str]:
    for event in EVENTS:
        abouts: dict[str, list[str]] = {}
        for one in specs:
            if event in one.carries and (one.carries[event].about or _loses_gate(one, event)):
                abouts.setdefault(
                    one.carries[event].about or "nothing can be stopped there", []
                ).append(one.title)
        yield from (
            f"- {code(event)}, {', '.join(titles)}: {plain(about)}"
            for about, titles in abouts.items()
        )


def _tools(specs: list[DialectSpec]) -> str:
    header = (
        "Tool",
        "File",
        "Timeout",
        "Default",
        "Matchers",
        "failClosed",
        "Can ask",
        "Prompt hooks",
    )
    return table(header, [_tool(one) for one in specs])


def _tool(spec: DialectSpec) -> tuple[str, ...]:
    unit = "milliseconds" if spec.units_per_s == 1000 else "seconds"
    others = [f"{code(name)} {seconds:g} s" for name, seconds in spec.default_s.items() if name]
    closed = code(f"{spec.closed[0]}: {spec.closed[1]}") if spec.closed else "the adapter"
    return (
        spec.title,
        code(spec.path),
        f"{code(spec.timeout_key)}, {unit}" if spec.timeout_key else "none; the adapter's",
        ", ".join([f"{spec.default_s['']:g} s", *others]) if spec.timeout_key else "–",
        _MATCHING[spec.matching],
        closed,
        "yes" if "ask" in spec.says else "no: deny",
        "yes" if spec.prompts else "no",
    )


def _names(specs: list[DialectSpec]) -> str:
    tools = list(dict.fromkeys(tool for one in DIALECT_SPECS.values() for tool in one.tools))
    rows = [
        (code(tool), *(", ".join(map(code, one.tools.get(tool, ()))) or "–" for one in specs))
        for tool in tools
    ]
    rows.append(
        (
            code("MCP:<tool>"),
            *(
                code(one.mcp.format(server="<server>", tool="<tool>")) if one.mcp else "–"
                for one in specs
            ),
        )
    )
    return table(("Cursor", *(one.title for one in specs)), rows)
