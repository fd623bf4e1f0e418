"""Input fields: the base fields every hook receives, and `Field`, the row that describes one of
them.

`type` is a small language of its own: `string`, `number`, `boolean`, `object`, `string[]`,
`object[]`, with `|null` where null is a value. Everything else (JSON Schema, SDK types, docs,
samples) is derived from these rows.
"""

from __future__ import annotations

from hookline.spec.row import Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Field(Row):
    """One input field: its name, type, sample value, what it holds, and the words it may take, if
    it is a choice.
    """

    __slots__ = ("name", "type", "sample", "about", "words", "optional")

    name: str
    type: str
    sample: Any
    about: str
    words: tuple[str, ...]
    optional: bool

    def __init__(
        self,
        name: str,
        type: str,
        sample: Any,
        about: str,
        words: tuple[str, ...] = (),
        optional: bool = False,
    ) -> None:
        self._set(name=name, type=type, sample=sample, about=about, words=words, optional=optional)


EVENT_NAME = Field("hook_event_name", "string", "", "Which event this is")
CURSOR_VERSION = Field(
    "cursor_version",
    "string",
    "3.18.25",
    "Version of the host, or of the Cursor contract it follows",
)
WORKSPACE_ROOTS = Field(
    "workspace_roots",
    "string[]",
    ["/work/shop"],
    "Root folders of the workspace, the main one first",
)
USER_EMAIL = Field(
    "user_email", "string|null", None, "E-mail address of the signed-in user, if there is one"
)

#: Fields of every event that belongs to a conversation, in the order in which they are sent.
BASE = (
    Field(
        "conversation_id",
        "string|null",
        "conv-8f14e45f",
        "The conversation, the same over many turns",
    ),
    Field(
        "session_id",
        "string|null",
        "conv-8f14e45f",
        "The same as conversation_id; each fills the other",
    ),
    Field("generation_id", "string|null", "gen-45c48cce", "Changes with every user message"),
    Field("model", "string|null", "claude-sonnet-4-20250514", "Model the conversation uses"),
    EVENT_NAME,
    CURSOR_VERSION,
    WORKSPACE_ROOTS,
    USER_EMAIL,
    Field(
        "transcript_path",
        "string|null",
        None,
        "Transcript of the conversation; null when transcripts are off",
    ),
)

#: Fields of an event outside any conversation (`workspaceOpen`).
BASE_WITHOUT_CONVERSATION = (EVENT_NAME, CURSOR_VERSION, WORKSPACE_ROOTS, USER_EMAIL)

#: Fields seeds name in `${...}`; a hook's command may name them, and then they are environment
#: variables.
PLACEHOLDERS = ("command", "prompt", "file_path", "status")
