"""A real browser (the distribution's chromium) at a real `hookline ui`, over a journal of events that were really fired."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, expect, sync_playwright

REPOSITORY = Path(__file__).resolve().parents[3]
HOOKLINE = Path(sys.executable).with_name("hookline")
AXE = REPOSITORY / ".cache" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
#: As root and without a network: chromium is told not to look for either a sandbox or Google.
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
#: What is awaited comes at once, or, on a machine that has other things to do, later.
expect.set_options(timeout=30_000)
WIDTHS = {"wide": 1600, "narrow": 360}


def missing(what: str) -> None:
    """Nobody may think that this was tried: where everything must be tried, it is a failure."""
    say = f"{what} is not on this machine: run `make packages axe` as root on Debian, or install it yourself"
    if os.environ.get("CI") == "true":
        pytest.fail(say)
    pytest.skip(say)


GUARD = """#!/bin/sh
payload=$(cat)
case "$payload" in
  *'git push'*) echo 'looked for: git push' >&2
    echo '{"permission": "deny", "user_message": "Pushing is for people.", "agent_message": "Leave the push to a person."}' ;;
  *'rm -rf'*) echo '{"permission": "ask", "user_message": "Really remove all of that?"}' ;;
  *'git '*|*'pytest'*) echo '{"permission": "allow"}' ;;
