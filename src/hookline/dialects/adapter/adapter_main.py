"""The adapter's work: take the host's payload, decide whether the hook is meant, run it, answer the
host.

It ends with 0, with 2 to refuse where the host wants that, or with 1 where the hook failed and may;
it never lets a failure of its own pass for an answer when the hook is to fail closed. What payloads
and answers mean, `hookline.codec` says.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from typing import Dict, List, NamedTuple, Optional

from hookline.codec.hook_answer import Answer, joined, read_answer
from hookline.codec.hook_choice import is_meant
from hookline.codec.json_object import Facts
from hookline.codec.native_payload import one_by_one, read_payload, write_payload
from hookline.codec.native_reply import Reply, write_reply
from hookline.codec.placeholders import placeholders, refusal
from hookline.dialects.adapter.hook_process import run_child
from hookline.dialects.adapter.loop_counts import count_loop, counted_loops
from hookline.dialects.adapter.timed_search import timed_search

_MOST_CONTENT = 1_000_000
_MOST_STDERR_SHOWN = 500


class Place(NamedTuple):
    """Where the hook runs, for whom, and until when."""

    hook: Facts
    table: Facts
    root: str
    deadline: float

    @property
    def host(self) -> Facts:
        """The row of the tool that asks."""
        row: Facts = self.table["dialects"][self.table["host"]]
        return row

    @property
    def dialect(self) -> Facts:
        """The row of the tool the hook was written for."""
        row: Facts = self.table["dialects"][self.hook["speaks"]]
        return row

    @property
    def event(self) -> str:
        """The event at which the hook stands, in its own tool's words."""
        return str(self.hook.get("native_event") or self.hook["event"])


def main(arguments: List[str], table: Facts) -> int:
    """Answer one event; `table` holds the rows of the dialects and which of them the host is."""
    hook = json.loads(arguments[0])
    host = table["dialects"][table["host"]]
    kind = host["events"][hook["at"]]["kind"]
    try:
        facts = read_payload(host, hook["at"], _payload())
        reply = _reply(hook, table, host, facts)
    except (ValueError, OSError, KeyError, TypeError, AttributeError, RecursionError) as error:
        problem = f"the adapter failed: {type(error).__name__}: {error}"
        reply = _failed(hook, host, kind, {}, problem)
    return _print(reply, hook, host, kind)


def _payload() -> Facts:
    text = sys.stdin.buffer.read().decode("utf-8", "replace").lstrip("\ufeff")
    payload = json.loads(text)
    if not isinstance(payload, dict):
        raise ValueError("the payload is no JSON object")
    return payload


def _reply(hook: Facts, table: Facts, host: Facts, facts: Facts) -> Reply:
    root = _root(host, facts, table["levels"])
    facts.setdefault("session", "")
    facts["roots"], facts["cwd"] = [root], facts.get("cwd") or root
    _add_content(facts)
    counted_by_host = "loops" in facts
    facts["loops"] = counted_loops(hook, facts)
    place = Place(hook, table, root, time.monotonic() + _limit_s(hook["timeout"]))
    is_turn = place.dialect["events"][place.event]["kind"] == "turn"
    if is_turn and hook.get("loop_limit") is not None and facts["loops"] >= hook["loop_limit"]:
        return Reply(None)
    parts = [part for part in one_by_one(facts) if _concerns(place, part)]
    replies = [_hook_reply(place, part) for part in parts]
    answer = joined([reply.answer for reply in replies])
    if answer.failure:
        kind = host["events"][hook["at"]]["kind"]
        failed = [reply for reply in replies if reply.answer.failure == answer.failure][:1]
        return _failed(hook, host, kind, facts, _all_stderr([answer.failure], failed, ": "))
    facts["exported"] = _export(host, answer)
    facts["patched"] = any(
        part.get("patched") and "updated_input" in reply.answer.fields
        for part, reply in zip(parts, replies)
    )
    reply = write_reply(host, hook["at"], answer, facts)
    if is_turn and answer.fields.get("followup_message") and not counted_by_host:
        count_loop(hook, facts)
    beside = [one for one in replies if one.code == 0]  # elsewhere stderr is the message
    return reply._replace(stderr=_all_stderr([reply.stderr], beside, "\n"))


class HookReply(NamedTuple):
    """What one run of the hook gave."""

    answer: Answer
    code: int = 0
    stderr: str = ""


def _all_stderr(first: List[str], replies: List[HookReply], between: str) -> str:
    return between.join(filter(None, [*first, *(reply.stderr for reply in replies)]))


def _limit_s(timeout_s: float) -> float:
    """The host's own limit is the whole, our start included: it must find an answer before that."""
    return max(timeout_s / 2, min(timeout_s * 0.9, timeout_s - 0.5))


