"""protect: what an agent may not change, by tools and by shell commands; and everything that looks like it and is fine."""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookline.kit.catalogue import load
from hookline.kit.files.protected_files import Protected
from hookline.kit.kit_process import functions_of

Ask = Callable[..., tuple[str, str]]


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with hooks, workflows and sources, and a home and a state folder of its own."""
    home = tmp_path / "home"
    (home / ".cursor").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path / "state"))
    root = tmp_path / "shop"
    for name, text in {
        ".cursor/hooks.json": '{"version": 1, "hooks": {"stop": [{"command": "scripts/guard.sh --fast"}]}}',
        ".cursor/hooks/audit.sh": "#!/bin/sh\n",
        ".github/workflows/ci.yml": "on: push\n",
        "scripts/guard.sh": "#!/bin/sh\n",
        "src/app.ts": "export {}\n",
        "evil/hooks.json": "{}",
        "tpl/.cursor/hooks.json": "{}",
        "p.patch": "--- a/.cursor/hooks.json\n+++ b/.cursor/hooks.json\n",
        "fine.patch": "--- a/src/app.ts\n+++ b/src/app.ts\n",
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / "link").symlink_to(root / ".cursor")
    (root / "hard.json").hardlink_to(root / ".cursor" / "hooks.json")
    return root


@pytest.fixture
def ask(workspace: Path) -> Ask:
    """The permission and the message to an event's fields, with these settings."""

    def asked(event: str, *settings: str, **fields: Any) -> tuple[str, str]:
        functions, hooks = functions_of(load("protect"), settings)
        data = {"workspace_roots": [str(workspace)], "cwd": str(workspace), **fields}
        said = functions[event](hooks.classes[event](data))
        return ("none", "") if said is None else (str(said.permission), str(said.fields.get("user_message")))

    return asked


