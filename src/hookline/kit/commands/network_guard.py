"""network-guard: keeps the agent from talking to hosts nobody named, with curl, wget, nc, ssh and
their like.

Which host is read from the words of each program. One that is allowed passes, another is denied,
one that is computed is asked about. It looks nothing up: a name is compared as it is written.
"""

from __future__ import annotations

import re

from hookline.kit.commands.command_syntax import redirected, texts_of
from hookline.kit.commands.hosts import (
    GIT_VALUES,
    LISTENS,
    git_hosts,
    host_of,
    hosts_in_code,
    hosts_of,
    words_of,
)
from hookline.kit.findings import ASK, DENY, PLAINLY, Finding, cannot_tell, guard_shell, shown
from hookline.kit.kit import Entry, Kit
from hookline.kit.kit_settings import Option, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hookline.kit.commands.hosts import Host
    from hookline.kit.findings import ShellCommand
    from hookline.sdk.event_types import Hooks
    from hookline.shell import Call

_COULD_BE = ("curl", "wget", "nc", "ssh")
_LOOPBACK = re.compile(
    r"localhost|.+\.localhost|127(?:\.\d{1,3}){1,3}|::1|0\.0\.0\.0|host\.docker\.internal\Z"
)
_DEVICE = re.compile(r"/dev/(?:tcp|udp)/(?P<host>[^/]*)")
#: What code needs in order to talk to other machines without starting a program.
_CODE_TALKS = re.compile(
    r"\burllib|\brequests\b|\bhttpx?\b|\baiohttp\b|\bsocket|\bftplib|\bsmtplib|\bparamiko|\bfetch\s*\(|\bhttps?\b(?!:/)|\bnet\b|\bdgram\b"
    r"|\bNet::|\bLWP|\bIO::Socket|\bopen-uri|\bTCPSocket|\bfsockopen|\bcurl_|\bfile_get_contents|\bXMLHttpRequest|\bWebSocket"
    r"|\bhttpd\b|WebRequest|WebClient|RestMethod|\bdns\b"
)


def build(hook: Hooks, settings: Settings) -> None:
    def allowed(host: str) -> bool:
        if settings.localhost and _LOOPBACK.fullmatch(host):
            return True
        return any(
            host == one or (one.startswith("*.") and host.endswith(one[1:]))
            for one in map(str.lower, settings.allow)
        )

    def found(host: Host, program: str) -> Finding | None:
        if host is None:
            return Finding(ASK, f"it cannot be told which host {program} talks to.", PLAINLY)
        if host == LISTENS:
            return Finding(
                ASK,
                f"{program} opens a port that other machines can reach.",
                "Bind it to 127.0.0.1.",
            )
        instead = "Use what is in the workspace, or ask the person to allow the host."
        return (
            None
            if allowed(host)
            else Finding(settings.decision, f"{program} talks to {shown([host])}.", instead)
        )

    def judge(event: ShellCommand) -> Iterator[Finding]:
        reading = event.read_command()
        for call in reading.calls:
            for host in _hosts(call, settings):
                if (one := found(host, call.program or "it")) is not None:
                    yield one
        for text in texts_of(event.shell_command, reading):
            for host in _devices(text):
                if (one := found(host, "the shell")) is not None:
                    yield one
        unknown = cannot_tell(reading, _COULD_BE)
        if unknown is not None:
            yield unknown

    guard_shell(hook, "network-guard", judge)


def _hosts(call: Call, settings: Settings) -> list[Host]:
    if call.code is not None:
        return _in_code(call, call.code.known_text)
    if call.program in settings.also:
        return [None]
    if call.program == "git":
        return list(git_hosts(call, words_of(call, GIT_VALUES))) if settings.git else []
    return hosts_of(call) or []


def _in_code(call: Call, text: str) -> list[Host]:
    """Code that can talk to other machines: to those whose addresses it spells out, or nobody knows
    to which.
    """
    modules = " ".join(
        word.known_text[2:] for word in call.words[1:] if word.start.startswith(("-M", "-r"))
    )
    talks = _CODE_TALKS.search(f"{text}\n{modules}")
    if call.language in ("sed", "awk", "text", "psql", "mysql", "sqlite") or not talks:
        return []
    return hosts_in_code(text) or [None]


def _devices(text: str) -> Iterator[Host]:
    """bash's own network: `< /dev/tcp/host/port`."""
    for _, target in redirected(text):
        if found := _DEVICE.match(target):
            yield host_of(found["host"])


KIT = Kit(
    "network-guard",
    "Denies talking to hosts that are not allowed, with curl, wget, nc, ssh and their like; asks where a host is computed.",
    build=build,
    options=(
        Option(
            "allow",
            "words",
            (),
            "Hosts that are allowed: api.example.org, or *.example.org for all below it",
        ),
        Option("decision", "choice", DENY, "What is said about other hosts", (DENY, ASK)),
        Option("localhost", "flag", True, "Let this machine talk to itself"),
        Option("git", "flag", False, "Judge addresses that git is given too"),
        Option(
            "also",
            "words",
            (),
            "More programs that talk to other machines; each use is asked about",
        ),
    ),
    entries=(
        Entry("beforeShellExecution", fail_closed=True),
        Entry("preToolUse", "^Shell$", fail_closed=True),
    ),
    needs=("tree_sitter_bash",),
)