esac
"""
SLOW = "#!/bin/sh\nsleep 0.6\necho '{}'\n"
BROKEN = "#!/bin/sh\necho 'npm: config is missing' >&2\nexit 1\n"
AUDIT = '#!/bin/sh\ncat > /dev/null\necho \'{"permission": "allow"}\'\n'
PROJECT = {
    "beforeShellExecution": [
        {"command": ".cursor/hooks/guard.sh", "failClosed": True},
        {"command": ".cursor/hooks/slow.sh", "matcher": "curl|wget", "timeout": 10},
        {"command": ".cursor/hooks/broken.sh", "matcher": "npm"},
        {"command": ".cursor/hooks/guard.sh", "matcher": "^terraform"},
    ],
    "beforeSubmitPrompt": [{"command": ".cursor/hooks/slow.sh"}],
    "stop": [{"command": 'echo \'{"followup_message": "Run the tests before you stop."}\'', "loop_limit": 2}],
}
ENTERPRISE = {"beforeMCPExecution": [{"command": "./audit.sh", "matcher": "create_issue"}]}


class Machine:
    """A home, a workspace and a state folder of its own, and `hookline` in them."""

    def __init__(self, folder: Path) -> None:
        self.home, self.root, self.state = folder / "home", folder / "shop", folder / "state"
        for place in (self.home, self.root, self.state):
            place.mkdir(parents=True)
        self.enterprise = folder / "enterprise" / "hooks.json"
        self.write(self.enterprise, {"version": 1, "hooks": {}})

    def write(self, path: Path, content: object) -> None:
        """A file: text as it is, executable when it says what runs it; anything else as JSON."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content, indent=2), encoding="utf-8")
        path.chmod(0o755 if isinstance(content, str) and content.startswith("#!") else 0o644)

    def configure(self, hooks: object = PROJECT) -> None:
        """The hooks of the workspace."""
        for name, script in (("guard", GUARD), ("slow", SLOW), ("broken", BROKEN)):
            self.write(self.root / ".cursor/hooks" / f"{name}.sh", script)
        self.write(self.root / ".cursor/hooks.json", {"version": 1, "hooks": hooks})

    @property
    def environ(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "HOOKLINE_STATE": str(self.state), "LANG": "C.UTF-8",
            "TMPDIR": str(self.home), "NO_COLOR": "1",
        }  # fmt: skip

    @property
    def program_folder(self) -> str:
        """Where `hookline` is, for those who call it by its name."""
        return str(HOOKLINE.parent)

    def command(self, *words: str) -> list[str]:
        return [str(HOOKLINE), *words, "--enterprise-config", str(self.enterprise)]

    def run(self, *words: str) -> str:
        """A command that has nothing to complain about."""
        done = subprocess.run(
            [str(HOOKLINE), *words], cwd=self.root, env=self.environ, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def host(self) -> subprocess.Popen[str]:
        """A `hookline host` of this workspace."""
        return subprocess.Popen(
            self.command("host"), cwd=self.root, env=self.environ, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def fire(self, *events: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
        """Events one after the other, as an agent fires them; their results."""
        results = []
        with self.host() as host:
            assert host.stdin is not None and host.stdout is not None
            for number, (event, payload) in enumerate(events):
                host.stdin.write(json.dumps({"id": number, "event": event, "input": payload}) + "\n")
                host.stdin.flush()
                results.append(json.loads(host.stdout.readline()))
            host.stdin.close()
            host.wait(timeout=30)
        return results

    @contextmanager
    def ui(self) -> Iterator[str]:
        """The address that a `hookline ui` prints, while it runs."""
        process = subprocess.Popen(
            self.command("ui", "--json", "--no-open"), cwd=self.root, env=self.environ, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        try:
            assert process.stdout is not None and process.stderr is not None
            line = process.stdout.readline()
            assert line, process.stderr.read()
            yield json.loads(line)["address"]
        finally:
            process.terminate()
            _, complaints = process.communicate(timeout=30)
        assert complaints == ""


def session(name: str, prompt: str) -> list[tuple[str, dict[str, Any]]]:
    """What an agent fires in one conversation."""
    same = {"conversation_id": name}
    shell = [("beforeShellExecution", {**same, "command": command, "cwd": "/work/shop", "sandbox": False}) for command in (
        "git status", "curl -sS https://example.com/health", "npm install left-pad", "git push origin main", "rm -rf build",
    )]  # fmt: skip
    return [
        ("sessionStart", {**same, "composer_mode": "agent"}),
        ("beforeSubmitPrompt", {**same, "prompt": prompt}),
        ("beforeReadFile", {**same, "file_path": "/work/shop/src/cart.py", "content": "total = 0\n"}),
        *shell,
        ("beforeMCPExecution", {**same, "tool_name": "create_issue", "tool_input": '{"title": "Rounding"}'}),
        ("afterFileEdit", {**same, "file_path": "/work/shop/src/cart.py", "edits": []}),
        ("stop", {**same, "status": "completed", "loop_count": 0}),
    ]


class Site:
    """A running page, and a browser that was let in."""

    def __init__(self, machine: Machine, browser: Browser, address: str) -> None:
        self.machine, self._browser = machine, browser
        self.address = address.partition("/?")[0]
        first = browser.new_context()
        first.new_page().goto(address)
        self._state: StorageState = first.storage_state()
        first.close()

    def context(self, *, theme: str = "light", width: int = WIDTHS["wide"], **more: Any) -> BrowserContext:
        return self._browser.new_context(
            storage_state=self._state,
            color_scheme="dark" if theme == "dark" else "light",
            viewport={"width": width, "height": 900},
            base_url=self.address,
            **more,
        )

    @contextmanager
    def visit(self, path: str, *, status: int = 200, **more: Any) -> Iterator[Page]:
        """A page of a context of its own. Whatever it complains about, and whatever it asks of another host, fails.

        A browser complains of every answer that is no success; `status` is the one that is meant.
        """
        context = self.context(**more)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=self.address)
        page, wrong = context.new_page(), []
        page.on("console", lambda said: wrong.append(f"console {said.type}: {said.text}") if said.type in LOUD else None)
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on("request", lambda asked: None if self._is_ours(asked.url) else wrong.append(f"asked {asked.url}"))
        page.on("response", lambda got: wrong.append(f"{got.status} {got.url}") if got.status >= 500 else None)
        try:
            page.goto(path)
            yield page
        finally:
            context.close()
        assert [one for one in wrong if f"status of {status} " not in one] == []

    def _is_ours(self, url: str) -> bool:
        return url.startswith((self.address + "/", "data:", "about:"))


#: What a browser may not say of the page.
LOUD = ("error", "warning", "assert")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if not chromium:
        missing("chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def violations() -> Callable[[Page], list[str]]:
    """What axe finds wrong with a page as it is: the rule, where, and how to mend it."""
    if not AXE.is_file():
        missing("axe-core")
    axe = AXE.read_text(encoding="utf-8")

    def found(page: Page) -> list[str]:
        page.evaluate(axe)
        rules = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")["violations"]
        return [f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in rules for node in rule["nodes"]]

    return found


@pytest.fixture(scope="session")
def new_machine(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Machine]:
    """Makes machines on which nobody has configured anything."""
    return lambda: Machine(tmp_path_factory.mktemp("machine"))


@pytest.fixture(scope="session")
def serve(browser: Browser) -> Iterator[Callable[[Machine], Site]]:
    """Starts the page of a machine; all of them end with the tests, and must have had nothing to complain about."""
    with ExitStack() as running:
        yield lambda machine: Site(machine, browser, running.enter_context(machine.ui()))


PROMPTS = ("Why is the cart's total off by one cent?", "Write a test for it", "Ship it")


def furnished(machine: Machine, *prompts: str) -> Machine:
    """The machine with hooks of several sources, and with the conversations of an agent."""
    machine.configure()
    machine.write(machine.enterprise, {"version": 1, "hooks": ENTERPRISE})
    machine.write(machine.enterprise.with_name("audit.sh"), AUDIT)
    machine.run("init")
    machine.run("trust", "--yes")
    machine.fire(*(one for number, prompt in enumerate(prompts) for one in session(f"cart-{number + 1}", prompt)))
    return machine


@pytest.fixture(scope="session")
def site(new_machine: Callable[[], Machine], serve: Callable[[Machine], Site]) -> Site:
    """The page of a machine on which an agent has worked. Only to look at."""
    return serve(furnished(new_machine(), *PROMPTS))


@pytest.fixture(scope="session")
def busy_site(new_machine: Callable[[], Machine], serve: Callable[[Machine], Site]) -> Site:
    """A page whose journal tests may write to; its hooks stay as they are."""
    return serve(furnished(new_machine(), PROMPTS[0]))


@pytest.fixture
def own_site(new_machine: Callable[[], Machine], serve: Callable[[Machine], Site]) -> Site:
    """A page of the test's own, whose hooks it may change."""
    return serve(furnished(new_machine(), PROMPTS[0]))
