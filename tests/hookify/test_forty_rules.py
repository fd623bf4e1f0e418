"""Forty rules in both readings, at every kind of moment, beside an oracle that is written from what hookify is known to do.

The oracle shares nothing with the converter: the author's meaning is read by PyYAML, hookify's own reading by a parser of
its own, and a moment is given twice, as Cursor sends it and as hookify would have been given it.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from hookline.hookify import rule_program as evaluate
from hookline.hookify.rule import INTENDED, READINGS, STRICT
from hookline.hookify.rule_files import Text
from hookline.hookify.ruleset import RuleSet
from hookline.hookify.seen import Seen
from hookline.hookify.strict import read_strictly
from hookline.hookify.workspace_rules import RuleHooks, convert_texts

TRANSCRIPT = "user: mend it\nassistant: I ran npm test and it passed\n"


def conditions(*rows: str) -> str:
    """`field operator pattern` each."""
    items = [row.split(" ", 2) for row in rows]
    return "conditions:\n" + "\n".join(
        f"  - field: {field}\n    operator: {operator}\n    pattern: {pattern}" for field, operator, pattern in items
    )


def a_rule(fields: str, body: str = "Do not.") -> str:
    return f"---\n{fields}\n---\n\n{body}\n"


RULES = {
    # shell commands
    "rm": a_rule("name: rm\nenabled: true\nevent: bash\npattern: rm\\s+-rf\naction: block"),
    "capitals": a_rule("name: capitals\nevent: bash\npattern: RM\\s+-RF\naction: block"),
    "warned": a_rule("name: warned\nevent: bash\npattern: \\bgit\\s+push\\b\naction: warn", "# Careful\n\n- \"look\" first\n- `git diff`"),
    "no-action": a_rule("name: no-action\nevent: bash\npattern: git"),
    "off": a_rule("name: off\nenabled: false\nevent: bash\npattern: rm\naction: block"),
    "off-in-words": a_rule("name: off-in-words\nenabled: no\nevent: bash\npattern: rm\naction: block"),
    "contains": a_rule("name: contains\nevent: bash\naction: block\n" + conditions("command contains push --force")),
    "case-counts": a_rule("name: case-counts\nevent: bash\naction: block\n" + conditions("command contains PUSH")),
    "not-contains": a_rule("name: not-contains\nevent: bash\naction: block\n" + conditions("command regex_match git", "command not_contains --force")),
    "equals": a_rule("name: equals\nevent: bash\naction: block\n" + conditions("command equals git push --force")),
    "starts": a_rule("name: starts\nevent: bash\naction: block\n" + conditions("command starts_with git ")),
    "ends": a_rule("name: ends\nevent: bash\naction: warn\n" + conditions("command ends_with --force")),
    "all-must-hold": a_rule("name: all-must-hold\nevent: bash\naction: block\n" + conditions("command contains git", "command contains docker")),
    "look-ahead": a_rule("name: look-ahead\nevent: bash\naction: block\npattern: ^git (?!status)(\\w+).*--(?:force|\\1)$"),
    "two-lines": a_rule("name: two-lines\nevent: bash\naction: block\npattern: curl[\\s\\S]*\\|\\s*sh"),
    "capital-block": a_rule("name: capital-block\nevent: bash\naction: Block\npattern: rm"),
    "description": a_rule("name: description\nevent: bash\naction: block\n" + conditions("description contains danger")),
    "tool-name": a_rule("name: tool-name\nevent: bash\naction: block\n" + conditions("tool_name equals Bash")),
    # files
    "file-pattern": a_rule("name: file-pattern\nevent: file\npattern: console\\.log\\(\naction: warn"),
    "file-path": a_rule("name: file-path\nevent: file\naction: block\n" + conditions("file_path regex_match \\.env$")),
    "file-content": a_rule("name: file-content\nevent: file\naction: block\n" + conditions("content contains SECRET", "file_path ends_with .env")),
    "new-string": a_rule("name: new-string\nevent: file\naction: block\n" + conditions("new_string contains console")),
    "old-text": a_rule("name: old-text\nevent: file\naction: block\n" + conditions("old_text starts_with assert")),
    "not-in-file": a_rule("name: not-in-file\nevent: file\naction: warn\n" + conditions("new_text not_contains license")),
    "edit-only": a_rule("name: edit-only\nevent: file\naction: block\ntool_matcher: Edit|MultiEdit\n" + conditions("file_path contains .")),
    # prompts
    "prompt": a_rule("name: prompt\nevent: prompt\npattern: deploy\naction: block"),
    "user-prompt": a_rule("name: user-prompt\nevent: prompt\naction: warn\n" + conditions("user_prompt regex_match /commit-push|now")),
    "prompt-field": a_rule("name: prompt-field\nevent: prompt\naction: block\n" + conditions("prompt ends_with now")),
    # stop
    "stop-always": a_rule("name: stop-always\nevent: stop\npattern: .*\naction: block", "Have you run the tests?"),
    "stop-tests": a_rule("name: stop-tests\nevent: stop\naction: block\n" + conditions("transcript not_contains npm test")),
    "stop-warn": a_rule("name: stop-warn\nevent: stop\naction: warn\n" + conditions("transcript regex_match passed$")),
    "stop-reason": a_rule("name: stop-reason\nevent: stop\naction: block\n" + conditions("reason regex_match .*")),
    # everything
    "all": a_rule("name: all\nevent: all\npattern: rm\naction: block"),
    "all-by-default": a_rule("name: all-by-default\naction: warn\n" + conditions("file_path contains secrets")),
    "one-tool": a_rule("name: one-tool\nevent: all\naction: block\ntool_matcher: Read\n" + conditions("file_path contains secrets")),
    "mcp-tool": a_rule("name: mcp-tool\nevent: all\naction: block\ntool_matcher: mcp__db__query\n" + conditions("sql regex_match ^drop")),
    "any-tool": a_rule("name: any-tool\nevent: all\naction: warn\ntool_matcher: '*'\n" + conditions("sql contains DROP")),
    # what the two readings take differently
    "zero-indent": a_rule("name: zero-indent\nevent: bash\naction: block\nconditions:\n- field: command\n  operator: contains\n  pattern: docker"),
    "dashes": a_rule("name: dashes\nevent: bash\naction: block\npattern: git push ---?force"),
    "comment": a_rule("name: comment # of mine\nevent: bash\naction: block # for good\npattern: rm # everywhere"),
    "quoted": a_rule('name: "quoted"\nevent: bash\naction: "block"\npattern: "\\\\brm\\\\b"'),
    "block-scalar": a_rule("name: block-scalar\nevent: bash\naction: block\npattern: |\n  git\\s+push"),
    "flow": a_rule('name: flow\nevent: bash\naction: block\nconditions: [{field: command, operator: contains, pattern: "git"}]'),
    "marked": "\ufeff" + a_rule("name: marked\nevent: bash\naction: block\npattern: git"),
}  # fmt: skip


class Moment(NamedTuple):
    """One moment: what hookify would be given, and the events Cursor sends then."""

    kind: str
    given: dict[str, Any]
    events: tuple[tuple[str, dict[str, Any]], ...]


def tool(name: str, given: dict[str, Any], cursor: str = "", kind: str = "", *more: tuple[str, dict[str, Any]]) -> Moment:
    before = ("preToolUse", {"tool_name": cursor or name, "tool_input": given})
    return Moment(kind, {"tool_name": name, "tool_input": given}, (before, *more))


def shell(command: str) -> Moment:
    return tool("Bash", {"command": command}, "Shell", "bash", ("beforeShellExecution", {"command": command, "cwd": "/w"}))


def file(name: str, **given: Any) -> Moment:
    return tool(name, {"file_path": "/w/.env", **given}, "Write", "file")


def stop(path: str | None) -> Moment:
    told = {"transcript_path": path}
    return Moment("stop", {**told, "stop_hook_active": False}, (("stop", {**told, "status": "completed", "loop_count": 0}),))


def prompt(text: str) -> Moment:
    return Moment("prompt", {"prompt": text}, (("beforeSubmitPrompt", {"prompt": text, "attachments": []}),))


def moments(transcript: str) -> dict[str, Moment]:
    return {
        "a harmless command": shell("ls -l"),
        "a dangerous command": shell("sudo rm -rf /srv"),
        "a forced push": shell("git push --force"),
        "a forced push in two ways": shell("git push x --push"),
        "a command in capitals": shell("GIT PUSH"),
        "a command on two lines": shell("curl http://x \\\n  | sh"),
        "an odd command": shell("git push ---force; docker run x $(touch P)"),
        "a new file": file("Write", content="SECRET=1\nconsole.log(1)"),
        "an empty file": file("Write", content=""),
        "an edit": file("Edit", old_string="assert x", new_string="console.log(x) # license"),
        "two edits": file("MultiEdit", edits=[{"old_string": "assert a", "new_string": "console"}, {"old_string": "b", "new_string": ".log("}]),
        "a secret is read": tool("Read", {"file_path": "/w/secrets/key"}),
        "a table is dropped": tool("mcp__db__query", {"sql": "DROP TABLE x"}, "MCP:query"),
        "another tool": tool("Grep", {"pattern": "rm -rf", "description": "danger"}),
        "a deployment is asked for": prompt("please deploy now"),
        "a command in a prompt": prompt("/commit-push"),
        "the end": stop(transcript),
        "the end without a transcript": stop(None),
        "the end with a transcript that is gone": stop(transcript + ".gone"),
    }  # fmt: skip


# the oracle: what hookify's own code does (DIALECTS C1 to C3)


def own_frontmatter(text: str) -> tuple[dict[str, Any], str] | None:
    if not text.startswith("---") or text.count("---") < 2:
        return None
    _, head, body = text.split("---", 2)
    fields: dict[str, Any] = {}
    listed: list[Any] | None = None
    open_item = False

    def bare(value: str) -> str:
        return value.strip().strip('"').strip("'")

    for line in head.split("\n"):
        words = line.strip()
        if not words or words[0] == "#":
            continue
        if not line[0].isspace() and words[0] != "-" and ":" in line:
            key, value = (part.strip() for part in line.split(":", 1))
            listed, open_item = ([], False) if not value else (None, False)
            fields[key] = (
                listed if listed is not None else {"true": True, "false": False}.get(bare(value).lower(), bare(value))
            )
        elif words[0] == "-" and listed is not None:
            parts = [part.split(":", 1) for part in words[1:].split(",") if ":" in part]
            listed.append({key.strip(): bare(value) for key, value in parts} if parts else bare(words[1:]))
            open_item = bool(parts) and "," not in words
        elif open_item and listed is not None and ":" in line and len(line) - len(line.lstrip()) > 2:
            key, value = words.split(":", 1)
            listed[-1][key.strip()] = bare(value)
    return fields, body.strip()


def own_text(field: str, given: dict[str, Any]) -> str | None:
    name, values = given.get("tool_name", ""), given.get("tool_input", {})
    if field in values:
        return str(values[field])
    if field in ("reason", "user_prompt"):
        return str(given.get(field, ""))
    if field == "transcript":
        return read_transcript(given["transcript_path"]) if given.get("transcript_path") else None
    known: dict[str, Any] = {}
    if name == "Bash":
        known = {"command": ""}
    elif name in ("Write", "Edit"):
        new = values.get("new_string", "")
        known = {
            "content": values.get("content") or new,
            "new_text": new,
            "new_string": new,
            "old_text": values.get("old_string", ""),
            "old_string": "",
            "file_path": "",
        }
    elif name == "MultiEdit":
        joined = " ".join(edit["new_string"] for edit in values["edits"])
        known = {"file_path": "", "new_text": joined, "content": joined}
    return known.get(field)


def read_transcript(path: str) -> str:
    return Path(path).read_text() if Path(path).exists() else ""


def compare(operator: str, pattern: Any, text: str | None) -> bool:
    if text is None or not isinstance(pattern, str):
        return False
    ways = {
        "regex_match": lambda: re.search(pattern, text, re.IGNORECASE) is not None,
        "contains": lambda: pattern in text,
        "not_contains": lambda: pattern not in text,
        "equals": lambda: pattern == text,
        "starts_with": lambda: text.startswith(pattern),
        "ends_with": lambda: text.endswith(pattern),
    }
    return bool(ways[operator]()) if operator in ways else False


SHORTHAND = {"bash": "command", "file": "new_text"}


def conditions_of(fields: dict[str, Any]) -> list[dict[str, Any]]:
    listed = fields.get("conditions")
    if isinstance(listed, list) and listed:
        return [{"field": "", "operator": "regex_match", "pattern": "", **item} for item in listed]
    if not fields.get("pattern"):
        return []
    field = SHORTHAND.get(fields.get("event", "all"), "content")
    return [{"field": field, "operator": "regex_match", "pattern": fields["pattern"]}]


def own_verdict(text: str, moment: Moment) -> str | None:
    """What hookify's own code does: block, warn or nothing. It does not block prompts."""
    found = own_frontmatter(text)
    if found is None or not found[0].get("enabled", True):
        return None
    fields = found[0]
    if moment.kind and fields.get("event", "all") not in ("all", moment.kind):
        return None
    matcher = fields.get("tool_matcher", "*")
    if matcher != "*" and moment.given.get("tool_name", "") not in matcher.split("|"):
        return None
    wanted = conditions_of(fields)
    if not wanted or not all(
        compare(one["operator"], one["pattern"], own_text(one["field"], moment.given)) for one in wanted
    ):
        return None
    return "block" if fields.get("action") == "block" and moment.kind != "prompt" else "warn"


