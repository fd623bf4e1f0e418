"""config.always_answers: guards that say allow where they have nothing to say."""

from __future__ import annotations

import pytest

from hookline.config.always_answers import always_allows

ALLOW = """echo '{"permission": "allow"}'"""
DENY = """echo '{"permission": "deny", "user_message": "no"}'"""

SHELL_THAT_ALWAYS_ANSWER = {
    "a default branch": f"case $(cat) in\n  *push*) {DENY} ;;\n  *) {ALLOW} ;;\nesac",
    "an else": f"input=$(cat)\nif echo \"$input\" | grep -q push; then\n  {DENY}\nelse\n  {ALLOW}\nfi",
    "the last line": f"set -eu\ninput=$(cat)\nif [[ $input == *push* ]]; then\n  {DENY}\n  exit 0\nfi\n{ALLOW}\nexit 0",
    "exit code 2, or an allow": f"if grep -q push; then echo no >&2; exit 2; fi\n{ALLOW}",
    "functions": f"allow() {{ {ALLOW}; exit 0; }}\ndeny() {{ printf '{{\"permission\":\"deny\",\"user_message\":\"%s\"}}' \"$1\"; exit 0; }}\n[ -f x ] && deny \"no\"\nallow",
    "a function with an argument": 'say() { echo "{\\"permission\\":\\"$1\\"}"; }\nif grep -q push; then say deny; else say allow; fi',
    "a here-document": "cat > /dev/null\ncat <<END\n{\"permission\": \"allow\"}\nEND",
    "jq": "cat > /dev/null\njq -n '{permission: \"allow\"}'",
    "an early allow": f"[ -f off ] && {{ {ALLOW}; exit 0; }}\n{DENY}",
    "a prompt": "cat > /dev/null; echo '{\"continue\": true}'",
}  # fmt: skip
SHELL_THAT_MAY_BE_SILENT = {
    "only a deny": f"if grep -q push; then {DENY}; fi",
    "an approving hook": f"case $(cat) in\n  *'git status'*) {ALLOW} ;;\nesac",
    "an approving hook that leaves early": f"input=$(cat)\ncase $input in ls*) ;; *) exit 0 ;; esac\n{ALLOW}",
    "a function that returns": f"allow() {{ [ -f x ] || return; {ALLOW}; }}\ncat > /dev/null\nallow",
    "an empty object": f"case $(cat) in *push*) {ALLOW} ;; *) echo '{{}}' ;; esac",
    "always a deny": DENY,
    "a verdict nobody can read": 'cat > /dev/null; echo "{\\"permission\\": \\"$verdict\\"}"',
    "another program answers": f"python3 decide.py || {ALLOW}",
    "to a file": f"{ALLOW} > last.json",
    "to stderr": f"{ALLOW} >&2",
    "in a variable": f"answer=$({ALLOW})\nexit 0",
    "no shell": "if (((\n" + ALLOW,
    "the word alone": "grep -q allow && exit 0",
}  # fmt: skip
PYTHON_THAT_ALWAYS_ANSWERS = {
    "an else": 'import json\nif "push" in x:\n    print(json.dumps({"permission": "deny"}))\nelse:\n    print(json.dumps({"permission": "allow"}))',
    "a constant": 'import json\nALLOWED = {"continue": True, "permission": "allow"}\ndef main():\n    if x:\n        print(json.dumps({"permission": "deny"}))\n        return\n    print(json.dumps(ALLOWED))\nif __name__ == "__main__":\n    main()',
    "a variable with one of two": 'import json\nresult = {"permission": "allow"}\nif x:\n    result = {"permission": "deny"}\njson.dump(result, sys.stdout)',
    "a function with an argument": 'import json, sys\ndef say(permission, text=""):\n    print(json.dumps({"permission": permission, "user_message": text}))\n    sys.exit(0)\nif x:\n    say("deny", "no")\nsay("allow")',
    "what a function returns": 'import json\ndef decide():\n    if x:\n        return {"permission": "deny"}\n    return {"permission": "allow"}\nprint(json.dumps(decide()))',
    "a conditional expression": 'import json\nprint(json.dumps({"permission": "deny" if x else "allow"}))',
    "exit code 2, or an allow": 'import sys\nif x:\n    print("no", file=sys.stderr)\n    sys.exit(2)\nprint(\'{"permission": "allow"}\')',
    "also when it breaks": 'import json\ntry:\n    check()\nexcept Exception:\n    pass\nprint(json.dumps({"permission": "allow"}))',
    "an SDK hook": 'from hookline.sdk import hook\n@hook.beforeShellExecution\ndef f(event):\n    if event.runs("x"):\n        return event.deny("no")\n    return event.allow()',
    "Claude's words": 'import json\nprint(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}))',
}  # fmt: skip
PYTHON_THAT_MAY_BE_SILENT = {
    "only a deny": 'import json\nif x:\n    print(json.dumps({"permission": "deny"}))',
    "an approving hook": 'import json\nif safe(x):\n    print(json.dumps({"permission": "allow"}))',
    "one that leaves early": 'import json, sys\nif tool != "Shell":\n    sys.exit(0)\nprint(json.dumps({"permission": "allow"}))',
    "one that returns early": 'import json\ndef main():\n    if not x:\n        return\n    print(json.dumps({"permission": "allow"}))\nmain()',
    "an empty object": 'import json\nif x:\n    print(json.dumps({"permission": "allow", "new_content": ""}))\nelse:\n    print("{}")',
    "a verdict nobody can read": 'import json\nprint(json.dumps({"permission": verdict}))',
    "a dict that is filled": 'import json\nanswer = {}\nif x:\n    answer["permission"] = "allow"\nprint(json.dumps(answer))',
    "an SDK hook": 'from hookline.sdk import hook\n@hook.beforeShellExecution\ndef f(event):\n    if event.runs("x"):\n        return event.allow()',
    "another program": 'import os\nprint(\'{"permission": "allow"}\')\nos.execvp("x", [])',
    "to stderr": 'import sys\nprint(\'{"permission": "allow"}\', file=sys.stderr)',
    "a recursion": 'def f():\n    f()\n    print(\'{"permission": "allow"}\')\nf()',
    "no Python": 'print "allow" {',
}  # fmt: skip


