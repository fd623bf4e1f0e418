"""The documentation's own example hooks do what the documentation says: ours in examples/seeds, and the pages' own code.

The pages are read where they are there (../shared/seeds); a stranger's clone has only ours. What a test needs and cannot get
(jq, Bun) fails the run where CI=true, and is skipped with a line that says so elsewhere.

kube_guard.py has no twin from the pages: the one page that holds it has lost its line breaks, and Python lives by them.
"""

import fcntl
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from hookline import Engine
from hookline.model import Decision

REPOSITORY = pathlib.Path(__file__).parent.parent.parent
EXAMPLES = REPOSITORY / "examples" / "seeds"
PAGES = REPOSITORY.parent / "shared" / "seeds"
BUN_CACHE = REPOSITORY / ".cache" / "bun"
INSTALL_ATTEMPTS = 3
OURS, THEIRS = "ours", "the page's own"


class Machine:
    """A home, a project, and an engine that looks at both."""

    def __init__(self, folder: pathlib.Path, **environ: str) -> None:
        self.home, self.project = folder / "home", folder / "project"
        (self.home / ".cursor" / "hooks").mkdir(parents=True)
        (self.project / ".cursor" / "hooks").mkdir(parents=True)
        path = f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
        self.environ = {"HOME": str(self.home), "PATH": path, **environ}

    def user_hooks(self, **events: list[str]) -> None:
        self.configure(self.home, events)

    def project_hooks(self, **events: list[str]) -> None:
        self.configure(self.project, events)

    def configure(self, root: pathlib.Path, events: dict[str, list[str]]) -> None:
        hooks = {event: [{"command": command} for command in commands] for event, commands in events.items()}
        (root / ".cursor" / "hooks.json").write_text(json.dumps({"version": 1, "hooks": hooks}))

    def script(self, root: pathlib.Path, name: str, text: str) -> None:
        path = root / ".cursor" / "hooks" / name
        path.write_text(text)
        path.chmod(0o755)

    def fire(self, event: str, **fields: Any) -> Decision:
        nowhere = self.home / "no-enterprise" / "hooks.json"
        engine = Engine.load(self.project, trust=True, journal=False, environ=self.environ, enterprise_config=nowhere)
        return engine.session("conversation-1", "model-1").fire_sync(event, **fields)


@pytest.fixture
def machine(tmp_path: pathlib.Path) -> Machine:
    return Machine(tmp_path)


def missing(what: str) -> None:
    """Something a test needs is not there: a failure on the build machine, a skip that says so elsewhere."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


def page(number: str) -> str:
    """The text of a page of the documentation."""
    found = sorted(PAGES.glob(f"{number}_*.txt"))
    if not found:
        pytest.skip(f"the documentation's page {number} is not here ({PAGES}): its own code was NOT tried")
    return found[0].read_text("utf-8")


def block(number: str, heading: str) -> str:
    """The code block under a heading of a page."""
    found = re.search(rf"^###? {re.escape(heading)}\n+```\w*\n(.*?)^```$", page(number), re.MULTILINE | re.DOTALL)
    assert found, f"page {number} has no code under {heading!r}"
    return found[1]


def code(machine: Machine, variant: str, ours: str, number: str, heading: str) -> str:
    """An example's text: ours, or the page's own, which writes its logs below the machine's home instead of /tmp."""
    if variant == OURS:
        return (EXAMPLES / ours).read_text()
    return block(number, heading).replace("/tmp/", f"{machine.home}/")


variants = pytest.mark.parametrize("variant", [OURS, THEIRS])


@pytest.fixture
def jq(program: Callable[[str], str]) -> None:
    """The scripts that read JSON in bash need it."""
    program("jq")


# ── format.sh, audit.sh ──────────────────────────────────────────────────────────────────────────────────────────────────


