"""spec.outputs: every output field with its type and fold, and the two spellings of a name."""

import pytest

from hookline.spec import outputs
from hookline.spec.outputs import Output, to_camel, to_snake

ROWS = {name: row for name, row in vars(outputs).items() if isinstance(row, Output)}


def test_every_output_its_type_and_its_fold() -> None:
    """DESIGN section 3, rules 4 and 5."""
    assert {name: (row.name, row.type, row.fold) for name, row in ROWS.items()} == {
        "USER": ("user_message", "string", "decider"),
        "AGENT": ("agent_message", "string", "decider"),
        "NOTICE": ("user_message", "string", "first"),
        "UPDATED_INPUT": ("updated_input", "object", "first"),
        "MCP_OUTPUT": ("updated_mcp_tool_output", "object", "first"),
        "CONTEXT": ("additional_context", "string", "join"),
        "ENV": ("env", "object", "update"),
        "FOLLOWUP": ("followup_message", "string", "first"),
        "NEW_CONTENT": ("new_content", "string", "agree"),
        "PLUGIN_PATHS": ("pluginPaths", "string[]", "concat"),
    }


def test_only_the_output_of_mcp_tools_is_limited() -> None:
    assert {row.name: row.only_for for row in ROWS.values() if row.only_for} == {
        "updated_mcp_tool_output": ("tool_name", "MCP:")
    }


def test_every_output_says_what_it_does_and_shows_a_value() -> None:
    assert [name for name, row in ROWS.items() if not (row.about and row.sample)] == []


@pytest.mark.parametrize(
    ("snake", "camel"),
    [
        pytest.param("user_message", "userMessage", id="two words"),
        pytest.param("updated_mcp_tool_output", "updatedMcpToolOutput", id="four words"),
        pytest.param("env", "env", id="one word has one spelling"),
    ],
)
def test_spellings(snake: str, camel: str) -> None:
    assert (to_camel(snake), to_snake(camel)) == (camel, snake)


@pytest.mark.parametrize(
    ("row", "alias"),
    [
        pytest.param(outputs.USER, "userMessage", id="a snake_case name is also taken in camelCase"),
        pytest.param(outputs.PLUGIN_PATHS, "plugin_paths", id="a camelCase name is also taken in snake_case"),
        pytest.param(outputs.ENV, "env", id="a single word is its own alias"),
    ],
)
def test_alias(row: Output, alias: str) -> None:
    assert row.alias == alias
