"""sql-guard: lets the agent read databases and asks before it writes, in shell commands and in
arguments of MCP tools.

SQL is parsed, with what is hidden in it: functions that write, statements in a CTE, behind EXPLAIN
ANALYZE or another one. What cannot be parsed or seen is asked about. It opens no database.
"""

from __future__ import annotations

import os
import re

from hookline.kit.commands.embedded_sql import code_of, empties, statements_in
from hookline.kit.commands.mongo_code import why_mongo_writes
from hookline.kit.commands.path_kinds import Here
from hookline.kit.commands.schema_tools import changes_a_database, script_call, store_is_emptied
from hookline.kit.commands.statements import LONGEST, USUAL_DIALECTS, is_sql, why_it_writes
from hookline.kit.findings import ASK, DENY, Finding, answer, cannot_tell, guard_shell, shown
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from hookline.kit.findings import ShellCommand
    from hookline.sdk.answer import Answer
    from hookline.sdk.event_types import BeforeMCPExecution, Hooks
    from hookline.shell import Call, Reading


#: The dialect of what MongoDB's shell is given, which is code.
MONGO = "mongo"


class Client:
    """How a program is given SQL: behind a sub-command, in options, in files, and from which of its
    plain words on (0: in none).
    """

    __slots__ = ("behind", "dialect", "files", "options", "plain", "values")

    def __init__(
        self,
        dialect: str,
        options: str = "",
        files: str = "",
        plain: int = 0,
        values: str = "",
        behind: str = "",
    ) -> None:
        self.dialect, self.plain, self.behind = dialect, plain, tuple(behind.split())
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
    "cqlsh": Client(
        "", "-e --execute", "-f --file", values="-u -p -k --username --password --keyspace"
    ),
    "clickhouse": Client("clickhouse", "-q --query", "--queries-file", values="-h --host --port"),
    "clickhouse-local": Client("clickhouse", "-q --query", "--queries-file"),
    "isql": Client("tsql", "", "-i", values="-u -p"),
    "osql": Client("tsql", "-Q -q", "-i", values="-S -d -U -P -o"),
    "bsqldb": Client("tsql", "", "-i", values="-S -D -U -P"),
    "hive": Client("hive", "-e", "-f", values="--hiveconf --database"),
    "beeline": Client("hive", "-e", "-f", values="-u -n -p"),
    "spark-sql": Client("spark", "-e", "-f", values="--master --conf"),
    "presto": Client("presto", "--execute", "-f --file", values="--server --catalog --schema"),
    "impala-shell": Client("hive", "-q --query", "-f --query_file", values="-i -d"),
    "litecli": Client("sqlite", "-e --execute", plain=1),
    "mssql-cli": Client("tsql", "-Q --query", "-i", values="-S -d -U -P"),
    "vsql": Client("postgres", "-c --command", "-f --file", values="-h -p -U -d -w"),
    "yugabyte": _PSQL,
    "ysqlsh": _PSQL,
    "ycqlsh": Client("", "-e --execute", "-f --file"),
    "mysqlsh": Client("mysql", "-e --execute --sql", "-f --file", values="-h -u -p -P --uri"),
    "sqlplus": Client("oracle", values="-S -L -M"),
    "sqlcl": Client("oracle", values="-S -L"),
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
_MONGO = Client(
    MONGO,
    "--eval",
    "-f --file",
    values="--host --port -u -p --username --password --authenticationDatabase --db --tls",
)


def _with_sql_option(dialect: str, behind: str) -> Client:
    """A client in the cloud that is given SQL with `--sql`."""
    values = "--resource-arn --secret-arn --database --instance"
    return Client(dialect, "--sql", values=values, behind=behind)


