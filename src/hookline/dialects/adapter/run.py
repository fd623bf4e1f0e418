"""The adapter's work: take the host's payload, decide whether the hook is meant, run it, answer the host.

It ends with 0, or with 2 to refuse where the host wants that; it never lets a failure of its own pass for an answer when
the hook is to fail closed. A regular expression that does not end in time, or is none, counts as a match.
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from typing import Any, List, Optional, Tuple  # noqa: UP035  # the script runs on old interpreters too

from hookline.dialects.adapter.answer import Reply, read_answer, write_answer
from hookline.dialects.adapter.payload import Facts, read_payload, tool_names, write_payload

_MATCH_S = 0.2
_EVERYTHING = (None, "", "*")


def main(arguments: List[str], table: Facts) -> int:  # noqa: UP006
    """Answer one event; `table` holds the rows of the dialects and which of them the host is."""
    hook = json.loads(arguments[0])
    host = table["dialects"][table["host"]]
    kind = host["events"][hook["at"]]["kind"]
    try:
        facts = read_payload(host, hook["at"], _payload())
        reply = _reply(hook, table, host, kind, facts)
    except (ValueError, OSError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reply = _failed(hook, host, kind, {}, f"the adapter failed: {type(error).__name__}: {error}")
    return _say(reply, hook, host, kind)


def _payload() -> Facts:
    text = sys.stdin.buffer.read().decode("utf-8", "replace").lstrip("\ufeff")
    payload = json.loads(text)
    if not isinstance(payload, dict):
        raise ValueError("the payload is no JSON object")
    return payload


def _reply(hook: Facts, table: Facts, host: Facts, kind: str, facts: Facts) -> Reply:
    dialect = table["dialects"][hook["speaks"]]
    event = hook.get("native_event") or hook["event"]
    facts.setdefault("session", "")
    root = _root(host, facts)
    facts["roots"], facts["cwd"] = [root], facts.get("cwd") or root
    names = [name for name in tool_names(dialect, facts) if _matches(dialect, event, hook, facts, name)]
    wanted = names or (not facts.get("tool") and _matches(dialect, event, hook, facts, ""))
    if not wanted or not _is_that_event(hook, table, host, facts):
        return Reply(None)
    facts["loops"] = _loops(hook, facts)
    limit = hook.get("loop_limit") if dialect["events"][event]["kind"] == "turn" else None
    if limit is not None and facts["loops"] >= limit:
        return Reply(None)
    payload = write_payload(dialect, event, facts, names[0] if names else "")
    code, stdout, stderr, failure = _run(hook, dialect, payload, root)
    said = {"failure": failure} if failure else read_answer(dialect, dialect["events"][event]["kind"], code, stdout, stderr)
    if said.get("failure"):
        return _failed(hook, host, kind, facts, str(said["failure"]))
    _export(host, said)
    reply = write_answer(host, hook["at"], kind, said, facts)
    return reply._replace(stderr="\n".join(filter(None, (reply.stderr, stderr.strip() if not code else ""))))


def _is_that_event(hook: Facts, table: Facts, host: Facts, facts: Facts) -> bool:
    """Whether the host's moment is the one the hook is for: of all calls those of its tool, of all results the errors."""
    row = table["dialects"]["cursor"]["rows"][hook["event"]]
    tool = str(facts.get("tool") or "")
    if row["tool"] and not (tool.startswith("MCP:") if row["tool"] == "MCP:" else tool == row["tool"]):
        return False
    shares = host["events"][hook["at"]]["cursor"] != hook["event"] and "error_message" in row["fields"]
    return not shares or bool(facts.get("error"))


def _matches(dialect: Facts, event: str, hook: Facts, facts: Facts, name: str) -> bool:
    own = dialect["name"] != "cursor"
    matcher = hook.get("native_matcher") if own else hook.get("matcher")
    if matcher in _EVERYTHING:
        return True
    if own:
        return any(_test(dialect, str(matcher), subject) for subject in [name] if subject) if name else _lifecycle(
            dialect, str(matcher), facts)  # fmt: skip
    kind, field = dialect["rows"][event]["subject"] or ("", "")
    if not kind:
        return True
    if kind == "fixed":
        return _found(str(matcher), field)
    payload = write_payload(dialect, event, facts, name)
    subject = payload.get(field)
    text = subject if isinstance(subject, str) else json.dumps(subject)
    bare = text.replace("MCP:", "", 1)
    return any(_found(str(matcher), one) for one in ((bare, "MCP:" + bare) if kind == "mcp" else (text,)))


def _lifecycle(dialect: Facts, matcher: str, facts: Facts) -> bool:
    subjects = [facts[key] for key in ("source", "trigger", "agent") if isinstance(facts.get(key), str)]
    return not subjects or any(_test(dialect, matcher, subject) for subject in subjects)


