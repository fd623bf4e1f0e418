"""PROFILES: which generation of the contract the engine follows. A difference between them is a
column here.

- `events`: the events that exist. `sequential`: one hook at a time, the first valid answer wins.
- `invalid_blocks`: exit 0 with an answer that is not valid denies on permission gates.
- `loop_limit`: one limit for all scripts, or None where each has its own.
- `renames`: (event, field) → name in the payload. `also`: key → second key written beside it in
  attachments.
- `in_seconds`: (event, field) sent in seconds rather than milliseconds. `without`: base fields not
  sent.
- `project_experiment`: the switch that turns project hooks on, if there is one.
"""

from __future__ import annotations

from hookline.spec.events import EVENTS
from hookline.spec.row import Row


class Profile(Row):
    """One generation of the contract. The columns are described at the top of the module."""

    __slots__ = (
        "name", "about", "cursor_version", "events", "sequential", "invalid_blocks", "loop_limit",
        "renames", "also", "in_seconds", "without", "project_experiment",
    )  # fmt: skip

    name: str
    about: str
    cursor_version: str
    events: frozenset[str]
    sequential: bool
    invalid_blocks: bool
    loop_limit: int | None
    renames: dict[tuple[str, str], str]
    also: dict[str, str]
    in_seconds: frozenset[tuple[str, str]]
    without: frozenset[str]
    project_experiment: str | None

    def __init__(
        self,
        name: str,
        about: str,
        *,
        cursor_version: str,
        events: frozenset[str] = frozenset(EVENTS),
        sequential: bool = False,
        invalid_blocks: bool = False,
        loop_limit: int | None = None,
        renames: dict[tuple[str, str], str] | None = None,
        also: dict[str, str] | None = None,
        in_seconds: frozenset[tuple[str, str]] = frozenset(),
        without: frozenset[str] = frozenset(),
        project_experiment: str | None = None,
    ) -> None:
        self._set(
            name=name, about=about, cursor_version=cursor_version, events=events,
            sequential=sequential,
            invalid_blocks=invalid_blocks, loop_limit=loop_limit, renames=renames or {}, also=also or {},
            in_seconds=in_seconds, without=without, project_experiment=project_experiment,
        )  # fmt: skip


_ROWS = (
    Profile("cursor", "The documentation of 2026", cursor_version="3.18.25"),
    Profile(
        "cursor-2.3",
        "Cursor 2.3.41: twelve events, one hook at a time, the first valid answer wins",
        cursor_version="2.3.41",
        events=frozenset({
            "beforeShellExecution", "afterShellExecution", "beforeMCPExecution",
            "afterMCPExecution", "beforeReadFile", "afterFileEdit", "beforeTabFileRead",
            "afterTabFileEdit", "beforeSubmitPrompt", "afterAgentResponse", "afterAgentThought",
            "stop",
        }),
        sequential=True,
        loop_limit=5,
        renames={("beforeSubmitPrompt", "prompt"): "prompt_text"},
        also={"file_path": "filePath"},
        in_seconds=frozenset({("afterMCPExecution", "duration")}),
        without=frozenset({"transcript_path", "session_id"}),
        project_experiment="hooks_ide_project_config",
    ),
    Profile(
        "cursor-2026-09",
        "As cursor, but an answer that is not valid blocks on permission gates",
        cursor_version="3.18.25",
        invalid_blocks=True,
    ),
)  # fmt: skip

#: Every profile by name.
PROFILES = {row.name: row for row in _ROWS}
#: The switches profiles have.
EXPERIMENTS = tuple(row.project_experiment for row in _ROWS if row.project_experiment)
DEFAULT_PROFILE = "cursor"
SURFACES = ("ide", "cloud")
MERGES = ("priority", "strictest")
#: Whose payload hooks out of Claude Code's files get.
CLAUDE_PAYLOADS = ("claude", "cursor")