#: Programs that are clients behind some of their sub-commands.
SUBCOMMAND_CLIENTS: dict[str, tuple[Client, ...]] = {
    "mongosh": (_MONGO,),
    "mongo": (_MONGO,),
    "wrangler": (
        Client("sqlite", "--command", "--file", values="-c --config --env -e", behind="d1 execute"),
    ),
    "supabase": (
        Client("postgres", "", "-f --file", plain=2, values="--db-url", behind="db query"),
    ),
    "heroku": (
        Client(
            "postgres",
            "-c --command",
            "-f --file",
            values="-a --app -r --remote --credential",
            behind="pg:psql",
        ),
    ),
    "turso": (Client("sqlite", plain=3, values="--location --instance", behind="db shell"),),
    "manage.py": (Client("", "-c", behind="dbshell"),),
    **dict.fromkeys(
        ("rails", "bin/rails"), (Client("", behind="dbconsole"), Client("", behind="db"))
    ),
    "artisan": (Client("", behind="db"),),
    **dict.fromkeys(
        ("fly", "flyctl"),
        (
            Client("postgres", "-c --command", values="-a --app", behind="postgres connect"),
            Client("postgres", "-c --command", values="-a --app", behind="mpg connect"),
        ),
    ),
    "neonctl": (Client("postgres", "-c --command", "-f", behind="psql"),),
    "pscale": (Client("mysql", "-e --execute --query", behind="shell"),),
    "snow": (Client("snowflake", "-q --query", "-f --filename", behind="sql"),),
    "databricks": (Client("databricks", "-e", "-f", behind="sql"),),
    "doctrine": (Client("", plain=2, behind="dbal:run-sql"),),
    "console": (
        Client("", plain=1, behind="dbal:run-sql"),
        Client("", plain=1, behind="doctrine:query:sql"),
    ),
    "influx": (Client("", "-execute --execute", behind=""),),
    "aws": (
        _with_sql_option("postgres", "rds-data execute-statement"),
        _with_sql_option("postgres", "rds-data batch-execute-statement"),
        _with_sql_option("redshift", "redshift-data execute-statement"),
        Client("trino", "--query-string", behind="athena start-query-execution"),
    ),
    "gcloud": (_with_sql_option("", "spanner databases execute-sql"),),
}
_ONLY_TELLS = ("-l", "--list", "-V", "--version", "--help", "-?", "-version", "-help")
_META = re.compile(
    r"\A\s*\\(?:d\w*\+?|l\+?|z|s[fv]\+?|conninfo|c|connect|x|timing|pset|a|t|H|h|\?|q|echo|qecho"
    r"|encoding|set|unset|r|p)(?:\s[^|`]*)?\Z"
)
#: psql's way to write what a query reads into a file of this machine.
_EXPORT = re.compile(
    r"\A\s*\\copy\s*(\(.*\))\s*to\s+(?!program\b)(?:'[^'|]*'|p?stdout|[\w./-]+)(?:\s+[\w\s(),']*)?;?\Z",
    re.I,
)
_META_INSIDE = re.compile(
    r"\\(?!(?:g|gx|gset|G|crosstabview|watch)(?![\w|])(?!\s*[|\w/.]))[A-Za-z!.]"
)
_META_END = re.compile(r"\\(?:gx|gset|g|G|crosstabview|watch)(?![\w])")
_QUOTED = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|\$\$.*?\$\$", re.DOTALL)
_DOT = re.compile(
    r"\A\.(?:backup|schema|tables|mode|headers?|indexes|indices|databases|dump|show|help|width|timer|echo"
    r"|nullvalue|separator|explain|eqp|stats"
    r"|fullschema|dbinfo|bail|quit|exit|changes|columns?|maxrows|print)\b[^|]*\Z"
)
_BQ_READS = frozenset(("ls", "show", "head", "version", "help", "info", "query", "wait"))
#: Names of arguments that nobody uses for anything but SQL, in lower case without `_` and `-`.
_SQL_KEYS = frozenset(
    "sql sqls rawsql sqlquery sqlqueries sqlstatement sqlstatements sqltext sqlcommand sqlstring "
    "sqlscript dml ddl".split()
)
#: Those that hold SQL, or something else.
_QUERY_KEYS = frozenset("query queries rawquery querystring querytext statement statements".split())
#: Tools that look for words: what they are given is SQL only under a name that says so.
_SEARCHES = re.compile(r"search|find|look_?up|suggest|browse|crawl|fetch|retriev", re.I)
_FOR_WORDS = re.compile(
    r"doc|web|internet|google|issue|icon|wiki|knowledge|memor|article|page|code|repo|image|file"
    r"|asset|component|message|mail|node|entit|symbol|news|project|ticket|library|site",
    re.I,
)
_WRITING_TOOL = re.compile(
    r"(?:drop|delete|remove|insert|update|replace|rename|bulk"
    r"|create(?![-_]?(?:ind|coll|view)))(?:[-_A-Z]|\Z)"
)
_DESTROYING_TOOL = re.compile(
    r"(?:.*[-_])?(?:drop|delete|remove|truncate|flush|clear|reset|wipe|purge|destroy|erase|restore)"
    r"(?:all|db)?(?:[-_A-Z]|\Z)"
)
#: What stands in front of a tool's own name: `MCP:postgres/query`, `mcp__redis__flushall`.
_PARTS = re.compile(r"MCP:|/|__|\.|::")
_SAYS_DATABASE = re.compile(
    r"sql|postgres|supabase|duck|bigquery|snowflake|redshift|clickhouse|database|mariadb|mongo|redis"
    r"|valkey|memcache|dynamo|firestore|cassandra|scylla|neo4j|neon|planetscale|turso|cockroach"
    r"|elastic|opensearch|qdrant|weaviate|milvus|pinecone|chroma|influx|couch|prisma|oracle|spanner"
    r"|(?:^|[ _/:-])(?:db|pg|d1)(?:$|[ _/:-])",
    re.I,
)
_SAYS_SQL = re.compile(
    r"sql|postgres|supabase|duck|bigquery|snowflake|redshift|clickhouse|database|mariadb|(?:^|[ "
    r"_/:-])(?:db|pg|d1)(?:$|[ _/:-])",
    re.I,
)
_OBJECT = (
    r"(?:(?:or\s+replace|temp|temporary|unique|materialized|external|global|unlogged|virtual)\s+)*"
    r"(?:table|database|schema|view|index|function|procedure|trigger|role|user|sequence|type"
    r"|extension|policy|domain|column|constraint|publication|subscription|server|tablespace"
    r"|keyspace|warehouse|stage|stream|task|dictionary)\b\s*\S"
)
#: A statement by its first words: `drop table t`, and not `drop shadow`.
_LOOKS_SQL = re.compile(
    r"[\s(;]*(?:--[^\n]*\n\s*|/\*(?:[^*]|\*(?!/))*\*/\s*)*(?:"
    r"select\b|with\s+[\w\"`]{1,200}[^()]{0,1000}\(|(?:create|drop|alter)\s+" + _OBJECT +
    r"|(?:insert|replace|merge)\s+(?:\w{1,20}\s+)?into\s+\S{1,200}.{0,1000}"
    r"(?:\(|\b(?:values|select|using|set)\b)"
    r"|(?:insert|replace)\s+\S+\s*(?:\(|\bvalues\b)|update\s+.{1,200}?\sset\s|delete\s+from\s+\S"
    r"|truncate\s+(?:table\s+\S|\S+\s*(?:;|,|\Z|cascade|restart))"
    r"|(?:grant|revoke)\s.{0,1000}\b(?:on|to|from)\s|call\s+[\w.\"`]+\s*\("
    r"|exec(?:ute)?\s+(?:immediate|sp_|xp_|@|[\w.]+\s*['\"@(;]|[\w.]+\s*\Z)"
    r"|do\s+(?:\$|language|')|copy\s+\S{1,200}.{0,1000}\b(?:from|to)\b|explain\s+\S"
    r"|vacuum\s*(?:;|\Z|full|analy)"
    r"|begin\s*(?:;|\Z|tran)|set\s+(?:global|session|local|role|password|@@|persist)\b"
    r"|pragma\s+\w|(?:attach|detach)\s+(?:database\b|')|values\s*\()",
    re.I | re.DOTALL,
)  # fmt: skip
_DEEPEST = 5
_STORES = frozenset("redis-cli valkey-cli keydb-cli".split())
_INSTEAD = "Only read, or show the statement to the user first."
_UNSEEN = Finding(
    ASK, "this runs SQL that cannot be seen here.", "Give it with -c, -e or in a file."
)


