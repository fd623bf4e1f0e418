"""sql-guard: lets the agent read databases and asks before it writes, in shell commands and in
arguments of MCP tools.

SQL is parsed, with what is hidden in it: functions that write, statements in a CTE, behind EXPLAIN
ANALYZE or another one. What cannot be parsed or seen is asked about. It opens no database.
"""

from __future__ import annotations

import os
import re

from hookline.kit.commands.path_kinds import Here
from hookline.kit.commands.statements import LONGEST, USUAL_DIALECTS, is_sql, why_it_writes
from hookline.kit.findings import ASK, DENY, Finding, answer, cannot_tell, guard_shell, shown
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hookline.kit.findings import ShellCommand
    from hookline.sdk.answer import Answer
    from hookline.sdk.event_types import BeforeMCPExecution, Hooks
    from hookline.shell import Call, Reading


class Client:
    """How a program is given SQL: in options, in files, and from which of its plain words on (0: in
    none).
    """

    __slots__ = ("dialect", "files", "options", "plain", "values")

    def __init__(
        self, dialect: str, options: str = "", files: str = "", plain: int = 0, values: str = ""
    ) -> None:
        self.dialect, self.plain = dialect, plain
        self.options, self.files, self.values = (
            tuple(options.split()),
            tuple(files.split()),
            values.split(),
        )


_PSQL = Client(
    "postgres",
    "-c --command",
    "-f --file",
    values="-h -p -U -d -v -o -F -R -P --host --port --username --dbname --set",
)
_MYSQL = Client(
    "mysql", "-e --execute --init-command", values="-h -P -u -p -D --host --port --user --database"
)
CLIENTS = {
    "psql": _PSQL,
    "pgcli": _PSQL,
    "cockroach": Client("postgres", "-e --execute", "-f --file", values="--url --host"),
    "mysql": _MYSQL,
    "mariadb": _MYSQL,
    "mycli": _MYSQL,
    "sqlite3": Client(
        "sqlite",
        "-cmd",
        "-init",
        plain=1,
        values="-separator -nullvalue -mode -newline -maxsize -mmap -vfs",
    ),
    "sqlite": Client("sqlite", "-cmd", "-init", plain=1, values="-separator -nullvalue"),
    "duckdb": Client(
        "duckdb", "-c -s -cmd", "-f -init", plain=1, values="-separator -nullvalue -newline"
    ),
    "bq": Client("bigquery", plain=1, values="--project_id --location --format --dataset_id"),
    "snowsql": Client("snowflake", "-q --query", "-f --filename", values="-a -u -d -s -r -w -c -o"),
    "clickhouse-client": Client(
        "clickhouse",
        "-q --query",
        "--queries-file",
        values="-h --host --port -u --user --password -d",
    ),
    "sqlcmd": Client("tsql", "-Q -q", "-i", values="-S -d -U -P -o"),
    "usql": Client("", "-c --command", "-f --file", values="-v -o -F -R -P --set"),
    "trino": Client("trino", "--execute", "-f --file", values="--server --catalog --schema --user"),
}
#: Programs that change a database whatever they are given, unless one of these words says that they
#: only tell something.
WRITERS: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        "createdb dropdb createuser dropuser vacuumdb reindexdb clusterdb mysqlimport "
        "mariadb-import pgbench".split(),
        frozenset(("--help", "--version", "-V", "-?")),
    ),
    "pg_restore": frozenset(("--help", "--version", "-V", "-?", "-l", "--list", "-f", "--file")),
    "mysqladmin": frozenset(
        "status extended-status version ping processlist variables --help --version -V".split()
    ),
}
_ONLY_TELLS = ("-l", "--list", "-V", "--version", "--help", "-?", "-version", "-help")
_META = re.compile(
    r"\A\s*\\(?:d\w*\+?|l\+?|z|s[fv]\+?|conninfo|c|connect|x|timing|pset|a|t|H|h|\?|q|echo|qecho"
    r"|encoding|set|unset|r|p)(?:\s[^|`]*)?\Z"
)
_META_INSIDE = re.compile(
    r"\\(?!(?:g|gx|gset|G|crosstabview|watch)(?![\w|])(?!\s*[|\w/.]))[A-Za-z!.]"
)
_META_END = re.compile(r"\\(?:gx|gset|g|G|crosstabview|watch)(?![\w])")
_QUOTED = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|\$\$.*?\$\$", re.DOTALL)
_DOT = re.compile(
    r"\A\.(?:schema|tables|mode|headers?|indexes|indices|databases|dump|show|help|width|timer|echo"
    r"|nullvalue|separator|explain|eqp|stats"
    r"|fullschema|dbinfo|bail|quit|exit|changes|columns?|maxrows|print)\b[^|]*\Z"
)
_BQ_READS = frozenset(("ls", "show", "head", "version", "help", "info", "query", "wait"))
_KEYS = frozenset(
    ("sql", "query", "queries", "statement", "statements", "sql_query", "raw_sql", "sqlquery")
)
#: Of these, the keys that nobody uses for anything else.
_SQL_KEYS = frozenset(("sql", "raw_sql", "sql_query", "sqlquery"))
_SAYS_SQL = re.compile(
    r"sql|postgres|supabase|duck|bigquery|snowflake|redshift|clickhouse|database|mariadb|(?:^|[ "
    r"_-])(?:db|pg)(?:$|[ _-])",
    re.I,
)
_LOOKS_SQL = re.compile(
    r"[\s(;]*(?:--[^\n]*\n\s*|/\*(?:[^*]|\*(?!/))*\*/\s*)*(?:select|with|insert|update|delete"
    r"|merge|create|drop|alter|truncate|grant|revoke|call|do|exec\w*"
    r"|copy|explain|vacuum|replace|begin|set|show|pragma|values)\b",
    re.I | re.DOTALL,
)
_DEEPEST = 5
_INSTEAD = "Only read, or show the statement to the user first."
_UNSEEN = Finding(
    ASK, "this runs SQL that cannot be seen here.", "Give it with -c, -e or in a file."
)