DENIED = """
echo x > "$(echo .cursor/hooks.json)"
echo '{}' > .cursor/hooks.json
echo x >> .cursor/hooks.json
echo x >| .cursor/hooks.json
echo x &> .cursor/hooks.json
: > .cUrSoR/Hooks.JSON
cat > .cursor/hooks.json <<E
printf x | tee .cursor/hooks.json
printf x | sudo tee -a .cursor/hooks.json > /dev/null
F=.cursor/hooks.json; echo x > $F
D=.cursor; echo x > "$D/hooks.json"
echo x > .cur''sor/hooks.json
echo x > .c{ursor,x}/hooks.json
for f in a .cursor/hooks.json; do echo > $f; done
sh -c 'echo x > .cursor/hooks.json'
bash -c "cd .cursor && echo x > hooks.json"
cd .cursor && echo x > hooks.json
(cd .cursor; cp /tmp/x hooks.json)
env -C .cursor tee hooks.json
git -C .cursor checkout hooks.json
cp evil/hooks.json .cursor/hooks.json
cp evil/hooks.json .cursor/
cp evil/hooks.json .cursor
cp -t .cursor evil/hooks.json
cp -r tpl/.cursor .
cp -r tpl/. .
rsync -a tpl/ .
install -m 644 evil/hooks.json .cursor/hooks.json
mv evil/hooks.json .cursor/hooks.json
mv .cursor/hooks.json /tmp/x
mv .cursor old
rm .cursor/hooks.json
rm -rf .cursor
rm -rf .
rm -f "$PWD/.cursor/hooks.json"
rm ~/.cursor/hooks.json
rm $HOME/.cursor/hooks.json
unlink .cursor/hooks.json
ln -sf /tmp/evil.json .cursor/hooks.json
ln .cursor/hooks.json mine.json
ln -s /tmp/evil .cursor
sed -i s/deny/allow/ .cursor/hooks.json
sed -Ei.bak 's/deny/allow/' .cursor/hooks.json
perl -pi -e s/deny/allow/ .cursor/hooks.json
truncate -s0 .cursor/hooks.json
dd if=/tmp/x of=.cursor/hooks.json
touch .cursor/hooks.json
chmod -x .cursor/hooks/audit.sh
ed .cursor/hooks.json
vim -c wq .cursor/hooks.json
sort -o .cursor/hooks.json x
curl -o .cursor/hooks.json https://example.com/x
curl --output=.cursor/hooks.json https://example.com/x
wget -O .cursor/hooks.json https://example.com/x
echo .cursor/hooks.json | xargs rm
f() { rm "$1"; }; f .cursor/hooks.json
echo x > link/hooks.json
echo x > hard.json
rm link/hooks/audit.sh
echo x > .cursor/hooks/new.sh
echo x > .cursor/mcp.json
echo x > .claude/settings.local.json
echo x > scripts/guard.sh
echo x > .github/workflows/new.yml
echo x > .GitHub/Workflows/ci.yml
rm .github/workflows/*.yml
echo x > .gitlab-ci.yml
echo x > Jenkinsfile
git checkout HEAD~1 -- .cursor/hooks.json
git restore --source=HEAD~1 .github/workflows/ci.yml
git rm .cursor/hooks.json
git mv evil/hooks.json .cursor/hooks.json
git apply p.patch
git apply - < p.patch; git apply --unsafe-paths p.patch
patch -p1 -i p.patch
patch .cursor/hooks.json x.diff
echo x > "$HOOKLINE_STATE/trust.json" || rm -rf /HOOKLINE_STATE/
rm /HOOKLINE_STATE/journal.db
hookline remove protect
hookline add audit --user
hookline trust -y
python3 -m hookline trust -y
hookline check --fix
pip uninstall -y hookline
uv pip uninstall hookline
exec 3> .cursor/hooks.json
sudo rm -f ./src/../.cursor/hooks.json
rm .cursor//hooks.json
tee < x .cursor/hooks.json
rm 2>&1 .cursor/hooks.json
while read l; do echo $l; done > .cursor/hooks.json < x
if true; then echo; fi > .cursor/hooks.json
{ echo x; } > .cursor/hooks.json
cat <<E > .cursor/hooks.json
git checkout HEAD~1 -- .cursor
git clean -fdx .cursor
chmod -R a-x .cursor
busybox rm .cursor/hooks.json
cat x 1<> .cursor/hooks.json
rm ".cursor/$(echo hooks).json"
jq .x .cursor/hooks.json > t && mv t .cursor/hooks.json
""".strip().splitlines()

ASKED = """
cp -r not-there/ .cursor
rsync -a not-there/ .cursor/
git apply --directory=.cursor not-there.diff
rm .cursor/*
rm .cur*/hooks.json
rm -rf $(echo .cursor)$X
prettier --write .cursor/hooks.json
python3 edit.py .cursor/hooks.json
python3 -c "open('.cursor/hooks.json','w').write('')"
node -e "require('fs').unlinkSync('.cursor/hooks.json')"
find . -name hooks.json -delete
find .cursor -type f -exec rm {} +
find . -name '*.json' -exec sed -i s/a/b/ {} +
$CMD .cursor/hooks.json
tar xf x.tar -C .cursor
base64 -d x | sh
rm -rf ./.c*r
rm -rf *
rm -rf .*
cd .cursor; rm *
find / -name hooks.json | xargs rm
ls .cursor/*.json | xargs rm
grep -rl foo .github/workflows | xargs sed -i s/foo/bar/
php -r 'file_put_contents(".cursor/hooks.json","");'
sqlite3 "$HOOKLINE_STATE/journal.db" "delete from events"
sed -n 'w .cursor/hooks.json' x
awk 'BEGIN{print "x" > ".cursor/hooks.json"}'
""".strip().splitlines()