def _concerns(place: Place, facts: Facts) -> bool:
    """Whether the host's moment is the one the hook is for: of all calls those of its tool, of all
    results the errors; and whether its matcher matches.
    """
    hook = place.hook
    row = place.table["dialects"]["cursor"]["events"][hook["event"]]
    tool = str(facts.get("tool") or "")
    is_tool = tool.startswith("MCP:") if row["tool"] == "MCP:" else tool == row["tool"]
    if row["tool"] and not is_tool:
        return False
    at_another_event = place.host["events"][hook["at"]]["cursor"] != hook["event"]
    if at_another_event and "error_message" in row["fields"] and not facts.get("error"):
        return False
    return is_meant(hook, place.dialect, place.event, facts, timed_search)


def _add_content(facts: Facts) -> None:
    """The beginning of a file that is about to be read and that the payload only names."""
    if facts.get("tool") != "Read" or "content" in facts or not isinstance(facts.get("file"), str):
        return
    facts["content"] = ""
    try:
        path = os.path.join(str(facts.get("cwd") or ""), facts["file"])
        if os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                facts["content"] = file.read(_MOST_CONTENT)
    except (OSError, ValueError):
        pass


def _hook_reply(place: Place, facts: Facts) -> HookReply:
    """Run the hook on these facts and read what it says."""
    dialect, command = place.dialect, place.hook["command"]
    payload = write_payload(dialect, place.event, facts)
    ours = place.table["dialects"]["cursor"]
    named = placeholders(
        place.table["placeholders"], command, write_payload(ours, place.hook["event"], facts)
    )
    refused = refusal(named)
    if refused:
        return HookReply(Answer(failure=refused))
    environment = _environment(dialect, place.root, named)
    stdin = _as_javascript_writes_it(payload)
    left_s = max(0.0, place.deadline - time.monotonic())
    ended = run_child(command, stdin, place.root, environment, left_s)
    if ended.failure:
        return HookReply(Answer(failure=ended.failure))
    answer = read_answer(dialect, place.event, ended.code, ended.stdout, ended.stderr)
    return HookReply(answer, ended.code, ended.stderr.strip()[-_MOST_STDERR_SHOWN:])


def _as_javascript_writes_it(payload: Facts) -> bytes:
    """Without spaces and with text as it stands: there are hooks that look for `"command":"git`."""
    compact = (",", ":")
    try:
        return json.dumps(payload, ensure_ascii=False, separators=compact).encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return json.dumps(payload, separators=compact).encode()


def _environment(dialect: Facts, root: str, named: Dict[str, Optional[str]]) -> Dict[str, str]:
    """The variables a hook gets; what its command names as `${…}` among them, and nothing where the
    event has no such field.
    """
    environment = {**os.environ, "CURSOR_PROJECT_DIR": root, "CLAUDE_PROJECT_DIR": root}
    if dialect["variable"]:
        environment[dialect["variable"]] = root
    for name, value in named.items():
        environment.pop(name, None)
        if value is not None:
            environment[name] = value
    return environment


def _root(host: Facts, facts: Facts, levels: int) -> str:
    """The project: told by the host, or the folder this script was written into, or where the agent is."""
    told = os.environ.get(host["variable"] or "-", "")
    folders = [told, _first_root(facts), _folder_above(levels), str(facts.get("cwd") or "")]
    return next((folder for folder in folders if folder and os.path.isdir(folder)), os.getcwd())


def _first_root(facts: Facts) -> str:
    roots = facts.get("roots")
    return roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else ""


def _folder_above(levels: int) -> str:
    """The project this script was written into; empty where it lies in none."""
    if not levels:
        return ""
    above = os.path.abspath(sys.argv[0])
    for _ in range(levels):
        above = os.path.dirname(above)
    return above


def _failed(hook: Facts, host: Facts, kind: str, facts: Facts, why: str) -> Reply:
    text = f"hook failed: {why}"
    if not hook.get("fail_closed"):
        # where every exit code but 0 refuses, a failure that may pass has to say 0
        return Reply(None, text, 0 if kind == "tool" and host["style"] == "copilot" else 1)
    messages = {"agent_message": text, "user_message": text}
    refusal = Answer(permission="deny", fields=messages)
    return write_reply(host, hook["at"], refusal, facts)._replace(stderr=text)


def _export(host: Facts, answer: Answer) -> bool:
    """Whether environment for later commands went to the file the host reads it from."""
    file, variables = os.environ.get("CLAUDE_ENV_FILE"), answer.fields.get("env")
    if not file or "env" not in host["says"] or not isinstance(variables, dict):
        return False
    lines = [
        f"export {name}={shlex.quote(str(value))}\n"
        for name, value in variables.items()
        if name.isidentifier()
    ]
    with open(file, "a", encoding="utf-8") as handle:
        handle.writelines(lines)
    return True


def _print(reply: Reply, hook: Facts, host: Facts, kind: str) -> int:
    answer = reply.answer
    silent = answer is None and not reply.code
    if silent and host["name"] == "cursor" and kind == "tool" and hook.get("fail_closed"):
        answer = {"permission": "allow"}  # there, silence of a hook that fails closed is a failure
    if reply.text:
        sys.stdout.write(reply.text + "\n")
    if answer is not None:
        sys.stdout.write(json.dumps(answer) + "\n")
    if reply.stderr:
        sys.stderr.write(reply.stderr + "\n")
    return reply.code
