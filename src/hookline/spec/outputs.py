"""Output fields: what a hook's answer may hold, with the type of each and how several values become
one.

Folds: `decider` takes the value of the hook that decided; `first` the first in plan order, noting
the others; `join` all, with a blank line between; `update` merges objects, the higher source
winning a key; `concat` lines lists up; `agree` wants one value: two different ones are a deny.
"""

from __future__ import annotations

from hookline.spec.row import Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DECIDER, FIRST, JOIN, UPDATE, CONCAT, AGREE = (
    "decider",
    "first",
    "join",
    "update",
    "concat",
    "agree",
)


class Output(Row):
    """One output field. `only_for` limits it to events whose input field begins so: (field,
    prefix).

    `alias` is the other spelling of the name, camelCase for snake_case and the reverse; every
    answer is looked up by it. `verb` is what the SDK calls giving it, where a hook can give it
    alone.
    """

    __slots__ = ("name", "type", "fold", "sample", "about", "only_for", "alias", "verb")

    name: str
    type: str
    fold: str
    sample: Any
    about: str
    only_for: tuple[str, str] | None
    alias: str
    verb: str

    def __init__(
        self,
        name: str,
        type: str,
        fold: str,
        sample: Any,
        about: str,
        only_for: tuple[str, str] | None = None,
        verb: str = "",
    ) -> None:
        alias = to_camel(name) if "_" in name else to_snake(name)
        self._set(
            name=name,
            type=type,
            fold=fold,
            sample=sample,
            about=about,
            only_for=only_for,
            alias=alias,
            verb=verb,
        )


def to_camel(name: str) -> str:
    """`user_message` → `userMessage`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def to_snake(name: str) -> str:
    """`pluginPaths` → `plugin_paths`."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name)


USER = Output(
    "user_message",
    "string",
    DECIDER,
    "Not allowed here: see docs/policy.md.",
    "Shown to the person",
)
AGENT = Output(
    "agent_message",
    "string",
    DECIDER,
    "Blocked by policy. Ask the user how to go on.",
    "Told to the model",
)
NOTICE = Output(
    "user_message",
    "string",
    FIRST,
    "The context is being compacted.",
    "Shown to the person",
    verb="tell",
)
UPDATED_INPUT = Output(
    "updated_input", "object", FIRST, {"command": "npm test -- --ci"}, "Tool input to use instead",
    verb="rewrite",
)  # fmt: skip
MCP_OUTPUT = Output(
    "updated_mcp_tool_output", "object", FIRST, {"text": "[redacted]"},
    "Tool result the model sees instead; MCP tools only",
    ("tool_name", "MCP:"), verb="replace_output",
)  # fmt: skip
CONTEXT = Output(
    "additional_context", "string", JOIN, "Tests run with `npm test`.", "Text added to the conversation",
    verb="add_context",
)  # fmt: skip
ENV = Output(
    "env", "object", UPDATE, {"TICKET": "SHOP-42"},
    "Environment variables for later hooks of the conversation",
    verb="set_env",
)  # fmt: skip
FOLLOWUP = Output(
    "followup_message", "string", FIRST, "Two tests fail. Fix them.", "Sent as the next user message",
    verb="follow_up",
)  # fmt: skip
NEW_CONTENT = Output(
    "new_content", "string", AGREE, "API_KEY=[redacted]\n", "Content to read instead of the file's own",
    verb="replace_content",
)  # fmt: skip
PLUGIN_PATHS = Output(
    "pluginPaths", "string[]", CONCAT, ["/work/shop/.plugin"], "Plugin folders to add for this workspace",
    verb="add_plugins",
)  # fmt: skip