def build(hook: Hooks, settings: Settings) -> None:
    def judge(event: ShellCommand) -> Iterator[Finding]:
        reading = event.read_command()
        for call in reading.calls:
            yield from _of_code(call, settings)
        here = Here(event.cwd, event.workspace_roots, ())
        for sql, dialect in _of_calls(reading, here):
            yield from _of_sql(sql, (dialect,), settings)
        for call in filter(changes_a_database, map(script_call, reading.calls)):
            yield Finding(settings.decision, f"`{shown(call.words)}` changes a database.", _INSTEAD)
        yield from cannot_tell(reading, ("psql", "mysql", "sqlite3"))

    def tool(event: BeforeMCPExecution) -> Answer | None:
        findings: list[Finding] = []
        may_hold_sql = _may_hold_sql(event)
        for key, text in _texts(event.arguments, 0):
            if may_hold_sql(key, text):
                findings += _of_sql(_plain_sql(text, ""), USUAL_DIALECTS, settings)
        findings += _of_tool_name(event, settings)
        return answer(event, "sql-guard", findings)

    guard_shell(hook, "sql-guard", judge, also_before_tools=False)
    hook.beforeMCPExecution(tool)


def _of_sql(sql: str | None, dialects: tuple[str, ...], settings: Settings) -> Iterator[Finding]:
    """What is wrong with some SQL; None: it cannot be seen."""
    if sql is None:
        yield _UNSEEN
        return
    is_mongo = dialects == (MONGO,)
    why = why_mongo_writes(sql) if is_mongo else why_it_writes(sql, dialects, settings.functions)
    if why is not None:
        what = f"this {'code' if is_mongo else 'SQL'} may write: {why}: {shown([sql])}"
        yield Finding(settings.decision, what, _INSTEAD)