FINE = """
ls -la
cat .cursor/hooks.json
cat .cursor/hooks.json > /tmp/copy.json
cat < .cursor/hooks.json > /tmp/copy.json
sudo cat .cursor/hooks.json
grep -r deny .cursor .github
jq .hooks .cursor/hooks.json
sed -n 1,5p .cursor/hooks.json
cp .cursor/hooks.json /tmp/copy.json
cp .cursor/hooks.json backup/
diff .cursor/hooks.json evil/hooks.json
echo "write .cursor/hooks.json > yourself"
echo '> .cursor/hooks.json'
git status && git diff .cursor/hooks.json
git add .cursor/hooks.json
git commit -m "change > .cursor/hooks.json"
git log -- .github/workflows
git checkout main
git checkout -b feature
git restore src/app.ts
git apply fine.patch
npm test 2>&1 | tee build.log
npm run build > out.txt 2>&1
rm -rf node_modules dist
rm *
rm src/*.ts
rm "$FILE"
mv src/app.ts src/main.ts
mkdir -p .cursor/rules
cp x.mdc .cursor/rules/x.mdc
echo x > .cursor/rules/style.mdc
echo x > hooks.json
echo x > src/hooks.json
echo '{}' | ./.cursor/hooks/audit.sh
bash .cursor/hooks/audit.sh < event.json
python3 .cursor/hooks/guard.py
sh -c 'cat ./.cursor/hooks.json'
find . -name '*.pyc' -delete
find . -name '*.ts' -exec grep -l x {} +
find src -type f -exec sed -i s/a/b/ {} +
ruff check .
prettier --write src
test -f .cursor/hooks.json && echo yes
[ -f .github/workflows/ci.yml ]
python3 -c "print('hooks.json')"
hookline check
hookline list
hookline trust --show
hookline fire beforeShellExecution
ln -s src/app.ts app.ts
curl -o x.json https://example.com/x
tar czf x.tgz src
for f in src/*.ts; do sed -i s/a/b/ "$f"; done
stat .cursor/hooks.json; wc -l .cursor/hooks.json
gh workflow run ci.yml
touch .github
find . -name '*.ts' | xargs grep foo
grep foo < .cursor/hooks.json
grep -rl foo src | xargs sed -i s/foo/bar/
grep -rl foo .cursor | xargs wc -l
[[ 1 < 2 ]] && (( 3 > 2 )) && ls
diff <(cat .cursor/hooks.json) <(cat evil/hooks.json) > /tmp/d
cat <<< x > y 2>/dev/null
""".strip().splitlines()


def filled(command: str, workspace: Path) -> str:
    return command.replace("/HOOKLINE_STATE", str(workspace.parent / "state"))


@pytest.mark.parametrize("command", DENIED)
def test_a_command_that_writes_is_denied(ask: Ask, workspace: Path, command: str) -> None:
    text = filled(command, workspace) + ("\n{}\nE\n" if "<<E" in command else "")
    assert ask("beforeShellExecution", command=text)[0] == "deny"


@pytest.mark.parametrize("command", ASKED)
def test_a_command_that_may_write_is_asked_about(ask: Ask, command: str) -> None:
    assert ask("beforeShellExecution", command=command)[0] == "ask"