LINES = st.sampled_from((
    "name: n", "event: bash", "action: block", "pattern: rm", "pattern: 'a, b'", "pattern: a---b", "enabled: False", "conditions:", "event:",
    "- field: command", "  - field: command", "  -  pattern: x{1,3}", "  - field: a, pattern: 'b', c", "  - word", "-", "  - , ", "  - a:,b",
    "    pattern: rm", "  operator: contains", "\toperator: contains", "\t\t\tpattern: x", "   field: y", "# why", "", "---", "stray", "x:y", "  k: v",
    "key : \"'v'\"", "conditions: [{a: b}]", "pattern: |", "  text", "\u00a0nbsp: x", "name: true ",
))  # fmt: skip


@settings(max_examples=settings.default.max_examples, deadline=None)
@given(st.lists(LINES, max_size=14), st.sampled_from(["---\n", "----\n", "\ufeff---\n", ""]))
def test_the_strict_reader_takes_any_file_as_the_oracle_does(lines: list[str], start: str) -> None:
    text = start + "\n".join(lines) + "\n---\nsay"
    found = own_frontmatter(text)
    assert read_strictly(text) == (found if found and found[0] else None)


# the oracle: what the author meant (DIALECTS C, importer advice)


def meant_fields(text: str) -> tuple[dict[str, Any], str]:
    _, head, body = re.split(r"^---$", text.lstrip("\ufeff"), maxsplit=2, flags=re.MULTILINE)
    return yaml.safe_load(head), body.strip()


