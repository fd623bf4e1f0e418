"""cases.stage: where a case's hook runs, with what, and that nothing of it stays."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.cases.case_run import bench_for
from hookline.cases.nouns import Case, CaseFile, Expect
from hookline.cases.stage import Bench, Place, Stage, of_sources, place_of
from hookline.errors import NotDone
from hookline.kit.kit_command import command_for
from hookline.model import Decision, SetAside
from hookline.testing import FakeRunner, a_hook, a_hookset


@pytest.mark.parametrize(
    ("path", "place"),
    [
        param("/w/shop/.cursor/hooks/g.cases.toml", Place("project", "/w/shop", "/w/shop"), id="a project's"),
        param("/w/shop/.cursor/g.cases.toml", Place("project", "/w/shop", "/w/shop"), id="right in .cursor"),
        param("/home/ada/.cursor/hooks/a/g.cases.toml", Place("user", "/w/here", "/home/ada/.cursor"), id="the user's own"),
        param("/w/shop/policies/g.cases.toml", Place("project", "/w/here", "/w/here"), id="elsewhere: the workspace"),
    ],
)
def test_a_hook_runs_where_its_file_says(path: str, place: Place) -> None:
    assert place_of(path, "/w/here", "/home/ada") == place


class World:
    """A home, a workspace with a hook that shows what it got, and a bench."""

    def __init__(self, folder: Path) -> None:
        self.home, self.ws = folder / "home", folder / "ws"
        self.home.mkdir()
        self.ws.mkdir()
        self.script("ws/.cursor/hooks/show.sh", 'pwd; cat; env >&2; touch "$CURSOR_PROJECT_DIR/touched"')
        self.bench = bench_for(str(self.ws), environ={"PATH": os.environ["PATH"], "HOME": str(self.home)})

    def script(self, name: str, text: str) -> None:
        path = self.ws.parent / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def fire(self, case: Case, hook: str | None = ".cursor/hooks/show.sh", **more: Any) -> tuple[Stage, Decision]:
        path = more.pop("path", str(self.ws / ".cursor/hooks/show.cases.toml"))
        with Stage(CaseFile(path, hook, **more), case, self.bench) as stage:
            return stage, stage.session.fire_sync(case.event, stage.input)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path.resolve())


def a_case(**more: Any) -> Case:
    return Case(**{"name": "n", "event": "afterFileEdit", "input": {}, "expect": Expect(), **more})


def shown(decision: Decision) -> tuple[str, dict[str, Any], dict[str, str]]:
    """The folder the hook ran in, its payload, its environment."""
    (outcome,) = decision.outcomes
    folder, payload = outcome.completion.stdout.decode().split("\n", 1)
    lines = [line.partition("=") for line in outcome.completion.stderr.splitlines()]
    return folder, json.loads(payload), {name: value for name, _, value in lines}


def test_a_hook_runs_in_the_workspace_and_gets_the_event_with_the_rest_of_its_sample(world: World) -> None:
    stage, decision = world.fire(a_case(input={"file_path": "{workspace}/a.py"}, env={"DEBUG": "{workspace}"}))
    folder, payload, env = shown(decision)
    assert (stage.workspace, folder, payload["workspace_roots"]) == (str(world.ws), str(world.ws), [str(world.ws)])
    assert (payload["file_path"], payload["edits"]) == (f"{world.ws}/a.py", [{"old_string": "a", "new_string": "b"}])
    assert (env["CURSOR_PROJECT_DIR"], env["DEBUG"], env["HOOKLINE"]) == (str(world.ws), str(world.ws), "1")
    assert (world.ws / "touched").exists()
    assert decision.outcomes[0].hook.where == ".cursor/hooks/show.cases.toml:1"


def test_the_users_state_is_not_touched(world: World) -> None:
    _, decision = world.fire(a_case())
    state = shown(decision)[2]["HOOKLINE_STATE"]
    assert not state.startswith(str(world.home))
    assert not Path(state).parent.exists()


def test_with_files_the_workspace_is_one_that_is_thrown_away(world: World) -> None:
    files = {"src/a.txt": "in {workspace}", "run.sh": "#!/bin/sh\n"}
    world.script("ws/tools/list.sh", "pwd; cat; cat src/a.txt .cursor/hooks/show.sh >&2; ls -l run.sh >&2")
    stage, decision = world.fire(a_case(files=files), hook="tools/list.sh")
    folder, stderr = decision.outcomes[0].completion.stdout.decode().split("\n")[0], decision.outcomes[0].completion.stderr
    assert folder == stage.workspace != str(world.ws)
    assert stderr.startswith(f"in {stage.workspace}#!/bin/sh\npwd; cat; env")
    assert "-rwx" in stderr
    assert not Path(stage.workspace).parent.exists()
    assert not (world.ws / "src").exists()


def test_a_hook_of_the_user_runs_in_its_own_folder_also_with_files(world: World) -> None:
    world.script("home/.cursor/hooks/show.sh", "pwd; cat; env >&2")
    path = str(world.home / ".cursor/hooks/show.cases.toml")
    stage, decision = world.fire(a_case(files={"a": ""}), hook="./hooks/show.sh", path=path)
    folder, payload, _ = shown(decision)
    assert (folder, payload["workspace_roots"]) == (str(world.home / ".cursor"), [stage.workspace])
    assert decision.outcomes[0].hook.source == "user"


def test_without_hook_and_kit_all_configured_hooks_decide(world: World) -> None:
    hooks = {"afterFileEdit": [{"command": ".cursor/hooks/show.sh"}, {"command": "tools/other.sh", "timeout": 9}]}
    (world.ws / ".cursor/hooks.json").write_text(json.dumps({"version": 1, "hooks": hooks}))
    (world.home / ".cursor").mkdir()
    (world.home / ".cursor/hooks.json").write_text('{"version": 1, "hooks": {"afterFileEdit": [{"command": "true"}]}}')
    world.script("ws/tools/other.sh", "pwd >&2")
    for files in ({}, {"a": ""}):
        stage, decision = world.fire(a_case(files=files, timeout_s=5.0), hook=None)
        assert [(one.hook.source, one.hook.timeout_s, one.failure and "JSON" in one.failure) for one in decision.outcomes] == [
            ("project", 5.0, True), ("project", 5.0, None), ("user", 5.0, None),
        ]  # fmt: skip
        assert decision.outcomes[1].completion.stderr == stage.workspace + "\n"


def test_of_configured_hooks_only_those_of_the_sources_that_are_named() -> None:
    project, user = a_hook(), a_hook(source="user")
    hooks = a_hookset([project, user], [SetAside(user, "why", False), SetAside(project, "why", False)])
    assert of_sources(hooks, ()) is hooks
    kept = of_sources(hooks, ("user",))
    assert (kept.hooks, [one.hook for one in kept.set_aside["beforeShellExecution"]]) == ((user,), [user])


def a_bench() -> Bench:
    return Bench("/w", {"HOME": "/home/ada"}, FakeRunner())


def test_a_ready_made_hook_runs_as_add_would_write_it() -> None:
    case = Case("n", "beforeShellExecution", {}, Expect(), settings=("deny=git push,{workspace}",))
    with Stage(CaseFile("/w/g.cases.toml", kit="git-guard"), case, a_bench()) as stage:
        stage.session.fire_sync(case.event, stage.input)
        (asked,) = stage.bench.runner.asked  # type: ignore[attr-defined]
        assert asked.hook.command == command_for("git-guard", [f"deny=git push,{stage.workspace}"])
        assert (asked.hook.fail_closed, asked.cwd) == (True, stage.workspace)


@pytest.mark.parametrize(
    ("event", "settings", "said"),
    [
        param("stop", (), "git-guard does not serve stop; it serves: beforeShellExecution", id="an event it does not serve"),
        param("beforeShellExecution", ("dny=x",), "settings of git-guard: there is no option 'dny'; did you mean deny?", id="no such option"),
        param("beforeShellExecution", ("send_to_gh=perhaps",), "settings of git-guard: send_to_gh is 'perhaps': write on or off", id="no such value"),
    ],
)  # fmt: skip
def test_a_ready_made_hook_that_cannot_be_asked(event: str, settings: tuple[str, ...], said: str) -> None:
    case = Case("n", event, {}, Expect(), settings=settings)
    with pytest.raises(NotDone) as raised, Stage(CaseFile("/w/g.cases.toml", kit="git-guard"), case, a_bench()):
        pass
    assert str(raised.value).startswith(said)


@pytest.mark.parametrize("name", ["../outside", "/etc/outside", ".", "a\0b"])
def test_files_stay_in_the_workspace(world: World, name: str) -> None:
    with pytest.raises(NotDone, match="is outside the workspace; name it relative to the workspace"):
        world.fire(a_case(files={name: "x"}))


def test_a_script_named_from_its_own_folder_is_recognised(world: World) -> None:
    with pytest.raises(NotDone) as raised:
        world.fire(a_case(), hook="./show.sh")
    assert str(raised.value) == (
        f"hook './show.sh' is looked for in {world.ws}, where the hook runs; write '.cursor/hooks/show.sh'"
    )


@pytest.mark.parametrize("hook", ["true", "echo 'open", " ", "/bin/true"])
def test_other_commands_are_left_to_the_shell(world: World, hook: str) -> None:
    assert len(world.fire(a_case(), hook=hook)[1].outcomes) == 1


def test_files_afterwards(world: World) -> None:
    file = CaseFile(str(world.ws / "x.cases.toml"), "echo new > a.txt")
    with Stage(file, a_case(files={"a.txt": "old"}), world.bench) as stage:
        stage.session.fire_sync("afterFileEdit", stage.input)
        assert stage.files(["a.txt", "b.txt"]) == {"a.txt": "new\n", "b.txt": None}


def test_a_bench_ends_what_hooks_left_behind_if_its_runner_can() -> None:
    a_bench().close()
    bench_for(".").close()
