"""The shape of a row about another tool's hook system; the rows are in `dialects`.

`Native` is an event of theirs: `cursor` is our counterpart, `kind` what sort of moment it is
(`tool`, `result`, `prompt`, `start`, `turn` for the end of one, `other`), `tool` the one tool of
ours it is about, `blocks` whether a hook can stop the action there; `tells` are the facts its
payload has (empty: all that are known), `always` what stands there when nobody tells it, `words`
the words a fact may take, the last for all others. `Carry` says where a hook of
ours goes: native events, each with the tools of ours it is narrowed to (`MCP:` for every MCP tool),
and in `about` what is different there.
"""

from __future__ import annotations

from hookline.spec.row import Row


class Native(Row):
    """One event of another tool. The columns are described at the top of the module."""

    __slots__ = ("name", "cursor", "kind", "tool", "blocks", "tells", "always", "words")

    name: str
    cursor: str
    kind: str
    tool: str
    blocks: bool
    tells: tuple[str, ...]
    always: dict[str, object]
    words: dict[str, tuple[str, ...]]

    def __init__(
        self,
        name: str,
        cursor: str,
        kind: str,
        *,
        tool: str = "",
        blocks: bool = False,
        tells: tuple[str, ...] = (),
        always: dict[str, object] | None = None,
        words: dict[str, tuple[str, ...]] | None = None,
    ) -> None:
        self._set(
            name=name,
            cursor=cursor,
            kind=kind,
            tool=tool,
            blocks=blocks,
            tells=tells,
            always=always or {},
            words=words or {},
        )


class Carry(Row):
    """Where hooks of one of our events go. The columns are described at the top of the module."""

    __slots__ = ("places", "about")

    places: tuple[tuple[str, tuple[str, ...]], ...]
    about: str

    def __init__(self, *places: tuple[str, tuple[str, ...]], about: str = "") -> None:
        self._set(places=places, about=about)


class DialectSpec(Row):
    """One tool.

    - `path`, `adapter`: its configuration file and the adapter's, from the project's root; `reads`:
      other files of a project it has hooks in, with stars; `root`: how a command writes the folder
      the adapter's path begins at, empty where hooks run in it.
    - `shape`: `groups` (matcher with handlers inside), `entries` (a list for each event) or `list`
      (one list, events named).
    - `timeout_key`, `units_per_s`; `default_s`: by native event, `""` for the others, `prompt` for
      prompt hooks; `most_s`.
    - `matching`: `exact-or-regex`, `regex`, `anchored`, `glob`, or `none`; `exact`: characters of a
      list of exact names.
    - `mcp`: the name of an MCP tool; empty where its form is not known.
    - `closed`: the key and value that say failClosed; `closed_events`: where a crash blocks
      whatever is said.
    - `style`: how it answers; `says`: which answers it has words for; `fields`: what its payload
      calls things.
    - `keys`: what inputs of its tools call things that Cursor's call otherwise; `own_tools`: tools
      without a counterpart, told from MCP tools by their names; `patches`: its shell tool changes
      files too, by patches.
    - `calls`: by tool of ours, which of their names a call has: the first whose key is in the input
      (the empty key always is). `results`: how it tells what a tool put out, if not as it came.
    - `live`: events of theirs that Cursor runs from their files; `handlers`: their types of
      handlers, and whether Cursor runs them.
    - `commands`: keys that hold a command for this system; `elsewhere`: for others; `command_key`:
      the key of a group that matches on the command line.
    """

    __slots__ = (
        "name",
        "title",
        "path",
        "adapter",
        "reads",
        "root",
        "shape",
        "timeout_key",
        "units_per_s",
        "default_s",
        "most_s",
        "matching",
        "exact",
        "tools",
        "mcp",
        "natives",
        "only",
        "carries",
        "prompts",
        "closed",
        "closed_events",
        "style",
        "says",
        "fields",
        "keys",
        "own_tools",
        "patches",
        "top",
        "commands",
        "elsewhere",
        "command_key",
        "variable",
        "calls",
        "results",
        "live",
        "handlers",
    )

    name: str
    title: str
    path: str
    adapter: str
    reads: tuple[str, ...]
    root: str
    shape: str
    timeout_key: str
    units_per_s: int
    default_s: dict[str, float]
    most_s: dict[str, float]
    matching: str
    exact: str
    tools: dict[str, tuple[str, ...]]
    mcp: str
    natives: dict[str, Native]
    only: frozenset[str]
    carries: dict[str, Carry]
    prompts: frozenset[str]
    closed: tuple[str, str] | None
    closed_events: frozenset[str]
    style: str
    says: frozenset[str]
    fields: dict[str, str]
    keys: dict[str, str]
    own_tools: frozenset[str]
    patches: bool
    top: dict[str, object]
    commands: tuple[str, ...]
    elsewhere: tuple[str, ...]
    command_key: str
    variable: str
    calls: dict[str, tuple[tuple[str, str], ...]]
    results: str
    live: tuple[str, ...]
    handlers: dict[str, bool]

    def __init__(
        self,
        name: str,
        title: str,
        path: str,
        adapter: str,
        *,
        natives: tuple[Native, ...],
        carries: dict[str, Carry],
        fields: dict[str, str],
        reads: tuple[str, ...] = (),
        root: str = "",
        shape: str = "groups",
        timeout_key: str = "timeout",
        units_per_s: int = 1,
        default_s: dict[str, float],
        most_s: dict[str, float] | None = None,
        matching: str = "regex",
        exact: str = "",
        tools: dict[str, tuple[str, ...]] | None = None,
        mcp: str = "mcp__{server}__{tool}",
        only: tuple[str, ...] = (),
        prompts: tuple[str, ...] = (),
        closed: tuple[str, str] | None = None,
        closed_events: tuple[str, ...] = (),
        style: str = "claude",
        says: tuple[str, ...] = (),
        keys: dict[str, str] | None = None,
        own_tools: tuple[str, ...] = (),
        patches: bool = False,
        top: dict[str, object] | None = None,
        commands: tuple[str, ...] = ("command",),
        elsewhere: tuple[str, ...] = (),
        command_key: str = "",
        variable: str = "",
        calls: dict[str, tuple[tuple[str, str], ...]] | None = None,
        results: str = "",
        live: tuple[str, ...] = (),
        handlers: dict[str, bool] | None = None,
    ) -> None:
        self._set(
            name=name,
            title=title,
            path=path,
            adapter=adapter,
            reads=reads,
            root=root,
            shape=shape,
            timeout_key=timeout_key,
            units_per_s=units_per_s,
            default_s=default_s,
            most_s=most_s or {},
            matching=matching,
            exact=exact,
            tools=tools or {},
            mcp=mcp,
            natives={native.name: native for native in natives},
            only=frozenset(only),
            carries=carries,
            prompts=frozenset(prompts),
            closed=closed,
            closed_events=frozenset(closed_events),
            style=style,
            says=frozenset(says),
            fields=fields,
            keys=keys or {},
            own_tools=frozenset(own_tools),
            patches=patches,
            top=top or {},
            commands=commands,
            elsewhere=elsewhere,
            command_key=command_key,
            variable=variable,
            calls=calls or {},
            results=results,
            live=live,
            handlers=handlers or {},
        )
