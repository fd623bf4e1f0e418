"""The text of a hook's script → what of the payload it relies on: the names it compares `tool_name`
with, and the fields it reads.

Shell, Python and JavaScript are read alike, as text, and nothing is run. It notes only what stands
there plainly: a comparison with a variable that was set from `tool_name`, a jq filter, a field of
what JSON was parsed into. Whatever it does not understand, it leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

#: So much of a script is read, and no line beyond so many characters.
LONGEST_SCRIPT = 128 * 1024
_LONGEST_LINE = 2000
#: So far behind a variable its comparison is looked for.
_NEAR = 160


class Reads(NamedTuple):
    """What a script relies on, each with the line where it stands first.

    `compared`: names that `tool_name` is compared with. `fields`: what it reads of the payload, as
    paths such as `tool_input.command`. `code`: the text without its comments.
    """

    compared: dict[str, int]
    fields: dict[str, int]
    code: str

    def mentions(self, word: str) -> bool:
        """Whether a word stands anywhere in the code."""
        return re.search(_as_word(word), self.code) is not None


def read_script(text: str, names: Iterable[str]) -> Reads:
    """What the script relies on; only these names count as tools."""
    code = _without_comments(text[:LONGEST_SCRIPT])
    name = _any_word(tuple(names))
    compared: dict[str, int] = {}
    for start, values in _comparisons(code):
        for match in name.finditer(values):
            compared.setdefault(match[0], code.count("\n", 0, start + match.start()) + 1)
    fields: dict[str, int] = {}
    for start, path in _fields(code):
        fields.setdefault(path, code.count("\n", 0, start) + 1)
    return Reads(compared, fields, code)


@lru_cache(maxsize=1024)
def _as_word(name: str) -> str:
    """A pattern for a name that stands alone; `mcp__` and `MCP:` are beginnings of names."""
    return rf"(?<![\w-]){re.escape(name)}" + (r"(?![\w-])" if name[-1].isalnum() else "")


@lru_cache(maxsize=16)
def _any_word(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(_as_word, names)))


#: `//` is an operator of jq and Python, so it begins a comment only where it begins the line.
_COMMENT = re.compile(r"(?:(?:^|(?<=\s))#(?!!?\{)|^[ \t]*//)[^\n]*", re.MULTILINE)


def _without_comments(text: str) -> str:
    """The text, comments and endless lines blank; every line keeps its number."""
    lines = (line if len(line) <= _LONGEST_LINE else "" for line in text.split("\n"))
    return _COMMENT.sub("", "\n".join(lines))


# comparisons with tool_name

#: What the name of the tool is called nearly everywhere.
_USUAL_NAMES = ("tool_name", "TOOL_NAME", "toolName")
#: A variable that is set from `tool_name`: `tool=$(jq -r .tool_name)`, `const tool = input.tool_name`.
_SET_FROM_TOOL_NAME = re.compile(
    r"(?:^|[;&|({\s])(?:const |let |var |local |export |readonly )?([A-Za-z_]\w*)"
    r"(?:[ \t]*:[ \t]*[\w\[\]|. ]+)?[ \t]*=(?!=)[^=\n]{0,160}?\btool_name\b",
    re.MULTILINE,
)
#: `const { tool_name: tool } = input`
_RENAMED = re.compile(r"\btool_name[ \t]*:[ \t]*([A-Za-z_]\w*)[^\n{}]{0,80}\}[ \t]*=")
#: Blocks that compare with what stands in them, and where they end: `case "$tool" in Edit|Write) …`,
#: `switch (tool) { case "Bash": …`.
_BLOCKS = (
    (r"\bcase\b[^\n]{0,80}SUBJECT[^\n]{0,80}?\bin\b", "esac"),
    (r"\bswitch[ \t]*\([^\n]{0,80}SUBJECT[^\n]{0,20}?\)[ \t]*\{", "\n}"),
)
_LONGEST_BLOCK = 4000
_MOST_CONSTANTS = 20


def _comparisons(code: str) -> Iterator[tuple[int, str]]:
    """Every text that `tool_name` is compared with, and where it begins."""
    variables = {*_USUAL_NAMES, *_SET_FROM_TOOL_NAME.findall(code), *_RENAMED.findall(code)}
    subject = rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, variables)))})(?!\w)"
    for form in _FORMS:
        for match in re.finditer(form.replace("SUBJECT", subject), code):
            yield match.start("values"), match["values"]
    for opening, closing in _BLOCKS:
        for match in re.finditer(opening.replace("SUBJECT", subject), code):
            end = code.find(closing, match.end(), match.end() + _LONGEST_BLOCK)
            if end >= 0:
                yield match.end(), code[match.end() : end]
    for constant in islice(dict.fromkeys(_constants(code, subject)), _MOST_CONSTANTS):
        yield from _values_of(constant, code)


def _constants(code: str, subject: str) -> Iterator[str]:
    """The names of what `tool_name` is looked up in: `tool in WRITERS`, `WRITERS.has(tool)`."""
    looked_up = re.compile(
        rf"{subject}{_BEHIND}[ \t]*(?:not[ \t]+)?in[ \t]+([A-Za-z_][\w.]*)"
        rf"|([A-Za-z_]\w*)\.(?:includes|has|test)\([^()\n]{{0,60}}{subject}"
    )
    for match in looked_up.finditer(code):
        yield (match[1] or match[2]).rpartition(".")[2]


def _values_of(constant: str, code: str) -> Iterator[tuple[int, str]]:
    """What a constant holds: `WRITERS = {"Edit", "Write"}`, `const WRITERS = /^(Edit|Write)$/`."""
    for match in re.finditer(
        rf"(?<![\w.]){re.escape(constant)}(?:[ \t]*:[^=\n]{{0,80}})?[ \t]*=(?!=)"
        rf"[^\[({{/\n]{{0,40}}[\[({{/](?P<values>[^\])}};]{{0,2000}})",
        code,
    ):
        yield match.start("values"), match["values"]


#: What may stand between the name of a variable and what is done with it: quotes and brackets, and
#: `, "")` of a `.get`.
_BEHIND = r"""(?:["'\]})]|,[ \t]*(?:["'][^"'\n]*["']|None))*(?:\.(?:lower|strip|trim)\(\))?"""
#: The ways to compare in shell, Python, JavaScript, jq and grep.
_FORMS = (
    # [ "$tool" = Bash ], tool != "Bash", tool in ("Edit", "Write"), .tool_name == "Bash"
    rf"\$\{{?SUBJECT{_BEHIND}[ \t]*(?:=~|!?==?)[ \t]*(?P<values>[^\n;&]{{1,{_NEAR}}})",
    rf"SUBJECT{_BEHIND}[ \t]*(?:[!=]==?|not in\b|in\b)[ \t]*(?P<values>[^\n;&?:]{{1,{_NEAR}}})",
    # "Bash" == tool
    r"(?P<values>[\"'][\w:*]+[\"'])[ \t]*[!=]==?[ \t]*[\w.\[\"'$({]*SUBJECT",
    # ["Edit", "Write"].includes(tool), /^(Edit|Write)$/.test(tool), re.match(r"Edit|Write", tool)
    rf"(?P<values>[\[/][^\n\[\]]{{1,{_NEAR}}}[\]/]\w*)"
    r"\.(?:includes|has|test|some|indexOf)\([^()\n]{0,60}SUBJECT",
    rf"\.(?:match|search|fullmatch)\((?P<values>[^\n]{{1,{_NEAR}}}?),[^,\n]{{0,60}}SUBJECT",
    # tool.startswith("mcp__"), tool.match(/Edit|Write/), .tool_name | test("Bash")
    rf"SUBJECT{_BEHIND}(?:\?)?\.(?:startsWith|startswith|match|includes)\((?P<values>[^\n()]{{1,{_NEAR}}})",
    rf"SUBJECT{_BEHIND}[ \t]*\|[ \t]*"
    rf"(?:test|IN|startswith|contains|grep|egrep|rg)\b(?P<values>[^\n;&]{{1,{_NEAR}}})",
    # grep '"tool_name": *"Bash"', case $payload in *'"tool_name":"Bash"'*)
    r"SUBJECT\\?[\"'][^\w\n]{1,24}(?P<values>[\w|()]{2,80})",
)  # fmt: skip


# fields of the payload

_STEP = r"""(?:\.get\(\s*["']\w+["'][^()\n]{0,20}\)|\??\.?\[\s*["']\w+["']\s*\]|\??\.(?!get\()[A-Za-z_]\w*)"""
_STEP_NAME = re.compile(r"""["'](\w+)["']|\.(?!get\()([A-Za-z_]\w*)""")
_CHAIN = re.compile(rf"(?<![\w.\])\"'])([A-Za-z_]\w*)({_STEP}{{1,4}})")
#: What a jq filter reads: `.tool_input.command`, at the beginning of a filter or after a `|` or `//`.
_JQ = re.compile(r"(?<![\w\])}\"./$*-])\.([a-z_]+(?:\??\.[a-z_]+)*)")
_JQ_LINE = re.compile(r"\bjq\b[^\n]*")
_PARSED = re.compile(
    r"([A-Za-z_]\w*)(?:[ \t]*:[ \t]*[\w\[\], .]+)?[ \t]*=(?!=)[ \t]*"
    r"(?:await[ \t]+)?(?:json\.loads?|JSON\.parse)\("
)
_SET_FROM = re.compile(
    r"(?:^|[;{\s])(?:const |let |var )?([A-Za-z_]\w*)(?:[ \t]*:[ \t]*[\w\[\], .]+)?"
    rf"[ \t]*=(?!=)[ \t]*\(?([A-Za-z_]\w*)({_STEP}{{1,2}})",
    re.MULTILINE,
)
_UNPACKED = re.compile(
    r"\{([^{}\n]{1,200})\}[ \t]*=[ \t]*(?:await[ \t]+)?([A-Za-z_]\w*|JSON\.parse\()"
)


def _fields(code: str) -> Iterator[tuple[int, str]]:
    """Every path that is read of the payload, and where."""
    for line in _JQ_LINE.finditer(code):
        for match in _JQ.finditer(line[0]):
            yield line.start() + match.start(), match[1].replace("?", "")
    holds = _what_variables_hold(code)
    for match in _CHAIN.finditer(code):
        if match[1] in holds:
            yield match.start(), ".".join([*holds[match[1]], *_names(match[2])])
    for match in _UNPACKED.finditer(code):
        if match[2] in holds or match[2].startswith("JSON"):
            above = holds.get(match[2], [])
            for name in re.findall(r"(?:^|,)[ \t]*(\w+)", match[1]):
                yield match.start(), ".".join([*above, name])


def _what_variables_hold(code: str) -> dict[str, list[str]]:
    """Variables that hold the payload, or a part of it: its path."""
    holds: dict[str, list[str]] = {name: [] for name in _PARSED.findall(code)}
    for match in _SET_FROM.finditer(code):
        name, root, steps = match.groups()
        if root in holds and name not in holds:
            holds[name] = [*holds[root], *_names(steps)]
    for match in _UNPACKED.finditer(code):
        if "tool_input" in match[1] and (match[2] in holds or match[2].startswith("JSON")):
            holds.setdefault("tool_input", ["tool_input"])
    return holds


def _names(steps: str) -> list[str]:
    return [first or second for first, second in _STEP_NAME.findall(steps)]