def meant_text(field: str, moment: Moment, event: str) -> str | None:
    values = moment.given.get("tool_input", {})
    if moment.kind == "file":
        edits = values.get("edits", [values])
        new = " ".join(edit.get("new_string", edit.get("content", "")) for edit in edits)
        old = " ".join(edit.get("old_string", "") for edit in edits)
        values = {**values, "content": new, "new_text": new, "new_string": new, "old_text": old, "old_string": old}
    elif moment.kind == "bash":
        values = {**values, "content": values["command"]}
    elif moment.kind == "prompt":
        values = dict.fromkeys(("content", "prompt", "user_prompt"), moment.given["prompt"])
    elif moment.kind == "stop":
        path = moment.given["transcript_path"]
        values = {"reason": "completed", **({"transcript": read_transcript(path)} if path else {})}
        if event == "stop":
            values["content"] = values.get("transcript", "")
    values = {**values, **({"tool_name": moment.given["tool_name"]} if "tool_name" in moment.given else {})}
    return values.get(field)


def meant_verdict(text: str, moment: Moment) -> str | None:
    fields, _ = meant_fields(text)
    event = fields.get("event", "all")
    if not fields.get("enabled", True) or event not in ("all", moment.kind):
        return None
    matcher = fields.get("tool_matcher", "*")
    if matcher != "*" and moment.given.get("tool_name", "") not in matcher.split("|"):
        return None
    wanted = conditions_of(fields)
    if not all(
        compare(one["operator"], str(one["pattern"]).rstrip("\n"), meant_text(one["field"], moment, event)) for one in wanted
    ):
        return None
    return "block" if str(fields.get("action")).lower() == "block" else "warn"


