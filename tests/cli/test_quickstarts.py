"""Both quickstarts of Cursor's documentation, typed into a shell as they stand there; each ends in a run that is seen."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pexpect
import pytest

FORMAT = """\
cat > {folder}/hooks/format.sh <<'END'
#!/bin/bash
# Read input, do something, exit 0
cat > /dev/null
exit 0
END
"""


@pytest.fixture
def shell(box: Any) -> Any:
    """Types commands into a shell in the workspace; gives back what they printed. `hookline` is on the PATH."""
    program = box.script("bin/hookline", f'exec {sys.executable} -m hookline "$@"\n')
    environ = {**box.environ, "PATH": f"{program.parent}:{box.environ['PATH']}"}

    def typed(commands: str, code: int = 0) -> str:
        ended = subprocess.run(
            ["bash", "-e", "-c", commands], cwd=box.ws, env=environ, capture_output=True, text=True, timeout=60, check=False
        )
        assert ended.returncode == code, ended.stderr
        return ended.stdout

    return typed


def test_user_hooks(shell: Any) -> None:
    shell("""mkdir -p ~/.cursor/hooks
cat > ~/.cursor/hooks.json <<'END'
{
  "version": 1,
  "hooks": {
    "afterFileEdit": [{ "command": "./hooks/format.sh" }]
  }
}
END""")
    shell(FORMAT.format(folder="~/.cursor"))
    assert "failed: not executable: ./hooks/format.sh; run: chmod +x " in shell("hookline fire afterFileEdit")
    shell("chmod +x ~/.cursor/hooks/format.sh")
    assert shell("hookline check") == "No problems in 1 file, 1 hook.\n"
    fired = json.loads(shell("hookline fire afterFileEdit --json"))
    assert [(hook["source"], hook["exit_code"], hook["failure"]) for hook in fired["hooks"]] == [("user", 0, None)]
    logged = [json.loads(line) for line in shell("hookline log --json").splitlines()]
    assert logged[-1]["hooks"][0]["command"] == "./hooks/format.sh"


PROJECT = """mkdir -p .cursor/hooks
cat > .cursor/hooks.json <<'END'
{
  "version": 1,
  "hooks": {
    "afterFileEdit": [{ "command": "%s" }]
  }
}
END"""


def test_project_hooks(box: Any, shell: Any) -> None:
    shell(PROJECT % ".cursor/hooks/format.sh")
    shell(FORMAT.format(folder=".cursor"))
    shell("chmod +x .cursor/hooks/format.sh")
    untrusted = shell("hookline fire afterFileEdit")
    assert "No hook ran." in untrusted
    assert f"then run: hookline trust {box.ws}" in untrusted
    terminal = pexpect.spawn(
        sys.executable, ["-m", "hookline", "trust"], cwd=str(box.ws), env=box.environ, encoding="utf-8", timeout=30
    )
    terminal.expect_exact("run? [y/N]: ")
    terminal.sendline("y")
    terminal.expect(pexpect.EOF)
    terminal.close()
    fired = json.loads(shell("hookline fire afterFileEdit --json"))
    assert [(hook["source"], hook["exit_code"], hook["failure"]) for hook in fired["hooks"]] == [("project", 0, None)]
    assert "last ran" in shell("hookline list")


def test_project_hooks_with_the_path_of_the_users(shell: Any) -> None:
    """The note in the quickstart: `.cursor/hooks/format.sh`, not `./hooks/format.sh`."""
    shell(PROJECT % "./hooks/format.sh")
    shell(FORMAT.format(folder=".cursor") + "chmod +x .cursor/hooks/format.sh")
    fired = shell("hookline fire afterFileEdit --trust")
    assert "not found: ./hooks/format.sh; it is at .cursor/hooks/format.sh: write that" in fired
    assert "help: write .cursor/hooks/format.sh: project hooks run from the project root" in shell("hookline check")


def test_the_block_git_example(box: Any, shell: Any) -> None:
    """The documentation's longer example, without jq: git is denied, gh is asked about, the rest goes ahead."""
    box.script(
        "home/.cursor/hooks/block-git.sh",
        "case $(cat) in\n"
        """  *'"command":"git '*) echo '{"continue": true, "permission": "deny", "user_message": "Git command blocked."}' ;;\n"""
        """  *'"command":"gh '*) echo '{"continue": true, "permission": "ask"}' ;;\n"""
        """  *) echo '{"continue": true, "permission": "allow"}' ;;\n"""
        "esac\n",
    )
    box.user_hooks({"beforeShellExecution": [{"command": "./hooks/block-git.sh"}]})
    assert "user sees   Git command blocked." in shell("hookline fire beforeShellExecution --set command='git push'", code=2)
    shell("hookline fire beforeShellExecution --set command='gh pr list'", code=3)
    shell("hookline fire beforeShellExecution --set command='ls'", code=0)