@variants
@pytest.mark.parametrize("where", ["user", "project"])
def test_format_runs_after_every_edit_and_says_nothing(machine: Machine, variant: str, where: str) -> None:
    text = (EXAMPLES / "user/hooks/format.sh").read_text()
    if variant == THEIRS:
        found = re.search(r"```bash\n(#!/bin/bash\n[^`]*cat > /dev/null\nexit 0\n)```", page("003"))
        assert found
        text = found[1]
    root, command = {
        "user": (machine.home, "./hooks/format.sh"),
        "project": (machine.project, ".cursor/hooks/format.sh"),
    }[where]
    machine.script(root, "format.sh", text)
    machine.configure(root, {"afterFileEdit": [command]})
    decision = machine.fire("afterFileEdit", file_path="/x", edits=[{"old_string": "a", "new_string": "b"}])
    told = [(o.hook.source, o.completion.code, o.failure, o.answer) for o in decision.outcomes]
    assert told == [(where, 0, None, None)]


@variants
def test_audit_writes_every_event_with_the_time(machine: Machine, variant: str) -> None:
    machine.script(machine.home, "audit.sh", code(machine, variant, "user/hooks/audit.sh", "003", "audit.sh"))
    log = machine.home / ("logs/audit.log" if variant == OURS else "agent-audit.log")
    machine.environ["AGENT_AUDIT_LOG"] = str(log)
    events = "beforeShellExecution beforeMCPExecution afterShellExecution afterFileEdit beforeSubmitPrompt stop".split()
    machine.user_hooks(**{event: ["./hooks/audit.sh"] for event in events})
    text = 'a "quoted" \\ é'
    for event in events:
        decision = machine.fire(event, text=text)
        assert (decision.failures, decision.blocked, decision.response) == ((), False, {})
    written = [re.fullmatch(r"\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] (\{.*\})", line) for line in log.read_text().splitlines()]
    payloads = [json.loads(match[1]) for match in written if match]
    assert [(payload["hook_event_name"], payload["text"]) for payload in payloads] == [(event, text) for event in events]


# ── block-git.sh ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@variants
@pytest.mark.parametrize(
    ("command", "permission", "blocked", "mentioned"),
    [
        pytest.param("git push", "deny", True, "gh", id="git is denied in favour of gh"),
        pytest.param("git", "deny", True, "gh", id="git alone too"),
        pytest.param("cd x && git status", "deny", True, "gh", id="git anywhere in the command"),
        pytest.param("gh pr create", "ask", False, "gh pr create", id="a person is asked about gh"),
        pytest.param("gh", "ask", False, "gh", id="gh alone too"),
        pytest.param("ls -la", "allow", False, None, id="anything else is allowed"),
        pytest.param("digit", "allow", False, None, id="a name that only ends like git"),
    ],
)  # fmt: skip
def test_block_git(
    machine: Machine,
    jq: None,
    variant: str,
    command: str,
    permission: str,
    blocked: bool,
    mentioned: str | None,
) -> None:
    machine.script(machine.home, "block-git.sh", code(machine, variant, "user/hooks/block-git.sh", "003", "block-git.sh"))
    machine.user_hooks(beforeShellExecution=["./hooks/block-git.sh"])
    decision = machine.fire("beforeShellExecution", command=command, cwd="/", sandbox=False)
    assert (decision.response["permission"], decision.blocked, decision.failures) == (permission, blocked, ())
    assert set(decision.response) == {"permission"} | ({"user_message", "agent_message"} if mentioned else set())
    assert mentioned is None or mentioned in (decision.user_message or "")
    assert mentioned is None or command in (decision.agent_message or "")


QUOTED = 'git commit -m "it\'s done"'


def test_ours_denies_a_command_with_quotes_in_it(machine: Machine, jq: None) -> None:
    machine.script(machine.home, "block-git.sh", (EXAMPLES / "user/hooks/block-git.sh").read_text())
    machine.user_hooks(beforeShellExecution=["./hooks/block-git.sh"])
    decision = machine.fire("beforeShellExecution", command=QUOTED)
    assert decision.blocked and QUOTED in str(decision.agent_message)


