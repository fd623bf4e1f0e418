"""What a call of an MCP tool is: does it read what is private, does it bring in what others wrote,
does it show something to others?

The words of the tool's name say so; patterns of a person's own come first.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

PRIVATE, UNTRUSTED, PUBLIC = "private", "untrusted", "public"

_READS = frozenset(
    "get list read search fetch find query view show browse download scrape crawl extract navigate open "
    "lookup retrieve export receive poll check".split()
)
_SENDS = frozenset(
    "create add post send update reply publish upload submit push comment write edit share invite forward "
    "merge notify tweet respond".split()
)
_ALWAYS_SENDS = frozenset("reply tweet upload publish share".split())
#: What others write.
_OF_OTHERS = frozenset(
    "issue pull pr comment review discussion message mail email thread inbox ticket page web url website "
    "browser site notification conversation feed tweet post forum chat channel story article html "
    "markdown navigate scrape crawl fetch doc docs documentation".split()
)
#: What only its owner should see.
_OF_THE_PERSON = frozenset(
    "mail email inbox message chat contact calendar drive secret credential password vault token dm customer "
    "payment invoice sql database".split()
)
#: What others get to see.
_FOR_OTHERS = frozenset(
    "issue pull pr comment review discussion gist message mail email tweet post page repository release "
    "webhook invite reply note channel thread blog ticket chat status".split()
)
#: Servers whose tools bring in pages, whatever they are called.
_WEB_SERVERS = re.compile(
    r"fetch|brave|tavily|firecrawl|exa\b|playwright|puppeteer|browser|perplexity|web"
)
#: Servers that answer with rows.
_DATABASES = re.compile(
    r"postgres|mysql|maria|sqlite|supabase|neon|mongo|bigquery|snowflake|redshift|database"
)
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
#: SQL that shows how a database is made, or how much it holds, and nobody's rows.
_SHOWS_NO_ROWS = re.compile(
    r"\s*(?:explain|show|describe)\b|\s*select\s+count\s*\([^()]*\)\s+from\b", re.I
)
_READING_SQL = re.compile(r"\s*(?:select|with|show|explain|describe|table|values)\b", re.I)


class Tool(NamedTuple):
    """One call: the server and tool, what it is, and the repository it is about, if it is about one."""

    name: str
    kinds: frozenset[str]
    place: str
    addresses: tuple[str, ...]


class ToolKinds:
    """What the tools of MCP servers are: by a person's patterns for `server/tool`, else by name."""

    def __init__(self, marked: Mapping[str, Sequence[str]], harmless: Sequence[str] = ()) -> None:
        self._marked = {kind: tuple(patterns) for kind, patterns in marked.items()}
        self._harmless = tuple(harmless)

    def of(self, server: str, tool: str, arguments: Mapping[str, Any]) -> Tool:
        """What a call is."""
        name = f"{server}/{tool}"
        kinds = {kind for kind, patterns in self._marked.items() if _is_one_of(name, patterns)}
        if not kinds and not _is_one_of(name, self._harmless):
            kinds = _by_words(server, tool, is_of_repository=bool(_place(arguments)))
        if PUBLIC in kinds and _is_sql(arguments, _READING_SQL):
            kinds.discard(PUBLIC)  # it shows rows to the agent alone
        if _is_sql(arguments, _SHOWS_NO_ROWS):
            kinds.discard(PRIVATE)
        return Tool(name, frozenset(kinds), _place(arguments), _addresses(arguments))


def _is_one_of(name: str, patterns: Sequence[str]) -> bool:
    """`github/get_*`, or a server: `github`."""
    server, folded = name.partition("/")[0], name.casefold()
    return any(
        fnmatchcase(folded if "/" in pattern else server.casefold(), pattern.casefold())
        for pattern in patterns
    )


def _by_words(server: str, tool: str, *, is_of_repository: bool) -> set[str]:
    words = [word.casefold() for word in _WORDS.findall(tool)]
    things = {word.removesuffix("s") for word in words} | set(words)
    does = next((word for word in words if word in _READS or word in _SENDS), "")
    if does in _SENDS:
        of_repository = {"file"} if is_of_repository else set()  # other files stay on this machine
        shown = _FOR_OTHERS | of_repository
        return {PUBLIC} if (things - {does}) & shown or does in _ALWAYS_SENDS else set()
    kinds = {PRIVATE} if things & _OF_THE_PERSON or {"file", "content"} <= things else set()
    if "query" in things and _DATABASES.search(server.casefold()):
        kinds.add(PRIVATE)
    if things & _OF_OTHERS or _WEB_SERVERS.search(server.casefold()):
        kinds.add(UNTRUSTED)
    return kinds


def _place(arguments: Mapping[str, Any]) -> str:
    """The repository that a call is about: what is read there may be written there."""
    owner, repository = arguments.get("owner"), arguments.get("repo")
    if isinstance(owner, str) and isinstance(repository, str):
        return f"{owner}/{repository}".casefold()[:200]
    return ""


def _addresses(arguments: Mapping[str, Any]) -> tuple[str, ...]:
    values = (arguments.get(name) for name in ("url", "uri", "href", "link"))
    return tuple(value for value in values if isinstance(value, str) and value)


def _is_sql(arguments: Mapping[str, Any], form: re.Pattern[str]) -> bool:
    """Whether the arguments hold SQL, and all of it begins in this way."""
    texts = [arguments.get(name) for name in ("query", "sql", "statement")]
    statements = [text for text in texts if isinstance(text, str)]
    return bool(statements) and all(map(form.match, statements))
