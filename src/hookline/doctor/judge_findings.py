"""Prompt hooks → findings: whether there is a model to judge them. Nobody is asked; settings are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hookline.assembly import ConfiguredJudge
from hookline.doctor.finding import Finding, finding
from hookline.errors import JudgeFailed
from hookline.extras import sentence
from hookline.model import Hook

_REMEDY = "choose one: hookline docs prompt-hooks; then look: hookline judge"


def judge_findings(
    hooks: Sequence[Hook], environ: Mapping[str, str], *, has_client: bool | None = None
) -> Iterator[Finding]:
    """What keeps each prompt hook from being judged. `has_client`: whether httpx2 is installed;
    looked up when None.
    """
    for hook in hooks:
        problem = _problem(hook, environ, has_client) if hook.type == "prompt" else None
        if problem:
            yield finding("no-judge", hook, problem, _REMEDY)


def _problem(hook: Hook, environ: Mapping[str, str], has_client: bool | None) -> str | None:
    from hookline.judge.client import Client

    try:
        ConfiguredJudge(environ).settings().model_for(hook.model)
    except JudgeFailed as error:
        return str(error)
    if has_client is None:
        return Client().missing()
    return None if has_client else sentence("a model judge", "httpx2")
