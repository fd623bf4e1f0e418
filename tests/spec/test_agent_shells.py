"""spec.agent_shells: whose shell is calling."""

from pathlib import Path

import pytest

from hookline.spec.agent_shells import AGENT_MARKS, agent_mark


@pytest.mark.parametrize(
    ("environ", "agent"),
    [
        pytest.param({"CLAUDECODE": "1"}, "Claude Code", id="Claude Code marks its shell"),
        pytest.param({"GEMINI_CLI": "1"}, "Gemini CLI", id="Gemini CLI marks its shell"),
        pytest.param({"CODEX_SANDBOX": "seatbelt"}, "Codex", id="Codex names its sandbox"),
        pytest.param({"CODEX_THREAD_ID": "t"}, "Codex", id="Codex names its conversation"),
        pytest.param({"CURSOR_CONVERSATION_ID": "c"}, "Cursor", id="Cursor names its conversation"),
        pytest.param({"CURSOR_AGENT": "1"}, "Cursor", id="Cursor's own command line marks its shell"),
        pytest.param({"CURSOR_TRACE_ID": "t"}, None, id="Cursor's terminal is a person's"),
        pytest.param({"CODEX_HOME": "/home/a/.codex"}, None, id="a person's own setting of Codex is no mark"),
        pytest.param({"CLAUDECODE": ""}, None, id="an empty variable is no mark"),
        pytest.param({"CLAUDECODE": "1", "HOOKLINE": "1"}, None, id="a hook is a person's program, whoever the agent is"),
        pytest.param({"CLAUDECODE": "1", "HOOKLINE": "0"}, "Claude Code", id="only 1 says that it is a hook"),
        pytest.param({}, None, id="nothing is set"),
    ],
)
def test_the_agent_of_an_environment(environ: dict[str, str], agent: str | None) -> None:
    mark = agent_mark(environ)
    assert (mark.agent if mark else None) == agent


def test_each_variable_stands_once() -> None:
    variables = [mark.variable for mark in AGENT_MARKS]
    assert len(set(variables)) == len(variables)


def test_the_documentation_names_them_all() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/trust.md").read_text()
    assert [mark.variable for mark in AGENT_MARKS if f"`{mark.variable}`" not in page] == []
