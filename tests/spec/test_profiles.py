"""spec.profiles: what each generation of the contract changes."""

import pytest

from hookline.spec.events import EVENTS
from hookline.spec.profiles import DEFAULT_PROFILE, MERGES, PROFILES, SURFACES

DEFAULTS = {
    "events": frozenset(EVENTS), "sequential": False, "invalid_blocks": False, "loop_limit": None, "renames": {}, "also": {},
    "in_seconds": frozenset(), "without": frozenset(), "project_experiment": None,
}  # fmt: skip

#: Seed 002, Hook Types.
TWELVE = frozenset({
    "beforeShellExecution", "afterShellExecution", "beforeMCPExecution", "afterMCPExecution", "beforeReadFile", "afterFileEdit",
    "beforeTabFileRead", "afterTabFileEdit", "beforeSubmitPrompt", "afterAgentResponse", "afterAgentThought", "stop",
})  # fmt: skip


@pytest.mark.parametrize(
    ("profile", "cursor_version", "differs"),
    [
        pytest.param("cursor", "3.18.25", {}, id="cursor is the default in everything"),
        pytest.param("cursor-2026-09", "3.18.25", {"invalid_blocks": True}, id="cursor-2026-09 blocks on an invalid answer"),
        pytest.param(
            "cursor-2.3", "2.3.41",
            {
                "events": TWELVE,
                "sequential": True,
                "loop_limit": 5,
                "renames": {("beforeSubmitPrompt", "prompt"): "prompt_text"},
                "also": {"file_path": "filePath"},
                "in_seconds": frozenset({("afterMCPExecution", "duration")}),
                "without": frozenset({"transcript_path", "session_id"}),
                "project_experiment": "hooks_ide_project_config",
            },
            id="cursor-2.3 is seed 002",
        ),
    ],
)  # fmt: skip
def test_columns(profile: str, cursor_version: str, differs: dict[str, object]) -> None:
    """DESIGN section 3, before the table, and rule 27."""
    row = PROFILES[profile]
    found = {column: getattr(row, column) for column in row.__slots__ if column not in ("name", "about", "cursor_version")}
    assert (row.name, row.cursor_version, found) == (profile, cursor_version, {**DEFAULTS, **differs})


def test_the_choices_a_host_has() -> None:
    assert (list(PROFILES), DEFAULT_PROFILE, SURFACES, MERGES) == (
        ["cursor", "cursor-2.3", "cursor-2026-09"], "cursor", ("ide", "cloud"), ("priority", "strictest"),
    )  # fmt: skip


def test_what_a_profile_renames_exists() -> None:
    fields = {(event.name, field.name) for event in EVENTS.values() for field in event.fields}
    for profile in PROFILES.values():
        assert set(profile.renames) | profile.in_seconds <= fields
        assert profile.events <= set(EVENTS)
        assert profile.without <= {field.name for event in EVENTS.values() for field in event.base}