def verdict_of(reading: str, text: str, moment: Moment) -> str | None:
    return own_verdict(text, moment) if reading == STRICT else meant_verdict(text, moment)


def message_of(reading: str, text: str) -> str:
    found = own_frontmatter(text) if reading == STRICT else meant_fields(text)
    return "" if found is None else f"**[{found[0].get('name', 'unnamed')}]**\n{found[1]}"


class Said(NamedTuple):
    """What a rule's script says at a moment: its answer, and what it logs."""

    answer: dict[str, Any]
    log: str = ""


def expected(reading: str, text: str, moment: Moment) -> Said:
    """The oracle's verdict in Cursor's words; hookify's own code tells the user, and never the model."""
    verdict, message = verdict_of(reading, text, moment), message_of(reading, text)
    if verdict is None:
        return Said({})
    if moment.kind == "prompt":
        return Said({"continue": verdict == "warn", "user_message": message})
    if moment.kind == "stop":
        return Said({"followup_message": message}) if verdict == "block" else Said({}, message + "\n")
    told = {"user_message": message} if reading == STRICT else {"user_message": message, "agent_message": message}
    return Said({"permission": "deny" if verdict == "block" else "allow", **told})


# ours


def converted(name: str, reading: str) -> RuleHooks:
    return convert_texts([Text(f".claude/hookify.{name}.local.md", name, RULES[name])], reading=reading)