def _test(dialect: Facts, matcher: str, subject: str) -> bool:
    if dialect["matching"] == "none":
        return True
    if dialect["exact"] and set(matcher) <= set(dialect["exact"]):
        return subject in [name.strip() for name in re.split(r"[|,]", matcher)]
    if dialect["matching"] == "glob":
        return fnmatch.fnmatchcase(subject, matcher)
    return _found(f"^(?:{matcher})$" if dialect["matching"] == "anchored" else matcher, subject)


def _found(pattern: str, subject: str) -> bool:
    """A search under a time limit; JavaScript's named groups are Python's with a P."""

    def over(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, _MATCH_S)
    try:
        return re.search(re.sub(r"\(\?<(?![=!])", "(?P<", pattern), subject, re.ASCII) is not None
    except (re.error, TimeoutError, OverflowError, RecursionError):
        return True
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _root(host: Facts, facts: Facts) -> str:
    roots = facts.get("roots")
    told = roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else ""
    for folder in (os.environ.get(host["variable"] or "-", ""), told, str(facts.get("cwd") or "")):
        if folder and os.path.isdir(folder):
            return folder
    return os.getcwd()


def _run(hook: Facts, dialect: Facts, payload: Facts, root: str) -> Tuple[int, str, str, str]:  # noqa: UP006
    """Exit code, stdout, stderr, and the sentence that says why there is no answer."""
    environment = {**os.environ, "CURSOR_PROJECT_DIR": root, "CLAUDE_PROJECT_DIR": root}
    if dialect["variable"]:
        environment[dialect["variable"]] = root
    limit_s = hook["timeout"] * 0.9  # the host's own limit is the whole: it must find an answer before that
    child = subprocess.Popen(["/bin/sh", "-c", hook["command"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, cwd=root, env=environment, start_new_session=True)  # fmt: skip
    try:
        out, err = child.communicate(json.dumps(payload).encode(), timeout=limit_s)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        return 0, "", "", f"no answer within {limit_s:.10g} s"
    stdout, stderr = out.decode("utf-8", "replace"), err.decode("utf-8", "replace")
    failure = f"killed by signal {-child.returncode}" if child.returncode < 0 else ""
    return child.returncode, stdout, stderr, failure


def _failed(hook: Facts, host: Facts, kind: str, facts: Facts, why: str) -> Reply:
    text = f"hook failed: {why}"
    if not hook.get("fail_closed"):
        return Reply(None, text)
    refusal = {"permission": "deny", "continue": False, "agent_message": text, "user_message": text}
    return write_answer(host, hook["at"], kind, refusal, facts)._replace(stderr=text)


def _loops(hook: Facts, facts: Facts) -> int:
    """Follow-ups this hook has had in this session: told, or counted here where a host only says whether there were any."""
    if isinstance(facts.get("loops"), int) or "again" not in facts:
        return int(facts.get("loops") or 0)
    import hashlib

    folder = os.path.join(os.path.expanduser("~"), ".cache", "hookline", "loops")
    key = json.dumps([facts["session"], hook["event"], hook["command"]])
    path = os.path.join(folder, hashlib.sha256(key.encode("utf-8", "replace")).hexdigest())
    count = _counted(path) + 1 if facts["again"] else 0
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with open(path, "w", encoding="ascii") as file:
            file.write(str(count))
    except OSError:
        return int(bool(facts["again"]))
    return count


def _counted(path: str) -> int:
    try:
        with open(path, encoding="ascii") as file:
            return int(file.read(20))
    except (OSError, ValueError):
        return 0


def _export(host: Facts, said: Facts) -> None:
    """Environment for later commands, where the host reads it from a file."""
    file: Optional[str] = os.environ.get("CLAUDE_ENV_FILE")  # noqa: UP045
    if file and "env" in host["says"] and isinstance(said.get("env"), dict):
        lines = [f"export {key}={shlex.quote(str(value))}\n" for key, value in said["env"].items() if key.isidentifier()]
        with open(file, "a", encoding="utf-8") as handle:
            handle.writelines(lines)


def _say(reply: Reply, hook: Facts, host: Facts, kind: str) -> int:
    answer = reply.answer
    if answer is None and host["name"] == "cursor" and kind == "tool" and hook.get("fail_closed"):
        answer = {"permission": "allow"}  # there, silence of a hook that fails closed is a failure
    if reply.text:
        sys.stdout.write(reply.text + "\n")
    if answer is not None:
        sys.stdout.write(json.dumps(answer) + "\n")
    if reply.stderr:
        sys.stderr.write(reply.stderr + "\n")
    return reply.code