def _of_code(call: Call, settings: Settings) -> Iterator[Finding]:
    """SQL inside code of another language, and what empties a database without any."""
    code = code_of(call)
    call_that_empties = empties(code)
    if call_that_empties:
        what = f"this code empties a database: {call_that_empties}."
        yield Finding(settings.decision, what, _INSTEAD)
    for text in statements_in(code):
        if _LOOKS_SQL.match(text) and is_sql(text):
            yield from _of_sql(_plain_sql(text, ""), USUAL_DIALECTS, settings)
    if call.code is not None and call.program in _STORES and store_is_emptied(call.code.known_text):
        what = f"{call.program} is given commands that change what is stored."
        yield Finding(settings.decision, what, _INSTEAD)


def _may_hold_sql(event: BeforeMCPExecution) -> Callable[[str, str], bool]:
    """Which arguments of a tool are SQL, by their name, the tool's and the server's, and by what
    they hold.
    """
    tool = str(event.tool_name)
    names = (tool, event.mcp_server_name, event.command)
    speaks_sql = _SAYS_SQL.search(" ".join(map(str, names))) is not None
    searches = _SEARCHES.search(tool) is not None
    only_words = searches and _FOR_WORDS.search(tool) is not None

    def may_hold_sql(key: str, text: str) -> bool:
        if key in _SQL_KEYS or (speaks_sql and key in _QUERY_KEYS and not searches):
            return bool(text.strip())
        if (
            only_words
            or (searches and not speaks_sql)
            or (key not in _QUERY_KEYS and (searches or not speaks_sql))
        ):
            return False
        return _LOOKS_SQL.match(text) is not None and is_sql(text)

    return may_hold_sql


def _of_tool_name(event: BeforeMCPExecution, settings: Settings) -> Iterator[Finding]:
    """Tools of a database's server that say by their name what they do, and pipelines that write."""
    names = " ".join(map(str, (event.tool_name, event.mcp_server_name, event.command)))
    tool = _PARTS.split(str(event.tool_name))[-1]
    is_mongo = "mongo" in names.lower()
    verbs = _WRITING_TOOL if is_mongo else _DESTROYING_TOOL
    stages = is_mongo and re.search(r"\$(?:out|merge)\b", str(event.arguments)[:LONGEST])
    if (_SAYS_DATABASE.search(names) and verbs.match(tool)) or stages:
        yield Finding(settings.decision, f"{shown([tool])} may change a database.", _INSTEAD)


def _texts(value: Any, depth: int, key: str = "") -> Iterator[tuple[str, str]]:
    """The texts of arguments with their names, at any depth that is not absurd."""
    if isinstance(value, str):
        yield key, value
    elif depth >= _DEEPEST:
        return
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _texts(item, depth + 1, re.sub(r"[_-]", "", str(name)[:100]).lower())
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, depth + 1, key)


def _of_calls(reading: Reading, here: Here) -> Iterator[tuple[str | None, str]]:
    """All SQL that database clients are given, each with its dialect; None: it cannot be seen."""
    for call in map(script_call, reading.calls):
        here.follow(call)
        client = _client_of(call)
        if client is None:
            continue
        for sql in _given_to(call, client, reading, here):
            yield None if sql is None else _plain_sql(sql, client.dialect), client.dialect


def _client_of(call: Call) -> Client | None:
    """How this call is given SQL; None when its program is no client of a database, or not so."""
    program = call.program or ""
    if program in CLIENTS:
        return CLIENTS[program]
    for client in SUBCOMMAND_CLIENTS.get(program, ()):
        words = call.plain(*client.values, *client.options, *client.files)
        if words[: len(client.behind)] == client.behind:
            return client
    return None


def _given_to(call: Call, client: Client, reading: Reading, here: Here) -> list[str | None]:
    """The SQL that one call is given."""
    if call.code is not None:
        return [] if _is_a_name(call, client) else [call.code.text]
    made_here = _made_here(reading, call)
    texts = [*_options(call, client), *_plain(call, client)]
    files = [*call.options(*client.files), *_scripts(call, client)]
    if not (texts or files or made_here or _only_tells(call)):
        return [None]  # it reads what comes in
    return texts if made_here else [*texts, *(_content(path, here) for path in files)]


def _scripts(call: Call, client: Client) -> list[str | None]:
    """Files among the words that are no options: `mongosh mydb script.js`."""
    if client.dialect != MONGO:
        return []
    words = call.plain(*client.options, *client.files, *client.values)
    return [word for word in words if word is None or word.endswith((".js", ".mongodb"))]


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
    client = _client_of(call) or _PSQL
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
        lines = [_EXPORT.sub(r"\1", line) for line in lines if not _META.match(line)]
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
