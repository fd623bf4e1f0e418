"""`Engine.load`: the library as an agent builder uses it, with real files, processes and a real journal."""

import asyncio
import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hookline import BlockedByHook, Engine, Execution, FileReadBlockedByHook, UnknownEvent, UsageError
from hookline.testing import FakeJudge


class Box:
    """A workspace, a home and a state folder, apart from everybody else's."""

    def __init__(self, folder: Path) -> None:
        self.workspace, self.home, self.state = folder / "shop", folder / "home", folder / "state"
        (self.workspace / ".cursor").mkdir(parents=True)
        (self.home / ".cursor").mkdir(parents=True)
        self.environ = {"PATH": os.defpath, "HOME": str(self.home), "HOOKLINE_STATE": str(self.state)}

    def hooks(self, hooks: Mapping[str, list[dict[str, Any]]], *, user: bool = False) -> None:
        folder = self.home if user else self.workspace
        (folder / ".cursor/hooks.json").write_text(json.dumps({"version": 1, "hooks": hooks}))

    def script(self, name: str, text: str) -> str:
        path = self.workspace / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return f"./{name}"

    def load(self, **options: Any) -> Engine:
        return Engine.load(self.workspace, environ=self.environ, **{"trust": True, **options})


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def test_a_deny_blocks_and_says_why(box: Box) -> None:
    box.hooks({"beforeShellExecution": [{"command": box.script("no.sh", "echo 'Not here.' >&2; exit 2")}]})
    decision = box.load().session().fire_sync("beforeShellExecution", command="git push", cwd="/")
    assert (decision.blocked, decision.permission, decision.agent_message) == (True, "deny", "Not here.")
    assert decision.because == "denied by project hook 1 of beforeShellExecution (.cursor/hooks.json:1): exit code 2"


def test_fire_and_fire_sync_agree(box: Box) -> None:
    box.hooks(
        {
            "beforeShellExecution": [
                {"command": box.script("ask.sh", """echo '{"permission": "ask", "user_message": "Sure?"}'""")}
            ]
        }
    )
    session = box.load().session()
    waited = asyncio.run(session.fire("beforeShellExecution", {"command": "ls"}, cwd="/"))
    at_once = session.fire_sync("beforeShellExecution", {"command": "ls"}, cwd="/")
    assert (
        (waited.permission, waited.response)
        == (at_once.permission, at_once.response)
        == ("ask", {"permission": "ask", "user_message": "Sure?"})
    )


def test_events_of_one_engine_run_beside_each_other(box: Box) -> None:
    box.hooks({"stop": [{"command": "sleep 0.5"}]})
    session = box.load().session()

    async def ten() -> list[float]:
        return [d.duration_ms for d in await asyncio.gather(*(session.fire("stop", status="completed") for _ in range(10)))]

    loop = asyncio.new_event_loop()
    try:
        began = loop.time()
        loop.run_until_complete(ten())
        assert loop.time() - began < 4.5  # ten after the other would take 5 s
    finally:
        loop.close()


def test_without_trust_nothing_of_the_workspace_runs_and_the_remedy_is_named(box: Box) -> None:
    box.hooks({"stop": [{"command": "touch ran"}]})
    decision = box.load(trust=False).session().fire_sync("stop", status="completed")
    assert not (box.workspace / "ran").exists()
    assert [skip.hook.command for skip in decision.skips] == ["touch ran"]
    assert f"hookline trust {box.workspace}" in decision.skips[0].reason


def test_a_changed_file_counts_from_the_next_event_on(box: Box) -> None:
    engine = box.load()
    session = engine.session()
    assert not session.fire_sync("beforeShellExecution", command="ls").blocked
    assert not engine.has_hooks("beforeShellExecution")
    box.hooks({"beforeShellExecution": [{"command": "exit 2"}]})
    assert session.fire_sync("beforeShellExecution", command="ls").blocked
    assert engine.has_hooks("beforeShellExecution")
    (box.workspace / ".cursor/hooks.json").unlink()
    assert not session.fire_sync("beforeShellExecution", command="ls").blocked


def test_what_a_session_start_sets_reaches_later_hooks_of_that_conversation_only(box: Box) -> None:
    box.hooks({
        "sessionStart": [{"command": box.script("start.sh", """echo '{"env": {"TICKET": "SHOP-7"}}'""")}],
        "stop": [{"command": box.script("stop.sh", """printf '{"followup_message": "%s"}' "$TICKET" """)}],
    })  # fmt: skip
    engine = box.load()
    one, other = engine.session(), engine.session()
    one.fire_sync("sessionStart")
    assert one.fire_sync("stop", status="completed").response == {"followup_message": "SHOP-7"}
    assert other.fire_sync("stop", status="completed").response == {}


