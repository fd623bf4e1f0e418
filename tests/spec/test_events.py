"""spec.events: the 21 rows, compared with what the seeds and DESIGN section 3 say of each event."""

import re
from pathlib import Path

import pytest

from hookline.spec.events import EVENTS, EventSpec
from hookline.spec.inputs import BASE, BASE_WITHOUT_CONVERSATION
from hookline.spec.outputs import FOLLOWUP, PLUGIN_PATHS, USER

SEEDS = Path(__file__).resolve().parents[3] / "shared" / "seeds"

#: Rule 1: the 20 of seed 001, in its order of mention, and workspaceOpen.
NAMES = [
    "sessionStart", "sessionEnd", "preToolUse", "postToolUse", "postToolUseFailure", "subagentStart", "subagentStop",
    "beforeShellExecution", "afterShellExecution", "beforeMCPExecution", "afterMCPExecution", "beforeReadFile", "afterFileEdit",
    "beforeTabFileRead", "afterTabFileEdit", "beforeSubmitPrompt", "afterAgentResponse", "afterAgentThought", "preCompact",
    "stop", "workspaceOpen",
]  # fmt: skip


def test_the_events() -> None:
    assert list(EVENTS) == NAMES


def test_a_row_is_found_by_its_own_name() -> None:
    assert [row.name for row in EVENTS.values()] == NAMES


GATES = {
    "preToolUse": ("permission", "ignore"),
    "subagentStart": ("permission", "deny"),
    "beforeShellExecution": ("permission", "host"),
    "beforeMCPExecution": ("permission", "host"),
    "beforeReadFile": ("permission", None),
    "beforeTabFileRead": ("permission", None),
    "beforeSubmitPrompt": ("continue", None),
    "afterAgentResponse": ("permission", None),
}


def test_gates_and_what_ask_means_there() -> None:
    """Rules 11 and 12."""
    assert {name: (row.gate, row.ask) for name, row in EVENTS.items() if row.gate} == GATES


def test_an_observer_has_no_rule_for_ask() -> None:
    assert [name for name, row in EVENTS.items() if row.ask and not row.gate] == []


def test_subjects_of_matchers() -> None:
    """Rule 14; None: a matcher means nothing there."""
    assert {name: row.subject for name, row in EVENTS.items()} == {
        "sessionStart": None,
        "sessionEnd": None,
        "preToolUse": ("field", "tool_name"),
        "postToolUse": ("field", "tool_name"),
        "postToolUseFailure": ("field", "tool_name"),
        "subagentStart": ("field", "subagent_type"),
        "subagentStop": ("field", "subagent_type"),
        "beforeShellExecution": ("field", "command"),
        "afterShellExecution": ("field", "command"),
        "beforeMCPExecution": ("mcp", "tool_name"),
        "afterMCPExecution": ("mcp", "tool_name"),
        "beforeReadFile": ("fixed", "Read"),
        "afterFileEdit": ("fixed", "Write"),
        "beforeTabFileRead": ("fixed", "TabRead"),
        "afterTabFileEdit": ("fixed", "TabWrite"),
        "beforeSubmitPrompt": ("fixed", "UserPromptSubmit"),
        "afterAgentResponse": ("fixed", "AgentResponse"),
        "afterAgentThought": ("fixed", "AgentThought"),
        "preCompact": ("field", "trigger"),
        "stop": ("fixed", "Stop"),
        "workspaceOpen": None,
    }


def test_outputs_besides_the_gate() -> None:
    """Seed 001, the output tables; `new_content` from rule 5, `pluginPaths` from DIALECTS A2."""
    assert {name: [out.name for out in row.outputs] for name, row in EVENTS.items() if row.outputs} == {
        "sessionStart": ["env", "additional_context"],
        "preToolUse": ["user_message", "agent_message", "updated_input"],
        "postToolUse": ["additional_context", "updated_mcp_tool_output"],
        "subagentStart": ["user_message"],
        "subagentStop": ["followup_message"],
        "beforeShellExecution": ["user_message", "agent_message"],
        "beforeMCPExecution": ["user_message", "agent_message"],
        "beforeReadFile": ["user_message", "new_content"],
        "beforeTabFileRead": ["user_message", "new_content"],
        "beforeSubmitPrompt": ["user_message"],
        "afterAgentResponse": ["user_message"],
        "preCompact": ["user_message"],
        "stop": ["followup_message"],
        "workspaceOpen": ["pluginPaths"],
    }


