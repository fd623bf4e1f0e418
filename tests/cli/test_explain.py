from __future__ import annotations

from typing import Any

SHELL = "beforeShellExecution"


def test_the_plan_is_shown_and_nothing_runs(box: Any, run: Any) -> None:
    box.user_hooks(
        {
            SHELL: [
                {"command": f"touch {box.root}/ran", "matcher": "curl|wget", "timeout": 5, "failClosed": True},
                {"command": "true", "matcher": "git"},
            ]
        }
    )
    ended = run("explain", SHELL, "--set", "command=curl example.com", "--set", "cwd=/x", "--set", "sandbox=false")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.replace(str(box.root), "ROOT") == (
        "beforeShellExecution\n"
        "  command     curl example.com\n"
        "  cwd         /x\n"
        "  sandbox     false\n"
        "  Can deny a shell command or have a person asked.\n"
        "\n"
        "Would run:\n"
        "     source  hook            matcher    timeout  on failure  runs in    where\n"
        "  1  user    touch ROOT/ran  curl|wget  5 s      blocks      ~/.cursor  ~/.cursor/hooks.json:5\n"
        "Would not run:\n"
        "  source  hook  where                    why\n"
        "  user    true  ~/.cursor/hooks.json:11  matcher 'git' does not match\n"
    ).replace("hook            matcher", "hook" + " " * (len(str(box.root)) + 6) + "  matcher")
    assert not (box.root / "ran").exists()
    assert not box.state.exists()


def test_json_has_the_whole_plan(box: Any, call: Any) -> None:
    box.project_hooks({SHELL: [{"command": "false"}]})
    box.user_hooks({SHELL: [{"command": "true", "matcher": "ls"}]})
    plan = call("explain", SHELL, "--set", "command=ls", "--json").json
    assert plan["event"] == SHELL
    assert plan["input"]["command"] == "ls"
    assert plan["would_run"] == [
        {
            "source": "user",
            "command": "true",
            "type": "command",
            "where": f"{box.home}/.cursor/hooks.json:5",
            "matcher": "ls",
            "timeout_s": 60.0,
            "fail_closed": False,
            "cwd": str(box.home / ".cursor"),
            "refusal": None,
        }
    ]
    assert [(skip["command"], skip["blocks"]) for skip in plan["skipped"]] == [("false", False)]
    assert plan["skipped"][0]["reason"].endswith(f"hookline trust {box.ws}")


def test_what_the_older_contract_would_do(box: Any, call: Any) -> None:
    box.user_hooks({"stop": [{"command": "true"}, {"command": "false"}]})
    assert "Would run, one at a time until one answers:" in call("explain", "stop", "--profile", "cursor-2.3").out
    assert "Would run, all at once; answers count in this order:" in call("explain", "stop").out


def test_a_workspace_that_is_not_trusted(box: Any, call: Any) -> None:
    box.project_hooks({"stop": [{"command": "true"}]})
    out = call("explain", "stop").out
    assert "Nothing would run.\n" in out
    assert "not trusted, see below" in out
    assert "Would run:" in call("explain", "stop", "--trust").out


def test_nothing_configured(call: Any) -> None:
    assert call("explain", "stop").out.endswith("\n\nNothing would run: no hook is configured for stop.\n")