@pytest.mark.parametrize("command", FINE)
def test_a_harmless_command_passes(ask: Ask, command: str) -> None:
    assert ask("beforeShellExecution", command=command) == ("none", "")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        pytest.param("Write", {"file_path": ".cursor/hooks.json", "content": "x"}, id="a relative path"),
        pytest.param("Write", {"file_path": "{root}/.cursor/hooks.json"}, id="an absolute path"),
        pytest.param("Write", {"file_path": "{root}/src/../.cursor/./hooks.json"}, id="a detour"),
        pytest.param("Write", {"file_path": "{root}/.CURSOR/HOOKS.JSON"}, id="other letters' case"),
        pytest.param("Write", {"file_path": "{root}/link/hooks.json"}, id="through a symbolic link"),
        pytest.param("Write", {"file_path": "{root}/hard.json"}, id="through a hard link"),
        pytest.param("Edit", {"file_path": "~/.cursor/hooks.json"}, id="the person's own hooks"),
        pytest.param("Edit", {"path": "{root}/.claude/settings.json"}, id="Claude's settings, not there yet"),
        pytest.param("Delete", {"file_path": "{root}/.cursor"}, id="deleting the folder"),
        pytest.param("Delete", {"file_path": "{root}/scripts"}, id="deleting the folder of a hook's script"),
        pytest.param("Write", {"file_path": "{root}/scripts/guard.sh"}, id="a hook's script, wherever it is"),
        pytest.param("Write", {"target_file": ".github/workflows/deploy.yml"}, id="a workflow"),
        pytest.param("MultiEdit", {"edits": [{"file_path": ".gitlab-ci.yml", "new_string": "x"}]}, id="inside a list"),
        pytest.param(
            "ApplyPatch", {"patch": "*** Begin Patch\n*** Update File: .cursor/hooks.json\n"}, id="an agent's patch"
        ),
        pytest.param("apply_patch", {"input": "--- a/x\n+++ b/.github/workflows/ci.yml\n"}, id="a patch of git"),
        pytest.param("MCP:write_file", {"path": ".cursor/hooks.json"}, id="a tool of an MCP server"),
        pytest.param(
            "MCP:fs__move_file", {"source": "a", "destination": ".cursor/hooks.json"}, id="a server's name before it"
        ),
        pytest.param("Write", '{"file_path": ".cursor/hooks.json"}', id="arguments as text"),
        pytest.param("Write", {"file_path": "{state}/trust.json"}, id="the trust store"),
        pytest.param("Write", {"file_path": "/etc/cursor/hooks.json"}, id="the organisation's hooks"),
        pytest.param("Write", {"file_path": "~/.cursor/managed/team_1/hooks/x.sh"}, id="a team's script"),
        pytest.param("Write", {"file_path": "file://{root}/.cursor/hooks.json"}, id="an address of a file"),
        pytest.param("Write", {"file_path": "{hookline}/kit/protect.py"}, id="Hookline itself"),
    ],
)
def test_a_tool_that_writes_is_denied(ask: Ask, workspace: Path, tool: str, arguments: Any) -> None:
    assert ask("preToolUse", tool_name=tool, tool_input=places(arguments, workspace))[0] == "deny"


def places(value: Any, workspace: Path) -> Any:
    if isinstance(value, dict):
        return {key: places(item, workspace) for key, item in value.items()}
    if isinstance(value, list):
        return [places(item, workspace) for item in value]
    hookline = Path(load.__code__.co_filename).parent.parent
    names = {"{root}": workspace, "{state}": workspace.parent / "state", "{hookline}": hookline}
    for name, path in names.items():
        value = value.replace(name, str(path))
    return value


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        pytest.param(
            "Write", {"file_path": "src/app.ts", "content": "see .cursor/hooks.json"}, id="content that mentions it"
        ),
        pytest.param("Write", {"file_path": "src/app.ts", "content": ".cursor/hooks.json"}, id="content that is its name"),
        pytest.param("Write", {"file_path": "docs/hooks.json"}, id="the name elsewhere"),
        pytest.param("Write", {"file_path": ".cursor/rules/a.mdc"}, id="a rule"),
        pytest.param("Read", {"file_path": ".cursor/hooks.json"}, id="reading"),
        pytest.param("Grep", {"path": ".cursor"}, id="searching"),
        pytest.param("MCP:read_file", {"path": ".cursor/hooks.json"}, id="reading by a server"),
        pytest.param("Shell", {"command": "rm .cursor/hooks.json"}, id="shell commands have their own event"),
        pytest.param("Delete", {"file_path": "src"}, id="deleting something else"),
        pytest.param(
            "ApplyPatch", {"patch": "*** Update File: src/app.ts\n+.cursor/hooks.json\n"}, id="a patch of something else"
        ),
        pytest.param("Write", {}, id="no arguments"),
        pytest.param("Write", None, id="null"),
        pytest.param("Write", ["x"], id="a list"),
        pytest.param("Write", {"file_path": 5, "x": {"y": [None, True]}}, id="wrong types"),
        pytest.param("Write", {"file_path": "a\0b"}, id="a NUL"),
        pytest.param("Write", {"file_path": "\ud800/.x"}, id="half a character"),
        pytest.param("Write", {"file_path": "x" * 100_000}, id="a name no file can have"),
        pytest.param(None, {"file_path": "src/app.ts"}, id="no tool"),
    ],
)
def test_other_uses_of_tools_pass(ask: Ask, tool: Any, arguments: Any) -> None:
    assert ask("preToolUse", tool_name=tool, tool_input=arguments) == ("none", "")