def rule_in(conversion: RuleHooks) -> dict[str, Any] | None:
    """The rule as its script carries it."""
    if not conversion.files:
        return None
    (script,) = conversion.files
    found: dict[str, Any] = json.loads(script.text.split("\nrule='", 1)[1].split("'\nprogram='", 1)[0])
    return found


def started_at(conversion: RuleHooks, moment: Moment) -> list[dict[str, Any]]:
    """The payloads the rule's script gets at a moment."""
    return [
        {"hook_event_name": event, **payload}
        for event, payload in moment.events
        for name, entry in conversion.entries
        if name == event and re.search(entry.get("matcher", ""), payload.get("tool_name", ""))
    ]


def said(conversion: RuleHooks, moment: Moment) -> Said:
    rule, log, answers = rule_in(conversion), io.StringIO(), []
    with contextlib.redirect_stderr(log):
        for payload in started_at(conversion, moment):
            answers.append(evaluate.answer(rule or {}, "", payload))
    spoken = [answer for answer in answers if answer]
    assert len(spoken) <= 1, "a rule is asked once at a moment"
    return Said(spoken[0] if spoken else {}, log.getvalue())


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Moment]:
    path = tmp_path_factory.mktemp("transcripts") / "transcript.txt"
    path.write_text(TRANSCRIPT)
    return moments(str(path))


