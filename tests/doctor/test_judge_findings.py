"""doctor.judges: prompt hooks without a model to judge them."""

from pathlib import Path

import pytest
from pytest import param

from hookline.doctor.finding import Finding
from hookline.doctor.judge_findings import judge_findings
from hookline.extras import sentence
from hookline.judge.settings import NO_MODEL, NOT_CONFIGURED
from hookline.testing import a_hook

OLLAMA = {"HOOKLINE_JUDGE_SHAPE": "ollama"}


@pytest.mark.parametrize(
    ("environ", "model", "has_client", "problem"),
    [
        param({}, None, True, NOT_CONFIGURED, id="no judge"),
        param(OLLAMA, None, True, NO_MODEL, id="no model"),
        param(OLLAMA, "small", True, None, id="the hook names its model"),
        param({**OLLAMA, "HOOKLINE_JUDGE_MODEL": "m"}, None, True, None, id="the settings name one"),
        param(OLLAMA, "small", False, sentence("a model judge", "httpx2"), id="no client"),
    ],
)
def test_what_is_missing(
    environ: dict[str, str], model: str | None, has_client: bool, problem: str | None, tmp_path: Path
) -> None:
    hooks = [a_hook(command="./guard.sh"), a_hook(command="policy", type="prompt", model=model)]
    found = list(judge_findings(hooks, {"HOME": str(tmp_path), **environ}, has_client=has_client))
    remedy = "choose one: hookline docs prompt-hooks; then look: hookline judge"
    expected = Finding("no-judge", "error", hooks[1].title, hooks[1].where, problem or "", remedy)
    assert found == ([expected] if problem else [])


def test_here_the_client_is_installed(tmp_path: Path) -> None:
    hook = a_hook(command="policy", type="prompt", model="m")
    assert list(judge_findings([hook], {"HOME": str(tmp_path), **OLLAMA})) == []
