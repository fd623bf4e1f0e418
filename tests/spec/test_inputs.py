"""spec.inputs: the base fields, as the documentation lists them."""

import pytest

from hookline.spec.inputs import BASE, BASE_WITHOUT_CONVERSATION, EVENT_NAME, PLACEHOLDERS, Field


def test_the_base_fields_and_their_types() -> None:
    """Seed 001, Common schema; `session_id` beside `conversation_id` as in rule 18; null where a host may not know."""
    assert {field.name: field.type for field in BASE} == {
        "conversation_id": "string|null",
        "session_id": "string|null",
        "generation_id": "string|null",
        "model": "string|null",
        "hook_event_name": "string",
        "cursor_version": "string",
        "workspace_roots": "string[]",
        "user_email": "string|null",
        "transcript_path": "string|null",
    }


def test_outside_a_conversation_nothing_of_a_conversation_is_sent() -> None:
    """DIALECTS A2, workspaceOpen."""
    assert [field.name for field in BASE_WITHOUT_CONVERSATION] == [
        "hook_event_name", "cursor_version", "workspace_roots", "user_email",
    ]  # fmt: skip


def test_every_base_field_is_always_there() -> None:
    assert [field.name for field in BASE if field.optional] == []


def test_the_placeholders_of_seed_000() -> None:
    assert PLACEHOLDERS == ("command", "prompt", "file_path", "status")


@pytest.mark.parametrize(
    ("field", "columns"),
    [
        pytest.param(
            Field("cwd", "string", "/w", "Where"),
            ("cwd", "string", "/w", "Where", (), False),
            id="a field as it is by default",
        ),
        pytest.param(
            Field("trigger", "string", "auto", "Why", ("auto", "manual"), True),
            ("trigger", "string", "auto", "Why", ("auto", "manual"), True),
            id="an optional choice of words",
        ),
        pytest.param(
            EVENT_NAME,
            ("hook_event_name", "string", "", "Which event this is", (), False),
            id="the name, which samples fill in",
        ),
    ],
)
def test_columns(field: Field, columns: tuple[object, ...]) -> None:
    assert (field.name, field.type, field.sample, field.about, field.words, field.optional) == columns