@pytest.mark.parametrize(
    ("settings", "path", "expected"),
    [
        pytest.param([], "infra/main.tf", "none", id="a folder that nobody named"),
        pytest.param(["also=infra/"], "infra/a/main.tf", "deny", id="a folder"),
        pytest.param(["also=infra/**"], "infra/a/main.tf", "deny", id="a folder, with stars"),
        pytest.param(["also=deploy.sh,*.tf"], "x/y.TF", "deny", id="a pattern"),
        pytest.param(["also=a/b.yml"], "x/a/b.yml", "deny", id="the end of a path"),
        pytest.param(["also=~/notes"], "~/notes/x", "deny", id="a place"),
        pytest.param(["ci=off"], ".github/workflows/ci.yml", "none", id="CI is not protected"),
        pytest.param(["ci=off"], ".cursor/hooks.json", "deny", id="CI is not, hooks are"),
        pytest.param(["allow=.cursor/mcp.json"], ".cursor/mcp.json", "none", id="an exception"),
        pytest.param(["allow=.cursor/mcp.json"], ".cursor/hooks.json", "deny", id="an exception for something else"),
    ],
)
def test_the_person_says_what_is_protected(ask: Ask, settings: list[str], path: str, expected: str) -> None:
    assert ask("preToolUse", *settings, tool_name="Write", tool_input={"file_path": path})[0] == expected


def test_a_command_that_cannot_be_read_may_be_let_pass(ask: Ask) -> None:
    assert ask("beforeShellExecution", "unknown=pass", command="$CMD a") == ("none", "")
    assert ask("beforeShellExecution", "unknown=pass", command="rm .cursor/hooks.json")[0] == "deny"


def test_a_hard_link_made_elsewhere_is_recognised(workspace: Path) -> None:
    other = workspace / "src" / "x.yml"
    other.hardlink_to(workspace / ".github" / "workflows" / "ci.yml")
    protected = Protected([str(workspace)])
    assert protected.why(str(other)) == "continuous integration"
    assert protected.why(str(workspace / "src" / "app.ts")) == ""


def test_a_configuration_reached_by_a_link_is_protected_where_it_really_is(workspace: Path) -> None:
    (workspace / ".cursor").rename(workspace / "config")
    (workspace / ".cursor").symlink_to("config")
    assert Protected([str(workspace)]).why(str(workspace / "config" / "hooks.json")) == "the agent's hooks and settings"


def test_a_configuration_that_nobody_can_read_protects_all_the_same(workspace: Path) -> None:
    (workspace / ".cursor" / "hooks.json").write_text('{"hooks": ' + "[" * 500 + "]" * 500 + "}")
    assert Protected([str(workspace)]).why(str(workspace / ".cursor" / "hooks.json"))
    (workspace / ".cursor" / "hooks.json").write_text("{")
    assert Protected([str(workspace)]).why(str(workspace / ".cursor" / "hooks.json"))


def test_a_script_outside_the_workspace_is_protected(workspace: Path, tmp_path: Path) -> None:
    script = tmp_path / "guard.py"
    script.write_text("")
    (workspace / ".cursor" / "hooks.json").write_text(f'{{"hooks": {{"stop": [{{"command": "python3 {script}"}}]}}}}')
    assert Protected([str(workspace)]).why(str(script)) == "the agent's hooks and settings"