def test_a_message_is_the_deciders_at_a_gate_and_the_first_elsewhere() -> None:
    folds = {(bool(row.gate), out.fold) for row in EVENTS.values() for out in row.outputs if out.name == "user_message"}
    assert folds == {(True, "decider"), (False, "first")}


FIELDS = {
    "sessionStart": "session_id is_background_agent composer_mode?",
    "sessionEnd": "session_id reason duration_ms is_background_agent final_status error_message?",
    "preToolUse": "tool_name tool_input tool_use_id cwd agent_message?",
    "postToolUse": "tool_name tool_input tool_output tool_use_id cwd duration",
    "postToolUseFailure": "tool_name tool_input tool_use_id cwd error_message failure_type duration is_interrupt",
    "subagentStart": (
        "subagent_id subagent_type task parent_conversation_id tool_call_id subagent_model is_parallel_worker git_branch?"
    ),
    "subagentStop": (
        "subagent_type status task description summary duration_ms message_count tool_call_count loop_count modified_files"
        " agent_transcript_path"
    ),
    "beforeShellExecution": "command cwd sandbox",
    "afterShellExecution": "command output duration sandbox cwd?",
    "beforeMCPExecution": "tool_name tool_input url? command? mcp_server_name? mcp_server_url?",
    "afterMCPExecution": "tool_name tool_input result_json duration mcp_server_name? mcp_server_url?",
    "beforeReadFile": "file_path content attachments",
    "afterFileEdit": "file_path edits",
    "beforeTabFileRead": "file_path content",
    "afterTabFileEdit": "file_path edits",
    "beforeSubmitPrompt": "prompt attachments",
    "afterAgentResponse": "text",
    "afterAgentThought": "text duration_ms?",
    "preCompact": (
        "trigger context_usage_percent context_tokens context_window_size message_count messages_to_compact is_first_compaction"
    ),
    "stop": "status loop_count",
    "workspaceOpen": "",
}


@pytest.mark.parametrize("name", NAMES)
def test_input_fields_in_order(name: str) -> None:
    """Seed 001, Hook events; a question mark: optional."""
    assert [field.name + "?" * field.optional for field in EVENTS[name].fields] == FIELDS[name].split()


@pytest.mark.parametrize(
    ("event", "field", "words"),
    [
        pytest.param("sessionStart", "composer_mode", ("agent", "ask", "edit"), id="modes a session starts in"),
        pytest.param(
            "sessionEnd", "reason", ("completed", "aborted", "error", "window_close", "user_close"), id="why a session ends"
        ),
        pytest.param("postToolUseFailure", "failure_type", ("error", "timeout", "permission_denied"), id="kinds of failure"),
        pytest.param("subagentStop", "status", ("completed", "aborted", "error"), id="how a subagent ends"),
        pytest.param("preCompact", "trigger", ("auto", "manual"), id="what sets a compaction off"),
        pytest.param("stop", "status", ("completed", "aborted", "error"), id="how the loop ends"),
    ],
)
def test_choices(event: str, field: str, words: tuple[str, ...]) -> None:
    assert next(row.words for row in EVENTS[event].fields if row.name == field) == words


def test_follow_ups_are_counted_on_the_two_events_that_end_something() -> None:
    """Rule 16."""
    assert {name: row.followup_when for name, row in EVENTS.items() if row.loops} == {
        "stop": (),
        "subagentStop": ("completed",),
    }
    assert [name for name, row in EVENTS.items() if FOLLOWUP in row.outputs and not row.loops] == []


@pytest.mark.parametrize(
    ("column", "value", "names"),
    [
        pytest.param("awaited", False, ["sessionStart", "sessionEnd", "workspaceOpen"], id="a host need not wait (rule 11)"),
        pytest.param("answer_used", False, ["sessionEnd"], id="the answer is only logged (rule 11)"),
        pytest.param("conversation", False, ["workspaceOpen"], id="outside any conversation (DIALECTS A2)"),
        pytest.param("starts_turn", True, ["beforeSubmitPrompt"], id="a new generation begins (rule 18)"),
        pytest.param("ends_session", True, ["sessionEnd"], id="the session is forgotten"),
        pytest.param("group", "tab", ["beforeTabFileRead", "afterTabFileEdit"], id="events of Tab (seed 001)"),
        pytest.param("group", "app", ["workspaceOpen"], id="events of the application (DIALECTS A2)"),
        pytest.param(
            "cloud", False,
            ["sessionStart", "sessionEnd", "beforeMCPExecution", "afterMCPExecution", "beforeTabFileRead", "afterTabFileEdit",
             "workspaceOpen"],
            id="cloud agents do not run it (DIALECTS A2)",
        ),
    ],
)  # fmt: skip
def test_the_few_events_a_column_is_about(column: str, value: object, names: list[str]) -> None:
    assert [name for name, row in EVENTS.items() if getattr(row, column) == value] == names


