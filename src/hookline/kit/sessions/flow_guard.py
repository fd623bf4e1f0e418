"""flow-guard: looks at the conversation, not at one call. Private data was read, text that others
wrote came in, and now something leaves: then a person is asked, because the text may be what makes
the agent send.

Two of the three are an ordinary day. What counts is noted by name (`flow_notes`); what calls are is
told by `senders`, `private_paths`, `mcp_kinds` and `carried_data`.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import NamedTuple

from hookline.kit.commands.hosts import host_of, is_this_machine
from hookline.kit.findings import ASK, DENY, PLAINLY, Finding, answer
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.project import own_repositories, roots_of, say
from hookline.kit.sessions.carried_data import (
    LONGEST_SEARCHED,
    carries_data,
    images_in,
    looks_scrambled,
)
from hookline.kit.sessions.flow_notes import (
    APPROVED,
    STOPPED,
    UNREAD,
    Flow,
    Mark,
    change_flow,
    key_of,
)
from hookline.kit.sessions.mcp_inventory import Call as ServerCall
from hookline.kit.sessions.mcp_kinds import PRIVATE, PUBLIC, UNTRUSTED, ToolKinds
from hookline.kit.sessions.private_paths import PrivatePaths
from hookline.kit.sessions.senders import (
    SOMEWHERE,
    Way,
    private_reads,
    unclear_ways,
    ways_in,
    ways_out,
)
from hookline.kit.texts.event_texts import joined_texts, output_of, text_of
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import (
    AfterAgentResponse,
    AfterMCPExecution,
    AfterShellExecution,
    BeforeMCPExecution,
    BeforeReadFile,
    BeforeShellExecution,
    ConversationEvent,
    Hooks,
    PostToolUse,
    PreToolUse,
)
from hookline.shorten import shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

_NAME = "flow-guard"
_CANNOT_KEEP = f"{_NAME}: the notes of this conversation cannot be kept"
_INSTEAD = "Do not look for another way to send it; the user decides."
_NOBODY_ASKED = (
    "Nobody can be asked here, so it is denied. Tell the user what you wanted to send, and why."
)
#: Arguments of tools that name a file.
_PATHS = ("path", "file_path", "filename", "file", "uri", "attachment")
#: So much of a text is looked through for secrets, from its beginning and from its end.
_MOST_SEARCHED = 512 * 1024
_LONGEST_NAME, _LONGEST_ADDRESS = 80, 4096


class Three(NamedTuple):
    """What came together: two calls of before, and the one that would send."""

    private: Mark
    untrusted: Mark
    way: Way


def three_of(private: Sequence[Mark], untrusted: Sequence[Mark], way: Way) -> Three:
    """The latest of each, and two different calls where there are two."""
    other = [mark for mark in untrusted if mark.what != private[-1].what]
    return Three(private[-1], (other or untrusted)[-1], way)


class Seen(NamedTuple):
    """Something that counts: its kind, what happens, and the place it is of, if that is known."""

    kind: str
    what: str
    place: str = ""


class Doing(NamedTuple):
    """What one call does. `first`: what counts before it sends, such as a file that it sends; `later`:
    what counts from then on, for the answer to a call is no reason for that call. `used`: private
    files it uses without showing them. `unclear`: why nobody can tell what it does.
    """

    first: tuple[Seen, ...] = ()
    later: tuple[Seen, ...] = ()
    sends: tuple[Way, ...] = ()
    used: tuple[str, ...] = ()
    unclear: str = ""


class Watch:
    """What calls are and when they are stopped, as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._paths = PrivatePaths(settings.files)
        marked = {
            PRIVATE: settings.private,
            UNTRUSTED: settings.untrusted,
            PUBLIC: settings.public,
        }
        self._tools = ToolKinds(marked, settings.harmless)
        self._inside = [pattern.casefold() for pattern in settings.inside]

    # What calls are.

    def command(self, event: BeforeShellExecution | AfterShellExecution) -> Doing:
        command, reading = event.shell_command, event.read_command()
        shown, used = private_reads(command, reading, self._paths)
        sends = self._outside(ways_out(command, reading))
        comes = self._outside(ways_in(reading))
        first = [Seen(PRIVATE, what) for what in shown]
        first += [Seen(UNTRUSTED, named(way, "from")) for way in comes if way not in sends]
        later = [Seen(UNTRUSTED, named(way, "from")) for way in comes if way in sends]
        return Doing(tuple(first), tuple(later), sends, tuple(used), unclear_ways(reading))

    def tool(self, event: BeforeMCPExecution | AfterMCPExecution) -> Doing:
        call, arguments = ServerCall(event), event.arguments
        tool = self._tools.of(call.server, call.tool, arguments)
        kinds = tool.kinds
        if tool.place in own_repositories(roots_of(event)):
            kinds -= {PRIVATE}
        what = f"{tool.name} of {tool.place}" if tool.place else tool.name
        later = [Seen(kind, what, tool.place) for kind in (PRIVATE, UNTRUSTED) if kind in kinds]
        outside = [address for address in tool.addresses if not self.is_inside(host_in(address))]
        if tool.addresses and not outside:
            later = [seen for seen in later if seen.kind != UNTRUSTED]
        sends = [Way(tool.name, host_in(address)) for address in outside if carries_data(address)]
        sends += [Way(tool.name, tool.place)] if PUBLIC in kinds else []
        is_inside = self.is_inside(tool.name)
        return Doing(
            self._files_of(tool.name, arguments),
            tuple(later),
            () if is_inside else self._outside(sends),
        )

    def page(self, event: PreToolUse) -> Doing:
        """A page that the agent's own tool fetches, or what it searches for."""
        texts = [text for text in event.arguments.values() if isinstance(text, str)]
        addresses = [text for text in texts if "://" in text]
        outside = [address for address in addresses if not self.is_inside(host_in(address))]
        if addresses and not outside:
            return Doing()
        way = Way(event.tool_name, host_in(outside[0]) if outside else "")
        searched = [text for text in texts if "://" not in text]
        sends = any(map(carries_data, outside)) or any(map(looks_scrambled, searched))
        return Doing(later=(Seen(UNTRUSTED, named(way, "from")),), sends=(way,) if sends else ())

    def file(self, event: BeforeReadFile) -> Doing:
        path = text_of(event.file_path)
        what = f"the agent reads {shorten(path, _LONGEST_NAME)}"
        if self._paths.has(path):
            return Doing(first=(Seen(PRIVATE, what),))
        secrets = secrets_seen(text_of(event.content))
        return (
            Doing(first=(Seen(PRIVATE, f"{what}, which holds {secrets}"),)) if secrets else Doing()
        )

    def answer(self, event: AfterAgentResponse) -> Doing:
        addresses = [address for address in images_in(text_of(event.text)) if carries_data(address)]
        hosts = dict.fromkeys(map(host_in, addresses))
        ways = [Way("an image in the answer", host) for host in hosts]
        if len(event.text) > LONGEST_SEARCHED:
            ways.append(Way("an answer that is too long to be looked through", ""))
        return Doing(sends=self._outside(ways))

    def _files_of(self, tool: str, arguments: Mapping[str, Any]) -> tuple[Seen, ...]:
        """The private files that a tool is given by their paths."""
        names = [text_of(arguments.get(name)) for name in _PATHS]
        paths = [name.removeprefix("file://") for name in names]
        return tuple(
            Seen(PRIVATE, f"{tool} gets {path}") for path in paths if self._paths.has(path)
        )

    def _outside(self, ways: Iterable[Way]) -> tuple[Way, ...]:
        return tuple(way for way in ways if not self.is_inside(way.target))

    def is_inside(self, target: str) -> bool:
        """Whether a host, a remote, a repository or a tool is not the outside."""
        name = target.casefold()
        return is_this_machine(name) or any(fnmatchcase(name, pattern) for pattern in self._inside)

    # When they are stopped.

    def judge(self, event: ConversationEvent, doing: Doing) -> list[Finding]:
        """Note what a call does, and say why it is stopped, if it is."""
        try:
            found: list[Finding] = change_flow(event, lambda flow: self._noted(flow, event, doing))
        except OSError as error:
            return self._not_noted(event, doing, error.strerror or str(error))
        return found

    def _not_noted(self, event: ConversationEvent, doing: Doing, reason: str) -> list[Finding]:
        """Nobody knows what came before: whatever sends is asked about."""
        say(f"{_CANNOT_KEEP}: {reason}")
        what = (
            f"its notes of this conversation cannot be kept ({reason}), and this sends something."
        )
        verdict = self._settings.verdict if can_ask(event) else DENY
        return [Finding(verdict, what, _INSTEAD)] if doing.sends else []

    def _noted(self, flow: Flow, event: ConversationEvent, doing: Doing) -> list[Finding]:
        for seen in doing.first:
            flow.add(seen.kind, seen.what, event.name, seen.place)
        findings = self._findings(flow, event, doing)
        for seen in doing.later if not findings else ():
            flow.add(seen.kind, seen.what, event.name, seen.place)
        return findings

    def _findings(self, flow: Flow, event: ConversationEvent, doing: Doing) -> list[Finding]:
        private, untrusted = (self._live(flow, kind) for kind in (PRIVATE, UNTRUSTED))
        private += [flow.mark(PRIVATE, what, event.name) for what in doing.used]
        ways = [*doing.sends, *([UNREAD] if doing.unclear else [])]
        for way in ways if untrusted else ():
            open_marks = flow.not_settled(private, way)
            if open_marks:
                three = three_of(open_marks, untrusted, way)
                return [self._stopped(flow, event, three, doing.unclear)]
        return []

    def _live(self, flow: Flow, kind: str) -> list[Mark]:
        return flow.live(kind, self._settings.minutes * 60, self._settings.events)

    def _stopped(self, flow: Flow, event: ConversationEvent, three: Three, unclear: str) -> Finding:
        if three.private not in flow.marks:
            flow.marks.append(three.private)
        flow.add(STOPPED, named(three.way), event.name, key_of(three.way))
        sends = f"{named(three.way)} sends"
        unread = f"nobody can tell what a command sends: {unclear}"
        what = (
            "private data was read, text that others wrote came in, and now something would leave. "
            f"1. {three.private}. 2. {three.untrusted}. "
            f"3. Now: {unread if three.way == UNREAD else sends} ({event.name})."
        )
        if not can_ask(event):
            return Finding(DENY, what, _NOBODY_ASKED)
        return Finding(self._settings.verdict, what, PLAINLY if three.way == UNREAD else _INSTEAD)

    def after(self, event: ConversationEvent, text: str, what: str, doing: Doing) -> None:
        """Note the secrets in an output, and that a call which was asked about went on."""
        secrets = secrets_seen(text)

        def change(flow: Flow) -> None:
            approved = [way for way in doing.sends if flow.waits(way)]
            for way in approved if self._settings.verdict == ASK else ():
                flow.add(APPROVED, named(way), event.name, key_of(way))
            for seen in doing.later if approved else ():
                flow.add(seen.kind, seen.what, event.name, seen.place)
            if secrets:
                flow.add(PRIVATE, f"the output of {what} holds {secrets}", event.name)

        try:
            change_flow(event, change)
        except OSError as error:
            say(f"{_CANNOT_KEEP}: {error.strerror or error}")