def test_the_pages_own_pastes_quotes_into_its_json_and_that_is_said(machine: Machine, jq: None) -> None:
    machine.script(machine.home, "block-git.sh", code(machine, THEIRS, "", "003", "block-git.sh"))
    machine.user_hooks(beforeShellExecution=["./hooks/block-git.sh"])
    decision = machine.fire("beforeShellExecution", command=QUOTED)
    assert not decision.blocked and decision.failures[0].startswith("answer is not JSON: ")


# ── hookify ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@variants
@pytest.mark.parametrize(
    ("command", "permission"),
    [
        pytest.param("grep -E 'a|b' file", "deny", id="grep -E is denied"),
        pytest.param("cat x | grep   -E y", "deny", id="in a pipe, with more blanks"),
        pytest.param("grep -e a file", "allow", id="grep -e is not"),
        pytest.param("grep -Ev a file", "allow", id="another flag that begins so is not"),
        pytest.param('echo "$(touch pwned)" `touch pwned`; \'', "allow", id="the command is text, not code"),
    ],
)
def test_hookify_gets_the_command_as_an_argument(machine: Machine, variant: str, command: str, permission: str) -> None:
    name = "hookify-block-grep-extended.sh"
    machine.script(
        machine.project,
        name,
        code(machine, variant, f"project/.cursor/hooks/{name}", "000", f"Output: .cursor/hooks/{name}"),
    )
    machine.project_hooks(beforeShellExecution=[f'.cursor/hooks/{name} "${{command}}"'])
    decision = machine.fire("beforeShellExecution", command=command)
    assert (decision.permission, decision.failures) == (permission, ())
    if permission == "deny":
        assert "-e instead" in str(decision.user_message) and "-e instead" in str(decision.agent_message)
    assert not (machine.project / "pwned").exists()


def test_hookifys_own_hooks_json_is_the_configuration(machine: Machine) -> None:
    name = "hookify-block-grep-extended.sh"
    machine.script(machine.project, name, block("000", f"Output: .cursor/hooks/{name}"))
    (machine.project / ".cursor" / "hooks.json").write_text(block("000", "Output: .cursor/hooks.json"))
    assert machine.fire("beforeShellExecution", command="grep -E x y").blocked
    assert machine.fire("beforeShellExecution", command="grep x y").permission == "allow"


# ── kube_guard.py ────────────────────────────────────────────────────────────────────────────────────────────────────────

MANIFESTS = {
    "dev.yaml": "metadata: {namespace: dev}\n",
    "prod.yaml": "metadata: {name: a}\n---\n---\nmetadata:\n  namespace: production\n",
    "broken.yaml": "a: [1\n",
    "list.yaml": "- 1\n- 2\n",
}