def test_what_was_blocked_is_named_by_the_events_own_fields() -> None:
    """Rule 28: every gate can say what it blocked, and only in words the payload can fill in."""
    assert [name for name, row in EVENTS.items() if bool(row.blocked) != bool(row.gate)] == []
    for row in EVENTS.values():
        assert set(re.findall(r"{(\w+)}", row.blocked)) <= {field.name for field in row.fields}


def test_every_impact_is_one_sentence() -> None:
    assert [row.name for row in EVENTS.values() if not re.fullmatch(r"Can [^.]+\.", row.impact)] == []


def test_an_observer_does_not_claim_to_deny() -> None:
    observers = [row.name for row in EVENTS.values() if not row.gate and re.search(r"\b(deny|withhold)\b", row.impact)]
    assert observers == []


@pytest.mark.parametrize(
    ("event", "permissions"),
    [
        pytest.param("beforeShellExecution", ("allow", "deny", "ask"), id="where a person can be asked"),
        pytest.param("preToolUse", ("allow", "deny", "ask"), id="where ask is accepted and does nothing"),
        pytest.param("beforeReadFile", ("allow", "deny"), id="where ask is not valid"),
        pytest.param("beforeSubmitPrompt", (), id="where continue is the gate"),
        pytest.param("stop", (), id="where there is no gate"),
    ],
)
def test_words_of_permission(event: str, permissions: tuple[str, ...]) -> None:
    assert EVENTS[event].permissions == permissions


def test_base_fields() -> None:
    bases = {name: row.base for name, row in EVENTS.items()}
    assert bases == dict.fromkeys(NAMES, BASE) | {"workspaceOpen": BASE_WITHOUT_CONVERSATION}


def test_an_output_is_found_in_either_spelling() -> None:
    shell, opened = EVENTS["beforeShellExecution"], EVENTS["workspaceOpen"]
    assert [shell.output("user_message"), shell.output("userMessage"), shell.output("env")] == [USER, USER, None]
    assert [opened.output("pluginPaths"), opened.output("plugin_paths")] == [PLUGIN_PATHS, PLUGIN_PATHS]


def test_a_row_is_fixed() -> None:
    row = EventSpec("somewhere", "Can only observe.")
    with pytest.raises(AttributeError, match="EventSpec rows are fixed; gate cannot be set"):
        row.gate = "permission"


@pytest.fixture(scope="module")
def newest_seed() -> str:
    found = sorted(SEEDS.glob("001*"))
    if not found:
        pytest.skip(f"{SEEDS} is not on this machine: the rows cannot be compared with the documents they come from")
    return found[0].read_text(encoding="utf-8")


def test_the_newest_document_names_the_same_agent_and_tab_events(newest_seed: str) -> None:
    listed = re.search(r"The Agent hooks \((.*?)\) apply .*? The Tab hooks \((.*?)\) apply", newest_seed)
    assert listed
    agent, tab = ({*re.findall(r"`(\w+)`", names)} for names in listed.groups())
    assert agent == {name for name, row in EVENTS.items() if row.group == "agent"}
    assert tab == {name for name, row in EVENTS.items() if row.group == "tab"}


def test_every_field_the_newest_document_documents_has_a_row(newest_seed: str) -> None:
    reference = newest_seed[newest_seed.index("### Hook events") : newest_seed.index("## Environment Variables")]
    compared = {}
    for section in re.split(r"#### ", reference)[1:]:
        names = re.match(r"\w+(?: / \w+)*", section)
        assert names
        documented = {*re.findall(r"\| `(\w+)` ", section)}
        for row in (EVENTS[name] for name in names[0].split(" / ")):
            known = {field.name for field in (*row.base, *row.fields)} | {out.name for out in row.outputs} | {row.gate}
            compared[row.name] = documented - known
    assert compared == {name: set() for name in NAMES if name != "workspaceOpen"}
