"""The judge of the user's settings in a whole engine: files, environment, journal, and what it costs when it is not asked."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline import Engine
from hookline.assembly import ConfiguredJudge, without_keys
from hookline.errors import JudgeFailed
from hookline.judge.settings import NOT_CONFIGURED
from hookline.model import Decision

KEY = "sk-live-0123456789abcdefghij"
PROMPT = {"type": "prompt", "prompt": "Deny what deletes files. $ARGUMENTS"}


class Box:
    """A workspace, a home and a state folder, and an environment that knows the server."""

    def __init__(self, folder: Path, url: str) -> None:
        self.workspace, self.home, self.state = folder / "shop", folder / "home", folder / "state"
        for place in (self.workspace / ".cursor", self.home / ".config/hookline"):
            place.mkdir(parents=True)
        self.url = url
        self.environ = {
            "PATH": os.defpath, "HOME": str(self.home), "HOOKLINE_STATE": str(self.state), "HOOKLINE_JUDGE_URL": url,
            "HOOKLINE_JUDGE_MODEL": "judge", "HOOKLINE_JUDGE_KEY": KEY,
        }  # fmt: skip

    def hooks(self, *entries: dict[str, Any], event: str = "beforeShellExecution") -> None:
        (self.workspace / ".cursor/hooks.json").write_text(json.dumps({"version": 1, "hooks": {event: list(entries)}}))

    def settings(self, text: str) -> None:
        file = self.home / ".config/hookline/hookline.toml"
        file.write_text(f"[judge]\n{text}\n")
        file.chmod(0o600)
        for name in [name for name in self.environ if name.startswith("HOOKLINE_JUDGE_")]:
            del self.environ[name]

    def fire(self, command: str = "rm -rf /", **options: Any) -> Decision:
        engine = Engine.load(self.workspace, environ=self.environ, **{"trust": True, **options})
        try:
            return engine.session().fire_sync("beforeShellExecution", command=command)
        finally:
            engine.close()


@pytest.fixture
def box(tmp_path: Path, server: Any) -> Box:
    return Box(tmp_path, server.url)


def test_the_environment_says_who_judges(box: Box, server: Any) -> None:
    box.hooks(PROMPT)
    decision = box.fire()
    assert decision.blocked and decision.response["user_message"] == "It deletes files."
    assert server.seen[0].headers["authorization"] == f"Bearer {KEY}"


def test_the_user_s_file_says_who_judges(box: Box, server: Any) -> None:
    box.hooks(PROMPT)
    box.settings(f'shape = "anthropic"\nurl = "{box.url}"\nmodel = "from-file"\nkey = "{KEY}"')
    assert box.fire().blocked
    assert (server.seen[0].shape, server.seen[0].body["model"], server.seen[0].headers["x-api-key"]) == (
        "anthropic",
        "from-file",
        KEY,
    )


@pytest.mark.parametrize(
    "name", ["hookline.toml", ".hookline.toml", ".cursor/hookline.toml", ".config/hookline/hookline.toml", ".env"]
)
def test_a_workspace_cannot_say_who_judges(box: Box, server: Any, name: str) -> None:
    """V1, V2, V22: not even a trusted one."""
    file = box.workspace / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'[judge]\nurl = "{box.url}"\nmodel = "m"\nHOOKLINE_JUDGE_URL={box.url}\n')
    box.settings("")
    box.hooks(PROMPT)
    assert box.fire().outcomes[0].failure == NOT_CONFIGURED
    assert server.seen == []


def test_a_vendor_s_variables_alone_send_nothing(box: Box, server: Any) -> None:
    box.settings("")
    box.environ |= {
        "OPENAI_API_KEY": KEY,
        "OPENAI_BASE_URL": f"{box.url}/v1",
        "ANTHROPIC_API_KEY": KEY,
        "OLLAMA_HOST": box.url,
    }
    box.hooks(PROMPT)
    assert box.fire().outcomes[0].failure == NOT_CONFIGURED
    assert server.seen == []


def test_an_untrusted_workspace_asks_nothing(box: Box, server: Any) -> None:
    box.hooks({**PROMPT, "failClosed": True})
    decision = box.fire(trust=False)
    assert not decision.blocked and decision.outcomes == () and server.seen == []


def test_a_settings_file_that_is_wrong_is_the_failure(box: Box) -> None:
    box.hooks(PROMPT)
    box.settings("shape = 5")
    file = box.home / ".config/hookline/hookline.toml"
    assert (box.fire().outcomes[0].failure or "").startswith(f"{file}: [judge] shape cannot be 5; ")
    file.chmod(0o666)
    assert box.fire().outcomes[0].failure == f"others can write to {file}, so it does not count; run: chmod 600 {file}"


CLAUDE = {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [PROMPT]}], "UserPromptSubmit": [{"hooks": [PROMPT]}]}}


@pytest.mark.parametrize(
    ("event", "given", "response"),
    [
        param(
            "preToolUse",
            {"tool_name": "Shell", "tool_input": {"command": "rm -rf /"}},
            {"permission": "deny", "user_message": "It deletes files.", "agent_message": "It deletes files."},
            id="PreToolUse",
        ),
        param(
            "beforeSubmitPrompt",
            {"prompt": "rm -rf /"},
            {"continue": False, "user_message": "It deletes files."},
            id="UserPromptSubmit",
        ),
    ],
)
def test_claude_code_s_prompt_hooks_go_the_same_way(
    box: Box, server: Any, event: str, given: dict[str, Any], response: dict[str, Any]
) -> None:
    (box.workspace / ".claude").mkdir()
    (box.workspace / ".claude/settings.json").write_text(json.dumps(CLAUDE))
    decision = Engine.load(box.workspace, environ=box.environ, trust=True).session().fire_sync(event, given)
    assert decision.response == response and decision.outcomes[0].hook.source == "claude-project"
    assert server.seen[0].policy == PROMPT["prompt"]


# where the key goes, and where not


def environment_of_a_hook(box: Box) -> str:
    box.hooks(PROMPT, {"command": "env > seen"})
    box.fire("ls")
    return (box.workspace / "seen").read_text()


@pytest.mark.parametrize(
    ("settings", "environ"),
    [
        param(None, {}, id="our own variable"),
        param(None, {"HOOKLINE_JUDGE_SHAPE": "openai-chat", "OPENAI_API_KEY": KEY}, id="the vendor's variable"),
        param('shape = "openai-chat"\nmodel = "m"', {"OPENAI_API_KEY": KEY}, id="the vendor's variable, chosen in the file"),
        param('url = "https://h"\nkey_env = "GATE"', {"GATE": KEY}, id="a variable named in the file"),
    ],
)
def test_no_hook_gets_the_key(box: Box, settings: str | None, environ: dict[str, str]) -> None:
    if settings:
        box.settings(settings)
    box.environ |= environ
    assert KEY not in environment_of_a_hook(box)


def test_a_hook_keeps_the_keys_that_are_not_the_judge_s(box: Box) -> None:
    box.environ |= {"ANTHROPIC_API_KEY": "its-own"}
    assert "ANTHROPIC_API_KEY=its-own" in environment_of_a_hook(box)


def test_the_environment_stays_as_it_is_when_the_file_cannot_be_used(box: Box) -> None:
    box.settings("")
    (box.home / ".config/hookline/hookline.toml").chmod(0o666)
    assert without_keys({**box.environ, "HOOKLINE_JUDGE_KEY": KEY}) == box.environ


@pytest.mark.parametrize("behaviour", ["right", "401", "404", "prose", "500", "redirect", "never"])
def test_the_key_is_in_no_log_and_no_error(box: Box, server: Any, behaviour: str) -> None:
    server.always = behaviour
    box.hooks({**PROMPT, "timeout": 1})
    assert KEY not in json.dumps(box.fire().as_dict())
    for file in box.state.rglob("*"):
        assert KEY.encode() not in file.read_bytes()


# what is kept


def test_the_journal_keeps_verdict_model_tokens_and_latency(box: Box) -> None:
    box.hooks(PROMPT)
    box.fire()
    row = (
        sqlite3.connect(box.state / "journal.db")
        .execute("SELECT type, ending, answer, judge, permission FROM runs")
        .fetchone()
    )
    assert (row[0], row[1], json.loads(row[2]), row[4]) == (
        "prompt",
        "judged",
        {"ok": False, "reason": "It deletes files."},
        "deny",
    )
    judge = json.loads(row[3])
    assert judge.pop("latency_ms") > 0 and judge == {
        "model": "judge-1",
        "input_tokens": 120,
        "output_tokens": 12,
        "calls": 1,
    }


def test_the_journal_keeps_what_is_known_of_a_failure(box: Box, server: Any) -> None:
    server.always = "404"
    box.hooks(PROMPT)
    box.fire()
    failure, judge = sqlite3.connect(box.state / "journal.db").execute("SELECT failure, judge FROM runs").fetchone()
    assert "knows no such address or model" in failure and json.loads(judge)["model"] == "judge"


def test_a_verdict_is_kept_from_process_to_process(box: Box, server: Any) -> None:
    box.hooks(PROMPT)
    box.fire()
    again = box.fire()
    assert again.blocked and again.outcomes[0].completion.judge["cached"] is True and len(server.seen) == 1
    fresh = box.fire(judge_cache=False)
    assert fresh.blocked and "cached" not in fresh.outcomes[0].completion.judge and len(server.seen) == 2


def test_a_budget_is_kept_from_process_to_process(box: Box, server: Any) -> None:
    box.hooks(PROMPT)
    box.settings(f'url = "{box.url}"\nmodel = "m"\ncalls_per_day = 2')
    failures = [box.fire(f"ls {number}").outcomes[0].failure for number in range(3)]
    assert failures[:2] == [None, None] and "was asked 2 times today" in failures[2] and len(server.seen) == 2


def test_what_the_settings_say_is_looked_up_at_every_question(box: Box) -> None:
    judge = ConfiguredJudge(box.environ)
    assert judge.settings().model == "judge"
    box.settings("")
    with pytest.raises(JudgeFailed):
        judge.settings()


# what it costs when it is not asked

WITHOUT_A_PROMPT_HOOK = """
import sys
from hookline.embed import Engine
engine = Engine.load(sys.argv[1], trust=True)
decision = engine.session().fire_sync("beforeShellExecution", command="ls")
engine.close()
assert len(decision.outcomes) == 1 and not decision.failures, decision
print(sorted(name for name in sys.modules if name.startswith(("hookline.judge", "httpx2", "tomllib", "asyncio", "anyio", "urllib"))))
"""


@pytest.mark.parametrize(
    ("entry", "loaded"),
    [
        param({"command": "true"}, False, id="a command hook costs no import of a judge"),
        param(PROMPT, True, id="a prompt hook does"),
    ],
)
def test_imports(box: Box, entry: dict[str, Any], loaded: bool) -> None:
    box.hooks(entry)
    (box.home / ".config/hookline/hookline.toml").write_text('[judge]\nshape = "openai-chat"\n')
    command = [sys.executable, "-c", WITHOUT_A_PROMPT_HOOK, str(box.workspace)]
    done = subprocess.run(command, env=box.environ, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert (done.stdout != "[]\n") == loaded
    assert ("hookline.judge.model_judge" in done.stdout) == loaded