def build(hook: Hooks, settings: Settings) -> None:
    def judge(event: ShellCommand) -> Iterator[Finding]:
        reading = event.read_command()
        here = Here(event.cwd, event.workspace_roots, ())
        for sql, dialect in _of_calls(reading, here):
            yield from _of_sql(sql, (dialect,), settings)
        for call in filter(_changes_a_database, reading.calls):
            yield Finding(settings.decision, f"`{shown(call.words)}` changes a database.", _INSTEAD)
        yield from cannot_tell(reading, ("psql", "mysql", "sqlite3"))

    def tool(event: BeforeMCPExecution) -> Answer | None:
        names = (event.tool_name, event.mcp_server_name, event.command)
        speaks_sql = _SAYS_SQL.search(" ".join(map(str, names))) is not None
        findings: list[Finding] = []
        for key, text in _texts(event.arguments, 0):
            if _is_meant_as_sql(text, speaks_sql or key in _SQL_KEYS):
                findings += _of_sql(_plain_sql(text, ""), USUAL_DIALECTS, settings)
        return answer(event, "sql-guard", findings)

    guard_shell(hook, "sql-guard", judge, also_before_tools=False)
    hook.beforeMCPExecution(tool)


def _of_sql(sql: str | None, dialects: tuple[str, ...], settings: Settings) -> Iterator[Finding]:
    """What is wrong with some SQL; None: it cannot be seen."""
    if sql is None:
        yield _UNSEEN
        return
    why = why_it_writes(sql, dialects, settings.functions)
    if why is not None:
        what = f"this SQL may write: {why}: {shown([sql])}"
        yield Finding(settings.decision, what, _INSTEAD)


def _is_meant_as_sql(text: str, is_named_so: bool) -> bool:
    if is_named_so and text.strip():
        return True
    return _LOOKS_SQL.match(text) is not None and is_sql(text)


def _changes_a_database(call: Call) -> bool:
    only_tells = WRITERS.get(call.program or "")
    return call.code is None and only_tells is not None and only_tells.isdisjoint(call.texts[1:])


def _texts(value: Any, depth: int, key: str = "") -> Iterator[tuple[str, str]]:
    """The texts under keys that hold SQL, at any depth that is not absurd."""
    if isinstance(value, str):
        if key in _KEYS:
            yield key, value
    elif depth >= _DEEPEST:
        return
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _texts(item, depth + 1, str(name).lower())
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, depth + 1, key)


