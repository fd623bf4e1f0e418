"""network-guard: keeps the agent from talking to hosts nobody named, with curl, wget, nc, ssh and
their like.

Which host is read from the words of each program. One that is allowed passes, another is denied,
one that is computed is asked about. It looks nothing up: a name is compared as it is written.
"""

from __future__ import annotations

from hookline.kit.commands.command_syntax import texts_of
from hookline.kit.commands.fetched_code import fetched_by
from hookline.kit.commands.hosts import (
    GIT_VALUES,
    LISTENS,
    code_hosts,
    devices_in,
    git_hosts,
    host_of,
    hosts_of,
    is_this_machine,
    words_of,
)
from hookline.kit.commands.uploads import opens, sends
from hookline.kit.findings import ASK, DENY, PLAINLY, Finding, cannot_tell, guard_shell, shown
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hookline.kit.commands.hosts import Host
    from hookline.kit.findings import ShellCommand
    from hookline.sdk.event_types import Hooks
    from hookline.shell import Call

_COULD_BE = ("curl", "wget", "nc", "ssh")
_INSTEAD = "Use what is in the workspace, or ask the user to allow the host."


def build(hook: Hooks, settings: Settings) -> None:
    allowed = Allowed(settings)

    def judge(event: ShellCommand) -> Iterator[Finding]:
        reading = event.read_command()
        for call in reading.calls:
            for host in _hosts(call, settings):
                yield from allowed.findings(host, call.program or "it")
            yield from _without_host(call)
        for text in texts_of(event.shell_command, reading):
            for host in devices_in(text):
                yield from allowed.findings(host, "the shell")
        yield from cannot_tell(reading, _COULD_BE)

    guard_shell(hook, "network-guard", judge)


def _without_host(call: Call) -> Iterator[Finding]:
    """What is sent, or opened, by programs that name no host."""
    for what, instead in ((sends(call), _INSTEAD), (opens(call), "Bind it to 127.0.0.1.")):
        if what is not None:
            yield Finding(ASK, f"`{shown(call.words)}` {what}.", instead)


class Allowed:
    """Which hosts may be talked to, as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._decision: str = settings.decision
        self._localhost: bool = settings.localhost
        self._hosts = [host.lower() for host in settings.allow]

    def findings(self, host: Host, program: str) -> Iterator[Finding]:
        """Why a program may not talk to a host, if it may not."""
        if host is None:
            yield Finding(ASK, f"it is unclear which host {program} talks to.", PLAINLY)
        elif host == LISTENS:
            what = f"{program} opens a port that other machines can reach."
            yield Finding(ASK, what, "Bind it to 127.0.0.1.")
        elif not self._has(host):
            yield Finding(self._decision, f"{program} talks to {shown([host])}.", _INSTEAD)

    def _has(self, host: str) -> bool:
        is_own = self._localhost and is_this_machine(host)
        return is_own or any(_is_below(host, allowed) for allowed in self._hosts)


def _is_below(host: str, allowed: str) -> bool:
    """`api.example.org` is allowed by its name, and by `*.example.org`."""
    return host == allowed or (allowed.startswith("*.") and host.endswith(allowed[1:]))


def _hosts(call: Call, settings: Settings) -> list[Host]:
    if call.code is not None:
        return code_hosts(call)
    if call.program in settings.also:
        return [None]
    if call.program == "git":
        return list(git_hosts(call, words_of(call, GIT_VALUES))) if settings.git else []
    address = fetched_by(call)
    if address is not None and "://" in address:
        return [host_of(address.removeprefix("git+"))]
    return hosts_of(call) or []


KIT = Kit(
    "network-guard",
    "Denies talking to hosts that are not allowed, with curl, wget, nc, ssh and their like; asks "
    "where a host is computed.",
    build=build,
    options=(
        Option(
            "allow",
            "words",
            (),
            "Hosts that are allowed: api.example.org, or *.example.org for all below it",
        ),
        Option("decision", "choice", DENY, "What to do about other hosts", (DENY, ASK)),
        Option("localhost", "flag", True, "Let this machine talk to itself"),
        Option("git", "flag", False, "Also check addresses that git is given"),
        Option(
            "also",
            "words",
            (),
            "More programs that use the network; each use is asked about",
        ),
    ),
    entries=(
        Entry("beforeShellExecution", fail_closed=True),
        Entry("preToolUse", "^Shell$", fail_closed=True),
    ),
    needs=("tree_sitter_bash",),
)