def build(hook: Hooks, settings: Settings) -> None:
    watch = Watch(settings)

    def shell(event: BeforeShellExecution) -> Answer | None:
        if not event.shell_command.strip():
            return None
        return answer(event, _NAME, watch.judge(event, watch.command(event)))

    def server(event: BeforeMCPExecution) -> Answer | None:
        return answer(event, _NAME, watch.judge(event, watch.tool(event)))

    def web(event: PreToolUse) -> Answer | None:
        return answer(event, _NAME, watch.judge(event, watch.page(event)))

    def read(event: BeforeReadFile) -> None:
        watch.judge(event, watch.file(event))

    def response(event: AfterAgentResponse) -> Answer | None:
        findings = watch.judge(event, watch.answer(event))
        return event.deny(f"{_NAME}: {findings[0].what}") if findings else None

    def after_shell(event: AfterShellExecution) -> None:
        watch.after(event, text_of(event.output), "a command", watch.command(event))

    def after_server(event: AfterMCPExecution) -> None:
        text = joined_texts(output_of(event.result_json))
        watch.after(event, text, str(ServerCall(event)), watch.tool(event))

    def after_tool(event: PostToolUse) -> None:
        watch.after(
            event, joined_texts(output_of(event.tool_output)), text_of(event.tool_name), Doing()
        )

    hook.beforeShellExecution(shell)
    hook.beforeMCPExecution(server)
    hook.preToolUse(web)
    hook.beforeReadFile(read)
    hook.afterAgentResponse(response)
    hook.afterShellExecution(after_shell)
    hook.afterMCPExecution(after_server)
    hook.postToolUse(after_tool)