@pytest.mark.parametrize(
    ("command", "permission"),
    [
        pytest.param("kubectl apply -f prod.yaml", "ask", id="a manifest that names production, in its third document"),
        pytest.param("kubectl apply -f dev.yaml", "allow", id="one that does not"),
        pytest.param("kubectl apply -f dev.yaml -n prod", "ask", id="-n prod"),
        pytest.param("kubectl apply --namespace production -f dev.yaml", "ask", id="--namespace production"),
        pytest.param("kubectl apply --namespace=prod -f dev.yaml", "ask", id="--namespace=prod"),
        pytest.param("kubectl apply -n=prod -f dev.yaml", "ask", id="-n=prod"),
        pytest.param("kubectl apply -f dev.yaml -n staging", "allow", id="another namespace"),
        pytest.param("kubectl apply -f nowhere.yaml -n prod", "allow", id="no such manifest"),
        pytest.param("kubectl apply -f broken.yaml", "allow", id="not YAML"),
        pytest.param("kubectl apply -f list.yaml", "allow", id="no manifest at all"),
        pytest.param("kubectl apply -f", "allow", id="nothing after -f"),
        pytest.param("kubectl get pods -n prod", "allow", id="another verb"),
        pytest.param("ls 'unclosed", "allow", id="not even a command"),
    ],
)
def test_kube_guard(machine: Machine, command: str, permission: str) -> None:
    machine.script(machine.project, "kube_guard.py", (EXAMPLES / "project/.cursor/hooks/kube_guard.py").read_text())
    machine.project_hooks(beforeShellExecution=["python3 .cursor/hooks/kube_guard.py"])
    manifests = machine.project / "deploy"
    manifests.mkdir()
    for name, text in MANIFESTS.items():
        (manifests / name).write_text(text)
    decision = machine.fire("beforeShellExecution", command=command, cwd=str(manifests))
    assert (decision.permission, decision.blocked, decision.failures) == (permission, False, ())
    asked = {"permission": "ask", "user_message": decision.user_message, "agent_message": decision.agent_message}
    assert decision.response == (asked if permission == "ask" else {"permission": "allow"})
    assert permission == "allow" or (command.split("-f ")[1].split()[0] in str(decision.agent_message))
    assert ("broken.yaml cannot be read" in decision.outcomes[0].completion.stderr) is ("broken" in command)