@pytest.mark.parametrize("text", SHELL_THAT_ALWAYS_ANSWER.values(), ids=SHELL_THAT_ALWAYS_ANSWER)
def test_a_shell_script_that_always_answers(text: str) -> None:
    assert always_allows("guard.sh", text)
    assert always_allows("guard", f"#!/usr/bin/env bash\n{text}")
    assert always_allows("", text)  # as a command
    assert not always_allows("guard.js", text)


@pytest.mark.parametrize("text", SHELL_THAT_MAY_BE_SILENT.values(), ids=SHELL_THAT_MAY_BE_SILENT)
def test_a_shell_script_that_may_be_silent(text: str) -> None:
    assert not always_allows("guard.sh", text)


@pytest.mark.parametrize("text", PYTHON_THAT_ALWAYS_ANSWERS.values(), ids=PYTHON_THAT_ALWAYS_ANSWERS)
def test_a_python_script_that_always_answers(text: str) -> None:
    assert always_allows("guard.py", text)
    assert always_allows("guard", f"#!/usr/bin/env python3\n{text}")


@pytest.mark.parametrize("text", PYTHON_THAT_MAY_BE_SILENT.values(), ids=PYTHON_THAT_MAY_BE_SILENT)
def test_a_python_script_that_may_be_silent(text: str) -> None:
    assert not always_allows("guard.py", text)


def test_functions_that_call_functions_keep_nobody_busy() -> None:
    calls = "".join(f"def f{n}():\n    f{n + 1}() or f{n + 1}() or f{n + 1}() or f{n + 1}()\n" for n in range(7))
    last = "def f7():\n    " + "print('x');" * 200 + "\n"
    assert not always_allows("guard.py", f'{calls}{last}f0()\nprint(\'{{"permission": "allow"}}\')')
    calls = "".join(f"f{n}() {{ {f'f{n + 1};' * 8} }}\n" for n in range(7))
    assert not always_allows("guard.sh", f"f7() {{ :; }}\n{calls}f0\n{ALLOW}")


def test_a_function_that_decides_inside_one_that_returns_early_is_not_mixed_up() -> None:
    text = (
        "import json\ndef decide():\n    return {'permission': 'allow'}\n"
        "def main():\n    if x:\n        return\n    print(json.dumps(decide()))\nmain()"
    )
    assert not always_allows("guard.py", text)


def test_a_script_of_which_perhaps_only_the_beginning_was_read_is_left_alone() -> None:
    assert not always_allows("guard.sh", f"{ALLOW}\n" + "# more\n" * 3000)


@pytest.mark.parametrize("text", ["if x; then\n" * 3000 + "echo allow", "(" * 5000 + "allow", "echo '" + "allow" * 10_000])
def test_a_large_script_keeps_nobody_busy(text: str) -> None:
    assert not always_allows("guard.sh", text)
    assert not always_allows("guard.py", text)