def test_of_a_ready_made_hook_only_the_file_it_writes_is_protected(workspace: Path) -> None:
    commands = ["/x/hookline hook context --set files=src/app.ts", "/x/hookline hook audit --set file=logs/audit.jsonl"]
    entries = ", ".join(f'{{"command": "{command}"}}' for command in commands)
    (workspace / ".cursor" / "hooks.json").write_text(f'{{"hooks": {{"stop": [{entries}]}}}}')
    protected = Protected([str(workspace)])
    assert protected.why(str(workspace / "src" / "app.ts")) == ""
    assert protected.why(str(workspace / "logs" / "audit.jsonl")) == "the agent's hooks and settings"


def test_messages_say_what_and_what_to_do(ask: Ask, workspace: Path) -> None:
    functions, hooks = functions_of(load("protect"))
    data = {"workspace_roots": [str(workspace)], "command": "rm .cursor/hooks.json", "cwd": ""}
    said = functions["beforeShellExecution"](hooks.classes["beforeShellExecution"](data))
    assert said.fields == {
        "permission": "deny",
        "user_message": "protect: .cursor/hooks.json belongs to the agent's hooks and settings, which agents may not change.",
        "agent_message": "protect: .cursor/hooks.json belongs to the agent's hooks and settings, which agents may not change. "
        "Leave it as it is and tell the user what you would change there.",
    }


@pytest.mark.parametrize("command", ["", "  ", None, 5, ["rm"]])
def test_no_command_is_no_opinion(ask: Ask, command: Any) -> None:
    assert ask("beforeShellExecution", command=command) == ("none", "")


def test_ten_megabytes_take_no_time(ask: Ask) -> None:
    began = time.monotonic()
    assert ask("beforeShellExecution", command="echo " + "x" * 10_000_000)[0] == "ask"
    content = "\ufffd\0 .cursor/hooks.json +++ \n" * 400_000
    assert ask("preToolUse", tool_name="Write", tool_input={"file_path": "a", "content": content})[0] == "none"
    assert time.monotonic() - began < 20


def test_very_many_paths_take_no_time(ask: Ask) -> None:
    began = time.monotonic()
    many = [f"src/{number}.ts" for number in range(300_000)]
    assert ask("preToolUse", tool_name="MCP:write_files", tool_input={"paths": many})[0] == "none"
    assert ask("preToolUse", tool_name="MCP:write_files", tool_input={"paths": [*many, ".cursor/hooks.json"]})[0] == "deny"
    patch = "".join(f"+++ b/src/{number}.ts\n" for number in range(300_000))
    assert ask("preToolUse", tool_name="ApplyPatch", tool_input={"patch": patch})[0] == "none"
    assert time.monotonic() - began < 60


def test_a_diff_in_the_text_of_a_file_is_text(ask: Ask) -> None:
    content = "See:\n+++ b/.cursor/hooks.json\n"
    assert ask("preToolUse", tool_name="Write", tool_input={"file_path": "docs/a.md", "content": content})[0] == "none"


def test_without_a_workspace_names_are_protected_all_the_same() -> None:
    functions, hooks = functions_of(load("protect"))
    event = hooks.classes["preToolUse"]({"tool_name": "Write", "tool_input": {"file_path": "/x/.cursor/hooks.json"}})
    assert functions["preToolUse"](event).permission == "deny"


def test_as_a_process(workspace: Path) -> None:
    import json
    import sys

    payload = {
        "hook_event_name": "beforeShellExecution",
        "command": "rm .cursor/hooks.json",
        "workspace_roots": [str(workspace)],
    }
    done = subprocess.run(
        [sys.executable, "-m", "hookline", "hook", "protect"], input=json.dumps(payload), capture_output=True, text=True,
        env={**os.environ, "HOOKLINE": "1"}, timeout=60,
    )  # fmt: skip
    assert (done.returncode, json.loads(done.stdout)["permission"], done.stderr) == (0, "deny", "")