def _of_calls(reading: Reading, here: Here) -> Iterator[tuple[str | None, str]]:
    """All SQL that database clients are given, each with its dialect; None: it cannot be seen."""
    for call in reading.calls:
        here.follow(call)
        client = CLIENTS.get(call.program or "")
        if client is None:
            continue
        for sql in _given_to(call, client, reading, here):
            yield None if sql is None else _plain_sql(sql, client.dialect), client.dialect


def _given_to(call: Call, client: Client, reading: Reading, here: Here) -> list[str | None]:
    """The SQL that one call is given."""
    if call.code is not None:
        return [] if _is_a_name(call, client) else [call.code.text]
    made_here = _made_here(reading, call)
    texts = [*_options(call, client), *_plain(call, client)]
    files = call.options(*client.files)
    if not (texts or files or made_here or _only_tells(call)):
        return [None]  # it reads what comes in
    return texts if made_here else [*texts, *(_content(path, here) for path in files)]


def _options(call: Call, client: Client) -> list[str | None]:
    """What options give. Where plain words are SQL too, long options have one dash: `-csv` is not
    `-c sv`.
    """
    if not client.plain:
        return list(call.options(*client.options))
    texts = call.texts
    return [texts[at + 1] for at in range(1, len(texts) - 1) if texts[at] in client.options]


def _only_tells(call: Call) -> bool:
    return bool(set(_ONLY_TELLS) & set(call.texts[1:])) or (
        call.program == "bq" and call.plain()[:1] != ("query",)
    )


def _is_a_name(call: Call, client: Client) -> bool:
    """The reader takes the first word of sqlite3 for code when there is no other: it is the file of
    the database.
    """
    if not client.plain or call.code is None:
        return False
    return call.plain(*client.values)[:1] == (call.code.text,)


def _made_here(reading: Reading, call: Call) -> bool:
    """Whether the reader has handed over what the client reads."""
    client = CLIENTS[call.program or ""]
    same = [other for other in reading.calls if other.words == call.words]
    return any(other.code is not None and not _is_a_name(other, client) for other in same)


def _plain(call: Call, client: Client) -> list[str | None]:
    """SQL among the words that are no options: `sqlite3 app.db "select 1"`, `bq query "select
    1"`.
    """
    if not client.plain:
        return []
    words = list(call.plain(*client.options, *client.files, *client.values))
    if call.program == "bq" and words[:1] != ["query"]:
        return [f"bq {words[0]}"] if words and words[0] not in _BQ_READS else []
    return words[client.plain :]


def _content(path: str | None, here: Here) -> str | None:
    """The text of a file of SQL; None when it cannot be read."""
    if path is None or path == "-" or here.cwd is None:
        return None
    try:
        with open(os.path.join(here.cwd, os.path.expanduser(path)), "rb") as file:
            return file.read(LONGEST + 1).decode("utf-8", "replace")
    except (OSError, ValueError):
        return None


def _plain_sql(text: str, dialect: str) -> str:
    """SQL without the client's own commands that only tell something; with one that does more it is
    no SQL any more.
    """
    lines = text.split("\n")
    if dialect in ("sqlite", "duckdb"):
        return "\n".join(line for line in lines if not _DOT.match(line.strip()))
    if dialect not in ("postgres", "mysql"):
        return text
    if dialect == "postgres":
        lines = [line for line in lines if not _META.match(line)]
    sql = "\n".join(lines)
    if _META_INSIDE.search(_QUOTED.sub("''", sql)):
        return f"\\ {sql}"
    return _META_END.sub(";", sql)


KIT = Kit(
    "sql-guard",
    "Lets SQL that reads pass and asks about SQL that writes, in shell commands and MCP tools.",
    build=build,
    options=(
        Option("decision", "choice", ASK, "What to do about SQL that writes", (ASK, DENY)),
        Option(
            "functions",
            "words",
            (),
            "More functions that write; a `*` at the end matches any ending",
        ),
    ),
    entries=(
        Entry("beforeShellExecution", fail_closed=True),
        Entry("beforeMCPExecution", fail_closed=True),
    ),
    needs=("tree_sitter_bash", "sqlglot"),
)
