"""config.script_reads: what a script compares tool_name with, and the fields it reads, in three languages."""

import time

import pytest
from pytest import param

from hookline.config.script_reads import LONGEST_SCRIPT, read_script

NAMES = ("Bash", "Shell", "Edit", "Write", "MultiEdit", "mcp__", "MCP:")
JQ = "tool=$(jq -r .tool_name)\n"
PY = "data = json.load(sys.stdin)\n"


@pytest.mark.parametrize(
    ("text", "compared"),
    [
        param(JQ + '[ "$tool" = "Bash" ] || exit 0', {"Bash": 2}, id="a test"),
        param(JQ + '[[ "$tool" != Bash ]] && exit 0', {"Bash": 2}, id="a double test without quotes"),
        param(JQ + "[[ ${tool} =~ ^(Edit|Write)$ ]]", {"Edit": 2, "Write": 2}, id="an expression"),
        param(JQ + "[[ $tool == mcp__* ]]", {"mcp__": 2}, id="a prefix"),
        param(JQ + 'case "$tool" in\n  Edit|MultiEdit) ;;\n  *) exit 0 ;;\nesac', {"Edit": 3, "MultiEdit": 3}, id="a case"),
        param(JQ + 'echo "$tool" | grep -qE "^(Bash|Edit)$"', {"Bash": 2, "Edit": 2}, id="a grep over the name"),
        param('TOOL=$(echo "$INPUT" | jq -r \'.tool_name // ""\')\n[ "$TOOL" != "Bash" ]', {"Bash": 2}, id="a default in jq"),
        param("jq -e 'select(.tool_name == \"Bash\")'", {"Bash": 1}, id="a comparison in jq"),
        param("jq -e '.tool_name | test(\"Edit|Write\")'", {"Edit": 1, "Write": 1}, id="a test in jq"),
        param("grep -q '\"tool_name\": *\"Bash\"'", {"Bash": 1}, id="a grep over the payload"),
        param("case $p in *'\"tool_name\":\"Bash\"'*) exit 2;; esac", {"Bash": 1}, id="a pattern over the payload"),
        param(PY + 'if data["tool_name"] != "Bash":', {"Bash": 2}, id="an item"),
        param(PY + 'if data.get("tool_name", "") == "Bash":', {"Bash": 2}, id="a get with a default"),
        param(PY + 'name = data.get("tool_name")\nif name in ("Edit", "Write"):', {"Edit": 3, "Write": 3}, id="a tuple"),
        param(
            'WRITERS = {\n    "Edit",\n    "MultiEdit",\n}\ntool_name = data["tool_name"]\nif tool_name not in WRITERS:',
            {"Edit": 2, "MultiEdit": 3}, id="a constant",
        ),
        param('tool_name = d["tool_name"]\nif re.match(r"Edit|Write", tool_name):', {"Edit": 2, "Write": 2}, id="re.match"),
        param('tool = d["tool_name"]\nif tool.startswith("mcp__"):', {"mcp__": 2}, id="startswith"),
        param('tool: str = d["tool_name"]\nif "Bash" == tool:', {"Bash": 2}, id="the name first, and a type"),
        param("if (input.tool_name !== 'Bash') process.exit(0)", {"Bash": 1}, id="JavaScript"),
        param("if (!['Edit', 'Write'].includes(input.tool_name)) return", {"Edit": 1, "Write": 1}, id="includes"),
        param("if (/^(Edit|Write)$/.test(tool_name)) return", {"Edit": 1, "Write": 1}, id="a literal expression"),
        param("const GUARDED = new Set(['Bash']);\nif (GUARDED.has(tool_name))", {"Bash": 1}, id="a Set"),
        param("const { tool_name: tool } = input;\nif (tool === 'Bash')", {"Bash": 2}, id="a name of its own"),
        param("switch (input.tool_name) {\n  case 'Bash':\n    return;\n}", {"Bash": 2}, id="a switch"),
        param("# [ $tool_name = Bash ]\n// tool_name === 'Bash'", {}, id="a comment is no comparison"),
        param('echo "Bash is a tool" # tool_name', {}, id="a word in a message is none"),
        param('log(f"{tool_name}: Bash")', {}, id="neither is one beside the name"),
        param('shell = "Bash"\ntool_name = "Bash"', {}, id="nor an assignment"),
        param('[ "$tool_name" = "Bashful" ]', {}, id="a longer word is another word"),
    ],
)  # fmt: skip
def test_what_tool_name_is_compared_with(text: str, compared: dict[str, int]) -> None:
    assert read_script(text, NAMES).compared == compared


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        param("jq -r .command", {"command"}, id="a filter without quotes"),
        param("jq -r '.command // .tool_input.command // empty'", {"command", "tool_input.command"}, id="alternatives"),
        param("jq -r '.tool_input?.file_path'", {"tool_input.file_path"}, id="a question mark"),
        param("cat ./x.command | sort", set(), id="no jq"),
        param(PY + 'data["tool_input"]["command"]', {"tool_input.command"}, id="items"),
        param(PY + 'data.get("tool_input", {}).get("command", "")', {"tool_input.command"}, id="gets"),
        param(PY + 'ti = data.get("tool_input")\nti["command"]', {"tool_input", "tool_input.command"}, id="by a variable"),
        param('args.get("command")\nos.environ["command"]', set(), id="what is not the payload"),
        param("const d = JSON.parse(raw);\nd.tool_input?.file_path", {"tool_input.file_path"}, id="JavaScript"),
        param("const { command, cwd } = JSON.parse(raw);", {"command", "cwd"}, id="taken apart"),
        param(
            "const d = JSON.parse(raw);\nconst { tool_input } = d;\ntool_input.command", {"tool_input", "tool_input.command"},
            id="taken apart twice",
        ),
    ],
)  # fmt: skip
def test_which_fields_are_read(text: str, fields: set[str]) -> None:
    assert set(read_script(text, NAMES).fields) == fields


@pytest.mark.parametrize(
    ("text", "word", "mentioned"),
    [
        param("x Shell y", "Shell", True, id="a word"),
        param("# Shell", "Shell", False, id="not in a comment"),
        param("Shells", "Shell", False, id="not inside another"),
        param('"MCP:github"', "MCP:", True, id="a prefix that ends in a sign"),
    ],
)
def test_what_is_mentioned(text: str, word: str, mentioned: bool) -> None:
    assert read_script(text, NAMES).mentions(word) == mentioned


@pytest.mark.parametrize(
    "piece",
    [
        param('case "$tool_name" in ', id="cases that never end"),
        param("switch (tool_name) {", id="switches that never end"),
        param("tool_name tool_name = ", id="names"),
        param("x = {'tool_name", id="brackets"),
        param("tool_name == [" + "(" * 50, id="openings"),
        param("a.b.c.d['x']", id="chains"),
        param("tool=tool_name\n", id="assignments"),
    ],
)
def test_a_script_that_is_made_to_be_slow_is_read_in_time(piece: str) -> None:
    text = piece * (LONGEST_SCRIPT // len(piece))
    began = time.process_time()
    read_script(text, NAMES)
    read_script(text.replace(" ", "\n"), NAMES)
    assert time.process_time() - began < 5
