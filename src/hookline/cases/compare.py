"""What was expected and what was decided → the differences. Pure.

A text is expected as a part of what came out; after `=` as the whole of it. `{workspace}` stands
for the workspace's folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from hookline.cases.nouns import WORKSPACE, Difference, Expect
from hookline.model import Decision

__all__ = ["compare"]

NOTHING = "nothing"


def compare(
    expect: Expect,
    decision: Decision,
    *,
    workspace: str = "",
    files: Mapping[str, str | None] | None = None,
) -> tuple[Difference, ...]:
    """Everything that came out otherwise. `files`: the files that are expected, as they are now;
    None is not there.
    """
    return tuple(_differences(filled(expect, workspace), decision, files or {}))


def filled(value: Any, workspace: str) -> Any:
    """The value with the workspace's folder in place of `{workspace}`, at any depth."""
    if isinstance(value, str):
        return value.replace(WORKSPACE, workspace)
    if isinstance(value, Expect):
        return Expect(*(filled(item, workspace) for item in value))
    if isinstance(value, Mapping):
        return {key: filled(item, workspace) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item, workspace) for item in value]
    return value


def _differences(
    expect: Expect, decision: Decision, files: Mapping[str, str | None]
) -> Iterator[Difference]:
    yield from _unlike_verdict(expect, decision)
    for name, text in expect.outputs.items():
        value = decision.response.get(name)
        if not holds(text, value or ""):
            yield Difference(name, asked(text), _shown(value))
    yield from _unlike(expect.response, decision.response, "response")
    yield from _failures(expect.failure, decision.failures)
    if expect.stderr is not None:
        texts = [outcome.completion.stderr.strip() for outcome in decision.outcomes]
        yield from _in_any("stderr", expect.stderr, texts)
    for path, text in expect.files.items():
        yield from _unlike_file(path, text, files.get(path))


def _unlike_verdict(expect: Expect, decision: Decision) -> Iterator[Difference]:
    permission = decision.permission or "none"
    if expect.permission not in (None, permission):
        yield Difference("permission", str(expect.permission), permission)
    if expect.blocked not in (None, decision.blocked):
        yield Difference("blocked", _shown(expect.blocked), _shown(decision.blocked))
    if expect.because is not None and not holds(expect.because, decision.because):
        yield Difference("because", asked(expect.because), decision.because)


def _unlike_file(path: str, expected: str, content: str | None) -> Iterator[Difference]:
    if content is None:
        yield Difference(f"file {path}", asked(expected), "no such file")
    elif not holds(expected, content):
        yield Difference(f"file {path}", asked(expected), _shown(content))


def _failures(expected: str | None, failures: tuple[str, ...]) -> Iterator[Difference]:
    """A hook that fails lets pass, which may look like what was expected: so a failure must be
    expected itself.
    """
    if expected is not None:
        yield from _in_any("failure", expected, list(failures))
    elif failures:
        yield Difference("failure", "no hook fails", "; ".join(failures))


def _in_any(what: str, expected: str, texts: list[str]) -> Iterator[Difference]:
    if not any(holds(expected, text) for text in texts):
        yield Difference(what, asked(expected), "; ".join(filter(None, texts)) or NOTHING)


def holds(expected: str, got: Any) -> bool:
    """Whether a text is as expected: a part of it, or after `=` the whole."""
    text = got if isinstance(got, str) else json.dumps(got)
    return text == expected[1:] if expected.startswith("=") else expected in text


def asked(expected: str) -> str:
    """The expected text in words."""
    if expected.startswith("="):
        return f"exactly {_shown(expected[1:])}"
    return f"… {_shown(expected)} …"


def _unlike(expected: Any, got: Any, where: str) -> Iterator[Difference]:
    """What is expected and not there; in a table more may be there."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        for key, value in expected.items():
            yield from _unlike(value, got.get(key), f"{where}.{key}")
    elif expected != got or isinstance(expected, bool) != isinstance(got, bool):
        yield Difference(where, _shown(expected), _shown(got))


def _shown(value: Any) -> str:
    if value is None:
        return NOTHING
    return json.dumps(value, ensure_ascii=False)