def can_ask(event: ConversationEvent) -> bool:
    """Whether a person can be asked at an event. Where none can, an ask is a deny here: no other event
    comes that could ask.
    """
    return hasattr(event, "ask")


def named(way: Way, direction: str = "to") -> str:
    """`curl to example.com`, `WebFetch from example.com`."""
    target = shorten(way.target, _LONGEST_NAME)
    return f"{way.program} {direction} {target}" if target else way.program


def host_in(address: str) -> str:
    """The host of an address; empty where programs disagree about it."""
    return host_of(address[:_LONGEST_ADDRESS]) or SOMEWHERE


def secrets_seen(text: str) -> str:
    """The kinds of secrets in a text, in words; empty when there are none. Of a long text its
    beginning and its end are looked through.
    """
    from hookline.detect import kinds_of, secrets_in

    is_long = len(text) > 2 * _MOST_SEARCHED
    parts = [text[:_MOST_SEARCHED], text[-_MOST_SEARCHED:]] if is_long else [text]
    secrets = [secret for part in parts for secret in secrets_in(part)]
    return f"secrets ({shorten(kinds_of(secrets), _LONGEST_NAME)})" if secrets else ""


KIT = Kit(
    _NAME,
    "Asks when a conversation has read private data and text that others wrote, and now sends something.",
    build=build,
    options=(
        Option("verdict", "choice", ASK, "What to do then", (ASK, DENY)),
        Option(
            "inside",
            "words",
            (),
            "What is not outside: hosts (*.example.org), remotes (origin), owner/repo, server/tool",
        ),
        Option(
            "files",
            "words",
            (),
            "More files that are private: customers*.csv, data/ (a folder), a/b.json",
        ),
        Option(
            "private",
            "words",
            (),
            "MCP tools that read private data, as server/tool or server: crm/get_*",
        ),
        Option("untrusted", "words", (), "MCP tools that bring in what others wrote"),
        Option("public", "words", (), "MCP tools that show something to others"),
        Option(
            "harmless", "words", (), "MCP tools that are none of these, whatever their names say"
        ),
        Option("minutes", "number", 240, "After so many minutes a call no longer counts"),
        Option(
            "events",
            "number",
            500,
            "After so many events of the conversation a call no longer counts",
        ),
    ),
    entries=(
        Entry("beforeShellExecution", fail_closed=True),
        Entry("beforeMCPExecution", fail_closed=True),
        Entry("preToolUse", "^(WebFetch|WebSearch)$", fail_closed=True),
        Entry("beforeReadFile", fail_closed=True),
        Entry("afterAgentResponse"),
        Entry("afterShellExecution"),
        Entry("afterMCPExecution"),
        Entry("postToolUse", "^(Grep|Search|SemanticSearch|List|Glob|Task|WebFetch)$"),
    ),
    needs=("tree_sitter_bash", "re2"),
)
