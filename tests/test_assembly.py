"""assembly: what each front of Hookline is put together of, and what it costs to ask for a part of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hookline import assembly
from hookline.model import Settings, TrustState
from hookline.testing import FakeJudge, FakeRunner, a_hook, denied

REPOSITORY = Path(__file__).resolve().parent.parent


def environ_in(folder: Path) -> dict[str, str]:
    return {"PATH": os.defpath, "HOME": str(folder / "home"), "HOOKLINE_STATE": str(folder / "state")}


def test_nobody_else_puts_an_engine_together() -> None:
    code = "import house; print(list(house.constructions(house.sources_here())))"
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY / "scripts", capture_output=True, text=True, check=True
    )
    assert told.stdout == "[]\n"


def test_the_journal_is_in_the_state_folder(tmp_path: Path) -> None:
    environ = environ_in(tmp_path)
    state = assembly.state_of(environ)
    assert assembly.journal_path(state) == str(tmp_path / "state/journal.db")
    assert assembly.journal_in(state).path == assembly.journal_path(state)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import hookline.assembly", id="the module itself"),
        pytest.param("from hookline import assembly; assembly.journal_path('/x')", id="the path of the journal"),
    ],
)
def test_what_is_not_asked_for_is_not_imported(code: str) -> None:
    parts = "config.load", "engine.engine", "processes.runner", "judge.model_judge"
    code += f"; import sys; print([name for name in {parts!r} if 'hookline.' + name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


def test_the_parts_of_an_engine_belong_together(tmp_path: Path) -> None:
    environ = {**environ_in(tmp_path), "HOOKLINE_JUDGE_KEY": "sk-1"}
    workspace = tmp_path / "shop"
    (workspace / ".cursor").mkdir(parents=True)
    (workspace / ".cursor/hooks.json").write_text('{"version": 1, "hooks": {"stop": [{"command": "true"}]}}')
    parts = assembly.parts(Settings((str(workspace),)), environ=environ, journal=False, judge=FakeJudge())
    assert [hook.command for hook in parts.files.loader.current("stop").hooks] == ["true"]
    assert parts.files.loader.current("stop").trust[str(workspace)].trusted is False
    parts.files.trust.give(str(workspace), parts.files.loader.covered(str(workspace)))
    assert parts.files.loader.current("stop").trust[str(workspace)].trusted is True
    assert (parts.files.state, parts.journal) == (str(tmp_path / "state"), None)
    assert "HOOKLINE_JUDGE_KEY" not in parts.environ


def test_a_journal_is_among_the_parts_unless_it_is_turned_off(tmp_path: Path) -> None:
    parts = assembly.parts(Settings((str(tmp_path),)), environ=environ_in(tmp_path))
    assert parts.journal is not None
    assert parts.journal.path == assembly.journal_path(parts.files.state)


def test_every_place_of_a_source_is_named_whether_it_is_there_or_not(tmp_path: Path) -> None:
    managed = tmp_path / "home/.cursor/managed"
    for team in ("team_7", "team_12"):
        (managed / team).mkdir(parents=True)
    found = assembly.places(
        [str(tmp_path / "shop")], environ=environ_in(tmp_path), platform="linux", enterprise_config="own.json"
    )
    assert found[0].path == os.path.abspath("own.json")
    assert [place.path for place in found if place.source.name == "team"] == [
        str(managed / "team_7/hooks.json"),
        str(managed / "team_12/hooks.json"),
    ]
    assert str(tmp_path / "shop/.cursor/hooks.json") in [place.path for place in found]


def test_no_team_is_a_place_without_a_managed_folder(tmp_path: Path) -> None:
    found = assembly.places([str(tmp_path)], environ=environ_in(tmp_path), claude=False)
    assert [place.source.name for place in found] == ["enterprise", "project", "user"]


def test_an_engine_for_fixed_hooks_runs_exactly_these() -> None:
    hooks = assembly.hookset_of([a_hook(command="./one.sh"), a_hook(command="./two.sh", number=2)])
    runner = FakeRunner({"./two.sh": denied("no")})
    settings = Settings(("/work/shop",), trust_all=True)
    engine = assembly.engine_of(hooks, settings, runner=runner, environ={})
    decision = engine.session().fire_sync("beforeShellExecution", command="ls")
    assert [asked.hook.command for asked in runner.asked] == ["./one.sh", "./two.sh"]
    assert (decision.blocked, decision.user_message, engine.journal) == (True, "no", None)


def test_fixed_hooks_need_trust_like_others() -> None:
    hooks = assembly.hookset_of([a_hook()])._replace(
        trust={"/work/shop": TrustState("/work/shop", False, "nobody trusted it")}
    )
    runner = FakeRunner()
    engine = assembly.engine_of(hooks, Settings(("/work/shop",)), runner=runner, environ={})
    decision = engine.session().fire_sync("beforeShellExecution", command="ls")
    assert (runner.asked, [skip.reason for skip in decision.skips]) == ([], ["nobody trusted it"])