# ── track-stop.ts ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="session")
def bun(program: Callable[[str], str]) -> str:
    """A Bun: the machine's, the cached one, or a new one from npm, which is tried a few times."""
    found = shutil.which("bun") or cached_bun()
    if found:
        return found
    BUN_CACHE.mkdir(parents=True, exist_ok=True)
    with (BUN_CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several test processes, one installation
        for attempt in range(INSTALL_ATTEMPTS):
            if not cached_bun():
                time.sleep(2 * attempt)
                npm = [program("npm"), *"install --no-audit --no-fund --no-save --prefix".split(), str(BUN_CACHE), "bun@1"]
                subprocess.run(npm, capture_output=True, timeout=120, check=False, stdin=subprocess.DEVNULL)
    found = cached_bun()
    if not found:
        missing("npm could not install bun: the TypeScript hook was NOT tried")
    return str(found)


def cached_bun() -> str | None:
    """The first Bun of the cache that runs here; older processors need the baseline build."""
    for path in (".bin/bun", "@oven/bun-linux-x64/bin/bun", "@oven/bun-linux-x64-baseline/bin/bun"):
        program = BUN_CACHE / "node_modules" / path
        if program.exists() and subprocess.run([program, "--version"], capture_output=True, check=False).returncode == 0:
            return str(program)
    return None


@pytest.fixture
def stop_machine(machine: Machine, bun: str, tmp_path: pathlib.Path, variant: str) -> Machine:
    """A project with the hook, and `bun` on its path."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "bun").symlink_to(bun)
    machine.environ["PATH"] = f"{tmp_path / 'bin'}:{machine.environ['PATH']}"
    text = (EXAMPLES / "project/.cursor/hooks/track-stop.ts").read_text()
    if variant == THEIRS:  # this page came without line breaks; TypeScript can do without them
        found = re.search(r'```ts title="\.cursor/hooks/track-stop\.ts" (.*?) ```', page("001"))
        assert found
        text = found[1]
    machine.script(machine.project, "track-stop.ts", text)
    machine.project_hooks(stop=["bun run .cursor/hooks/track-stop.ts --stop"])
    return machine


@variants
@pytest.mark.xdist_group("bun")
def test_track_stop_retries_after_two_errors_in_a_row(stop_machine: Machine, variant: str) -> None:
    def followed_up(status: str, loop_count: int = 0) -> bool:
        decision = stop_machine.fire("stop", status=status, loop_count=loop_count)
        assert decision.failures == () and set(decision.response) <= {"followup_message"}
        return "retry" in str(decision.response.get("followup_message"))

    assert [followed_up(status) for status in ("error", "error", "error")] == [False, True, True]
    assert followed_up("error", loop_count=4) is False
    assert [followed_up(status) for status in ("completed", "error", "error")] == [False, False, True]
    metrics = json.loads((stop_machine.project / ".cursor/hooks/state/agent-metrics.json").read_text())
    assert {key: (entry["lastStatus"], entry["errorCount"]) for key, entry in metrics.items()} == {
        "conversation-1": ("error", 2)
    }


@variants
@pytest.mark.xdist_group("bun")
def test_track_stop_reports_to_the_team(stop_machine: Machine, variant: str) -> None:
    received: list[Any] = []

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None: ...

    server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        stop_machine.environ["AGENT_TELEMETRY_URL"] = f"http://127.0.0.1:{server.server_port}/runs"
        decision = stop_machine.fire("stop", status="aborted", loop_count=3, generation_id="gen-1")
    finally:
        server.shutdown()
        server.server_close()
    assert (decision.failures, decision.response) == ((), {})
    timestamp = received[0].pop("timestamp")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", timestamp)
    assert received == [
        {"conversationId": "conversation-1", "generationId": "gen-1", "model": "model-1", "status": "aborted", "errorCount": 0, "loopCount": 3}
    ]  # fmt: skip


@variants
@pytest.mark.xdist_group("bun")
def test_track_stop_never_fails(stop_machine: Machine, variant: str) -> None:
    stop_machine.environ["AGENT_TELEMETRY_URL"] = "http://127.0.0.1:9/nobody-is-here"
    decision = stop_machine.fire("stop", status="error", loop_count=0)
    assert (decision.failures, decision.response) == ((), {})
    assert "failed" in decision.outcomes[0].completion.stderr


# ── the pages' hooks.json ────────────────────────────────────────────────────────────────────────────────────────────────

EXAMPLES_PER_PAGE = {"000": 1, "001": 9, "002": 1, "003": 2, "004": 1}


def configurations(number: str) -> list[dict[str, Any]]:
    """Every whole hooks.json of a page."""
    decoder, found, text = json.JSONDecoder(), [], page(number)
    for start in (match.start() for match in re.finditer(r"\{\s*\"(?:version|hooks)\"", text)):
        try:
            value, _ = decoder.raw_decode(text, start)
        except ValueError:
            continue  # a sketch with dots in it, or the inside of one
        if "hooks" in value and isinstance(value["hooks"], dict):
            found.append(value)
    return found


@pytest.mark.parametrize("number", EXAMPLES_PER_PAGE)
def test_every_hooks_json_of_the_pages_is_accepted_whole(machine: Machine, number: str) -> None:
    found = configurations(number)
    assert len(found) == EXAMPLES_PER_PAGE[number]
    for value in found:
        (machine.project / ".cursor" / "hooks.json").write_text(json.dumps(value))
        engine = Engine.load(
            machine.project, trust=True, journal=False, environ=machine.environ, enterprise_config="/nowhere"
        )
        assert [problem.problem for problem in engine.problems() if problem.severity == "error"] == []
        configured = {(hook.event, hook.command) for hook in engine.hooks()}
        assert configured == {(e, h.get("command") or h["prompt"]) for e, hooks in value["hooks"].items() for h in hooks}


def test_our_own_examples_are_configured_without_a_problem(machine: Machine) -> None:
    shutil.copytree(EXAMPLES / "user", machine.home / ".cursor", dirs_exist_ok=True)
    shutil.copytree(EXAMPLES / "project", machine.project, dirs_exist_ok=True)
    engine = Engine.load(
        machine.project, trust=True, journal=False, environ=machine.environ, enterprise_config="/nowhere", probe=True
    )
    # As in the documentation, some of them allow what they do not object to.
    assert {problem.code for problem in engine.problems()} == {"always-allows"}
    assert {hook.source for hook in engine.hooks()} == {"user", "project"}
