"""The adapter's work: take the host's payload, decide whether the hook is meant, run it, answer the
host.

It ends with 0, with 2 to refuse where the host wants that, or with 1 where the hook failed and may;
it never lets a failure of its own pass for an answer when the hook is to fail closed.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from typing import Any, Dict, List  # noqa: UP035  # the script runs on old interpreters too

from hookline.dialects.adapter.answer import read_answer, together
from hookline.dialects.adapter.child import run_child
from hookline.dialects.adapter.loops import count_loop, counted_loops
from hookline.dialects.adapter.meant import meant
from hookline.dialects.adapter.payload import one_by_one, read_payload, write_payload
from hookline.dialects.adapter.telling import Reply, write_answer
from hookline.dialects.adapter.tools import Facts


def main(arguments: List[str], table: Facts) -> int:  # noqa: UP006
    """Answer one event; `table` holds the rows of the dialects and which of them the host is."""
    hook = json.loads(arguments[0])
    host = table["dialects"][table["host"]]
    kind = host["events"][hook["at"]]["kind"]
    try:
        facts = read_payload(host, hook["at"], _payload())
        reply = _reply(hook, table, host, kind, facts)
    except (ValueError, OSError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reply = _failed(
            hook, host, kind, {}, f"the adapter failed: {type(error).__name__}: {error}"
        )
    return _say(reply, hook, host, kind)


def _payload() -> Facts:
    text = sys.stdin.buffer.read().decode("utf-8", "replace").lstrip("\ufeff")
    payload = json.loads(text)
    if not isinstance(payload, dict):
        raise ValueError("the payload is no JSON object")
    return payload


def _reply(hook: Facts, table: Facts, host: Facts, kind: str, facts: Facts) -> Reply:
    dialect = table["dialects"][hook["speaks"]]
    root = _root(host, facts, table["levels"])
    facts.setdefault("session", "")
    facts["roots"], facts["cwd"] = [root], facts.get("cwd") or root
    told = "loops" in facts
    loops = facts["loops"] = counted_loops(hook, facts)
    turn = dialect["events"][_event(hook)]["kind"] == "turn"
    if turn and hook.get("loop_limit") is not None and loops >= hook["loop_limit"]:
        return Reply(None)
    deadline = time.monotonic() + _limit_s(hook["timeout"])
    parts = [one for one in one_by_one(facts) if _is_that_event(hook, table, host, one)]
    heard = [(one, _heard(hook, dialect, one, root, deadline)) for one in parts]
    answers = [answer for _, answer in heard if answer is not None]
    said = together(answers)
    if said.get("failure"):
        return _failed(hook, host, kind, facts, str(said["failure"]))
    facts["exported"] = _export(host, said)
    facts["patched"] = any(
        one.get("patched") for one, answer in heard if answer and "updated_input" in answer
    )
    reply = write_answer(host, hook["at"], kind, said, facts)
    if turn and said.get("followup_message") and not told:
        count_loop(hook, facts)
    return reply._replace(stderr="\n".join(filter(None, (reply.stderr, said.get("stderr")))))


def _event(hook: Facts) -> str:
    return str(hook.get("native_event") or hook["event"])


def _limit_s(timeout_s: float) -> float:
    """The host's own limit is the whole, our start included: it must find an answer before that."""
    return max(timeout_s / 2, min(timeout_s * 0.9, timeout_s - 0.5))


def _is_that_event(hook: Facts, table: Facts, host: Facts, facts: Facts) -> bool:
    """Whether the host's moment is the one the hook is for: of all calls those of its tool, of all
    results the errors.
    """
    row = table["dialects"]["cursor"]["rows"][hook["event"]]
    tool = str(facts.get("tool") or "")
    if row["tool"] and not (
        tool.startswith("MCP:") if row["tool"] == "MCP:" else tool == row["tool"]
    ):
        return False
    shares = (
        host["events"][hook["at"]]["cursor"] != hook["event"] and "error_message" in row["fields"]
    )
    return not shares or bool(facts.get("error"))


def _heard(hook: Facts, dialect: Facts, facts: Facts, root: str, deadline: float) -> Any:
    """The neutral answer of the hook to these facts; None when it is not meant."""
    event = _event(hook)
    name = meant(hook, dialect, event, facts)
    if name is None:
        return None
    payload = _as_javascript_writes_it(write_payload(dialect, event, facts, name))
    ended = run_child(
        hook["command"],
        payload,
        root,
        _environment(dialect, root),
        max(0.0, deadline - time.monotonic()),
    )
    if ended.failure:
        return {"failure": ended.failure}
    said = read_answer(
        dialect, dialect["events"][event]["kind"], ended.code, ended.stdout, ended.stderr
    )
    return said if ended.code else {**said, "stderr": ended.stderr.strip()}


def _as_javascript_writes_it(payload: Facts) -> bytes:
    """Without spaces and with text as it stands: there are hooks that look for `"command":"git`."""
    compact = (",", ":")
    try:
        return json.dumps(payload, ensure_ascii=False, separators=compact).encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return json.dumps(payload, separators=compact).encode()


def _environment(dialect: Facts, root: str) -> Dict[str, str]:  # noqa: UP006
    environment = {**os.environ, "CURSOR_PROJECT_DIR": root, "CLAUDE_PROJECT_DIR": root}
    if dialect["variable"]:
        environment[dialect["variable"]] = root
    return environment


def _root(host: Facts, facts: Facts, levels: int) -> str:
    """The project: told by the host, or the folder this script was written into, or where the agent is."""
    roots = facts.get("roots")
    told = roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else ""
    above = os.path.abspath(sys.argv[0])
    for _ in range(levels):
        above = os.path.dirname(above)
    ours = above if levels else ""
    for folder in (
        os.environ.get(host["variable"] or "-", ""),
        told,
        ours,
        str(facts.get("cwd") or ""),
    ):
        if folder and os.path.isdir(folder):
            return folder
    return os.getcwd()


def _failed(hook: Facts, host: Facts, kind: str, facts: Facts, why: str) -> Reply:
    text = f"hook failed: {why}"
    if not hook.get(
        "fail_closed"
    ):  # where every exit code but 0 refuses, a failure that may pass has to say 0
        return Reply(None, text, 0 if kind == "tool" and host["style"] == "copilot" else 1)
    refusal = {"permission": "deny", "continue": False, "agent_message": text, "user_message": text}
    return write_answer(host, hook["at"], kind, refusal, facts)._replace(stderr=text)


def _export(host: Facts, said: Facts) -> bool:
    """Whether environment for later commands went to the file the host reads it from."""
    file = os.environ.get("CLAUDE_ENV_FILE")
    if not file or "env" not in host["says"] or not isinstance(said.get("env"), dict):
        return False
    lines = [
        f"export {key}={shlex.quote(str(value))}\n"
        for key, value in said["env"].items()
        if key.isidentifier()
    ]
    with open(file, "a", encoding="utf-8") as handle:
        handle.writelines(lines)
    return True


def _say(reply: Reply, hook: Facts, host: Facts, kind: str) -> int:
    answer = reply.answer
    if (
        answer is None
        and not reply.code
        and host["name"] == "cursor"
        and kind == "tool"
        and hook.get("fail_closed")
    ):
        answer = {"permission": "allow"}  # there, silence of a hook that fails closed is a failure
    if reply.text:
        sys.stdout.write(reply.text + "\n")
    if answer is not None:
        sys.stdout.write(json.dumps(answer) + "\n")
    if reply.stderr:
        sys.stderr.write(reply.stderr + "\n")
    return reply.code