@pytest.fixture(autouse=True)
def no_opinion_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKLINE", "1")
    monkeypatch.setattr(evaluate, "Limited", lambda: evaluate.search_now)  # the limit has tests of its own


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("name", RULES)
def test_a_rule_does_what_the_oracle_says(name: str, reading: str, at: dict[str, Moment]) -> None:
    conversion = converted(name, reading)
    assert {title: said(conversion, moment) for title, moment in at.items()} == {
        title: expected(reading, RULES[name], moment) for title, moment in at.items()
    }


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("name", RULES)
def test_the_script_of_a_rule_does_the_same(name: str, reading: str, at: dict[str, Moment], tmp_path: Path) -> None:
    conversion = converted(name, reading)
    matching = [moment for moment in at.values() if expected(reading, RULES[name], moment) != Said({})]
    for moment in matching[:1]:
        script = tmp_path / "hookify.sh"
        script.write_text(conversion.files[0].text)
        for payload in started_at(conversion, moment):
            environ = {"PATH": os.environ["PATH"], "HOOKLINE": "1"}
            done = subprocess.run(
                ["sh", script], input=json.dumps(payload), env=environ, capture_output=True, text=True, timeout=60
            )
            assert done.returncode == 0, done.stderr
            assert Said(json.loads(done.stdout), done.stderr) == expected(reading, RULES[name], moment)


def test_every_operator_event_action_and_way_is_among_the_rules(at: dict[str, Moment]) -> None:
    fields = [meant_fields(text)[0] for text in RULES.values()]
    assert len(RULES) >= 40
    assert {one.get("event") for one in fields} == {"bash", "file", "prompt", "stop", "all", None}
    assert {str(one.get("action")).lower() for one in fields} == {"block", "warn", "none"}
    assert {condition["operator"] for one in fields for condition in conditions_of(one)} == {
        "regex_match", "contains", "not_contains", "equals", "starts_with", "ends_with",
    }  # fmt: skip
    for reading in READINGS:
        happened = {verdict_of(reading, text, moment) for text in RULES.values() for moment in at.values()}
        assert happened == {"block", "warn", None}


def test_where_the_readings_differ_it_is_said(at: dict[str, Moment]) -> None:
    """Except for tools hookify does not know, on which it tries every rule: docs/hookify.md says so of all rules."""
    known = [moment for moment in at.values() if moment.kind]
    silent = [
        name
        for name, text in RULES.items()
        if any(own_verdict(text, moment) != meant_verdict(text, moment) for moment in known)
        and not converted(name, INTENDED).differences
    ]
    assert silent == []


# all rules in one process


def all_rules(reading: str) -> dict[str, dict[str, Any]]:
    return {name: rule for name in RULES if (rule := rule_in(converted(name, reading))) is not None}


@pytest.mark.parametrize("reading", READINGS)
def test_all_rules_in_one_process_decide_as_the_oracle_does(reading: str, at: dict[str, Moment]) -> None:
    rules = all_rules(reading)
    ruleset = RuleSet(list(rules.values()))
    for title, moment in at.items():
        wanted = [expected(reading, RULES[name], moment) for name in rules]
        blocking = [one.answer for one in wanted if blocks(one.answer)]
        together = joined(blocking or [one.answer for one in wanted if one.answer])
        answers = [ruleset.answer({"hook_event_name": event, **payload}) for event, payload in moment.events]
        assert joined([answer for answer, _ in answers if answer], first=True) == together, title
        assert "".join(log for _, log in answers) == "".join(one.log for one in wanted), title


def blocks(answer: dict[str, Any]) -> bool:
    return answer.get("permission") == "deny" or answer.get("continue") is False or "followup_message" in answer