def test_recent_and_the_callback_tell_each_execution(box: Box) -> None:
    box.hooks({"beforeShellExecution": [{"command": "echo '{}'"}, {"command": "exit 3"}]})
    seen: list[Execution] = []
    engine = box.load(on_execution=seen.append)
    engine.session().fire_sync("beforeShellExecution", command="ls")
    assert tuple(seen) == engine.recent()
    assert [(e.event, e.command, e.exit_code, e.answer, e.stderr) for e in seen] == [
        ("beforeShellExecution", "echo '{}'", 0, {}, ""),
        ("beforeShellExecution", "exit 3", 3, None, "exited with code 3"),
    ]
    assert seen[0].input["command"] == "ls"


def test_the_old_names_of_an_execution_say_the_same(box: Box) -> None:
    box.hooks({"stop": [{"command": """echo '{"followup_message": "Go on."}'"""}]})
    engine = box.load()
    engine.session().fire_sync("stop", status="completed")
    (one,) = engine.recent()
    assert (one.step, one.request, one.response) == (one.event, one.input, one.answer)
    assert (one.event, one.input["status"], one.answer) == ("stop", "completed", {"followup_message": "Go on."})


def test_a_callback_that_raises_costs_no_decision(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    box.hooks({"beforeShellExecution": [{"command": "exit 2"}]})
    engine = box.load(on_execution=lambda execution: 1 / 0)
    assert engine.session().fire_sync("beforeShellExecution", command="ls").blocked
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_only_the_last_hundred_executions_are_kept_in_memory(box: Box) -> None:
    box.hooks({"stop": [{"command": "true", "loop_limit": None}] * 30})
    engine = box.load(journal=False)
    for _ in range(4):
        engine.session().fire_sync("stop", status="completed")
    assert len(engine.recent()) == 100


def test_the_two_exceptions_carry_the_texts(box: Box) -> None:
    box.hooks({"beforeReadFile": [{"command": """echo '{"permission": "deny", "user_message": "Secret."}'"""}]})
    decision = box.load().session().fire_sync("beforeReadFile", file_path="/shop/.env", content="")
    error = FileReadBlockedByHook(decision)
    assert isinstance(error, BlockedByHook)
    assert (error.code, error.file_path, error.decision) == ("ERROR_HOOKS_BLOCKED", "/shop/.env", decision)
    assert decision.texts is not None
    assert (str(error), error.user_text) == (decision.texts.agent, decision.texts.user)
    assert "/shop/.env" in str(error)
    assert "Secret." in error.user_text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"merge": "loudest"}, "merge 'loudest' is not known; write one of: priority, strictest"),
        ({"profile": "cursor-1"}, "profile 'cursor-1' is not known; write one of: cursor, cursor-2.3, cursor-2026-09"),
        ({"surface": "moon"}, "surface 'moon' is not known; write one of: ide, cloud"),
    ],
)
def test_misuse_is_told_at_once(box: Box, options: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        box.load(**options)


def test_an_unknown_event_gets_the_nearest_name(box: Box) -> None:
    with pytest.raises(UnknownEvent, match="did you mean beforeShellExecution"):
        box.load().session().fire_sync("beforeShelExecution")


@pytest.mark.parametrize(
    ("event", "given", "notes"),
    [
        pytest.param("beforeShellExecution", {"comand": "ls"}, ["'comand'… 'command'"], id="a slip of the pen"),
        pytest.param("beforeReadFile", {"filePath": "/a"}, ["'filePath'… 'file_path'"], id="camelCase"),
        pytest.param("stop", {"Status": "completed", "loop_cuont": 1}, ["'Status'… 'status'", "'loop_cuont'… 'loop_count'"], id="two"),
        pytest.param("stop", {f"loop_coun{i}": 1 for i in range(9)}, [f"'loop_coun{i}'… 'loop_count'" for i in range(5)], id="five are told"),
        pytest.param("stop", {"status": "completed", "statuss": 1}, [], id="the field is there: the other one is somebody's own"),
        pytest.param("stop", {"model_id": "m", "model_params": [], "timestamp": 1, "permission_mode": "plan"}, [], id="fields of agents"),
        pytest.param("beforeSubmitPrompt", {"prompt_text": "Hi", "prompt_id": "1"}, [], id="a second word for a second thing"),
        pytest.param("stop", {"x" * 100_000: 1, "": 1, 7: 1}, [], id="odd names"),
        pytest.param("stop", {}, [], id="a missing field is none"),
    ],
)  # fmt: skip
def test_a_misspelt_field_is_told_and_passed_on(box: Box, event: str, given: dict[Any, Any], notes: list[str]) -> None:
    box.hooks({event: [{"command": "cat > got.json"}]})
    told = [f"{event} has no field {note.replace('… ', '; it is passed on as it is. Did you mean ')}?" for note in notes]
    session = box.load().session()
    decision = session.fire_sync(event, given)
    assert [*decision.notes] == told == [*session.plan(event, given).notes]
    got = json.loads((box.workspace / "got.json").read_text())
    assert {str(name) for name in given} <= set(got)
    box.hooks({})
    assert [*session.fire_sync(event, given).notes] == told  # also where nothing is configured


@pytest.mark.parametrize("place", ["nope", "file", "file/below"])
def test_a_workspace_that_is_no_folder_is_told_at_once(box: Box, place: str) -> None:
    path = box.workspace / place
    (box.workspace / "file").write_text("")
    what = "is not a folder" if place == "file" else "does not exist"
    for options in ({"workspace": path}, {"workspace": box.workspace, "workspaces": [path]}):
        with pytest.raises(UsageError) as told:
            Engine.load(environ=box.environ, **options)
        assert str(told.value) == f"the workspace {path} {what}; pass the folder the agent works in"


@pytest.mark.parametrize("given", [(), (".",), (Path(),), (None, 1)])
def test_an_engine_that_is_called_says_what_to_call(given: tuple[Any, ...]) -> None:
    with pytest.raises(UsageError, match=r'^an engine is made by Engine\.load; write Engine\.load\("\."\)'):
        Engine(*given)  # type: ignore


def test_an_engine_is_closed_at_the_end_of_its_block(box: Box) -> None:
    box.hooks({"stop": [{"command": "true"}]})
    with box.load() as engine:
        engine.session().fire_sync("stop", status="completed")
    assert kept(box) == 1

    async def in_a_loop() -> None:
        async with box.load() as engine:
            await engine.session().fire("stop", status="completed")

    asyncio.run(in_a_loop())
    assert kept(box) == 2
    with pytest.raises(KeyError), box.load() as engine:
        engine.session().fire_sync("stop", status="completed")
        raise KeyError
    assert kept(box) == 3


def kept(box: Box) -> int:
    from hookline.journal.journal_reader import Reader

    with Reader(str(box.state / "journal.db")) as journal:
        return len(journal.recent())


def test_a_wrong_file_is_a_problem_and_no_exception(box: Box) -> None:
    (box.workspace / ".cursor/hooks.json").write_text("{")
    engine = box.load()
    assert [problem.file for problem in engine.problems()] == [str(box.workspace / ".cursor/hooks.json")]
    assert engine.hooks() == ()
    assert not engine.session().fire_sync("stop", status="completed").blocked


def test_several_roots_are_several_projects_each_run_from_its_own(box: Box, tmp_path: Path) -> None:
    second = tmp_path / "api"
    (second / ".cursor").mkdir(parents=True)
    (second / ".cursor/hooks.json").write_text(json.dumps({"version": 1, "hooks": {"stop": [{"command": "pwd > here"}]}}))
    box.hooks({"stop": [{"command": "pwd > here"}]})
    box.load(workspaces=[second]).session().fire_sync("stop", status="completed")
    assert [Path(root, "here").read_text().strip() for root in (box.workspace, second)] == [str(box.workspace), str(second)]


def test_a_prompt_hook_asks_the_judge_it_was_given(box: Box) -> None:
    box.hooks({"beforeShellExecution": [{"type": "prompt", "prompt": "Is this safe?"}]})
    judge = FakeJudge(lambda question: False, "It deletes everything.")
    decision = box.load(judge=judge).session().fire_sync("beforeShellExecution", command="rm -rf /")
    assert (decision.blocked, decision.because.endswith("It deletes everything.")) == (True, True)
    assert [question.policy for question in judge.asked] == ["Is this safe?"]
    assert "rm -rf /" in judge.asked[0].event


def test_a_prompt_hook_without_a_judge_is_a_failure_that_says_what_to_do(box: Box) -> None:
    box.hooks({"beforeShellExecution": [{"type": "prompt", "prompt": "Is this safe?"}]})
    outcome = box.load().session().fire_sync("beforeShellExecution", command="ls").outcomes[0]
    assert outcome.failure is not None
    assert "pass judge= to Engine.load" in outcome.failure


def test_the_journal_is_in_the_state_folder_and_can_be_left_out(box: Box) -> None:
    box.hooks({"stop": [{"command": "true"}]})
    engine = box.load()
    engine.session().fire_sync("stop", status="completed")
    engine.close()
    assert engine.journal_path == str(box.state / "journal.db")
    assert os.path.getsize(engine.journal_path) > 0
    assert box.load(journal=False).journal_path is None


def test_a_program_of_its_own_ends_what_escaped_from_a_hook(box: Box) -> None:
    """In a child process: being a subreaper is for life."""
    import subprocess
    import sys

    box.hooks(
        {
            "beforeShellExecution": [
                {"command": box.script("leave.sh", "setsid sleep 987 > /dev/null 2>&1 & echo $! > pid; sleep 0.1; exit 2")}
            ]
        }
    )
    program = (
        "import sys; from hookline import Engine\n"
        "engine = Engine.load(sys.argv[1], trust=True, own_process=True, journal=False)\n"
        "decision = engine.session().fire_sync('beforeShellExecution', command='ls')\n"
        "pid = open(sys.argv[1] + '/pid').read().strip()\n"
        "import os; print(decision.blocked, os.path.exists('/proc/' + pid)); engine.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, box.workspace],
        capture_output=True,
        text=True,
        env={**os.environ, **box.environ},
        check=True,
    )
    assert done.stdout.split() == ["True", "False"]