def joined(answers: list[dict[str, Any]], first: bool = False) -> dict[str, Any]:
    """The answers as one, with the paragraphs of their messages as a set: the order of two events is not compared."""
    if first:
        answers = [answer for answer in answers if blocks(answer)] or answers
    texts = {key for answer in answers for key in answer if key.endswith("message")}
    words = {key: value for answer in answers for key, value in answer.items() if key not in texts}
    split = {key: {part for answer in answers for part in re.split(r"\n\n(?=\*\*\[)", answer.get(key, ""))} for key in texts}
    return {**words, **split}


FIELDS = (
    "command",
    "content",
    "new_text",
    "old_text",
    "file_path",
    "prompt",
    "user_prompt",
    "transcript",
    "reason",
    "tool_name",
    "sql",
    "x",
)
OPERATORS = ("regex_match", "contains", "not_contains", "equals", "starts_with", "ends_with")
PATTERNS = (
    "rm", "RM", "git", "push", "-", " ", "(?i:GIT) push", r"\brm\b", r"rm\s+-rf", "^git", "force$", r"\S+", "[^a-z]", "(a|git) p", r"(\w)\1",
    "(?=git)g", "(?<!x)rm", "l{2}", "ſ", "K", "[k-ſ]", "co(?:nsole)?", "", "DROP", "npm test", "deploy", ".", "\\.env",
)  # fmt: skip
#: Fields a moment always has: where it has them is a matter of the moment, not of the rule set.
texts = st.sampled_from(
    ("rm -rf /", "git push --force", "GIT", "console.log(1)", "ſ", "K", "é", "npm test", "", "DROP")
) | st.text(max_size=20)


@st.composite
def any_rule(draw: st.DrawFn) -> dict[str, Any]:
    listed = draw(
        st.lists(
            st.tuples(st.sampled_from(FIELDS), st.sampled_from(OPERATORS), st.sampled_from(PATTERNS)), min_size=1, max_size=3
        )
    )
    return {
        "name": "n",
        "reading": draw(st.sampled_from(READINGS)),
        "event": draw(st.sampled_from(("bash", "file", "stop", "prompt", "all"))),
        "tools": draw(st.sampled_from((None, None, ["*"], ["Bash"], ["Write", "Edit"], ["mcp__db__query"]))),
        "conditions": [{"field": field, "operator": operator, "pattern": pattern} for field, operator, pattern in listed],
        "events": {},
    }


@st.composite
def any_event(draw: st.DrawFn) -> Seen:
    one, other = draw(texts), draw(texts)
    inputs: list[tuple[str, dict[str, Any]]] = [
        ("tool", {"tool_name": "Shell", "tool_input": {"command": one, "description": other}}),
        ("tool", {"tool_name": "Write", "tool_input": {"file_path": one, "content": other}}),
        ("tool", {"tool_name": "Write", "tool_input": {"old_string": one, "new_string": other}}),
        (
            "tool",
            {"tool_name": "Write", "tool_input": {"edits": [{"new_string": one}, {"new_string": other, "old_string": one}]}},
        ),
        ("tool", {"tool_name": "MCP:query", "tool_input": json.dumps({"sql": one, "x": [other]})}),
        ("bash", {"command": one}),
        ("file", {"file_path": one, "content": other}),
        ("prompt", {"prompt": one}),
        ("stop", {"status": "completed", "reason": one}),
    ]
    kind, payload = draw(st.sampled_from(inputs))
    return Seen(payload, kind)


@settings(max_examples=300, deadline=None)
@given(st.lists(any_rule(), max_size=25), st.lists(any_event(), min_size=1, max_size=4))
def test_one_pass_over_all_rules_finds_what_each_rule_finds(rules: list[dict[str, Any]], events: list[Seen]) -> None:
    ruleset = RuleSet(rules)
    for seen in events:
        alone = [number for number, rule in enumerate(rules) if evaluate.matches(rule, seen, evaluate.search_now)]
        assert ruleset.matching(seen, evaluate.search_now) == alone
