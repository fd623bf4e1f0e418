"""SQL text → why it may write, or nothing when it only reads. Parsed with sqlglot, imported when
something is judged.

Reading is what is known to read; everything else, and everything that cannot be parsed, may write.
Nothing is executed.
"""

from __future__ import annotations

import re

from hookline.extras import needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sqlglot.expressions import Expr

#: Longer texts are not parsed: nobody would wait for it.
LONGEST = 200_000
#: Tried where nobody says which database it is.
USUAL_DIALECTS = ("", "postgres", "mysql", "sqlite")

_READS = frozenset(
    "Select Union Except Intersect Subquery Values Table Show Describe Summarize Use Transaction "
    "Commit Rollback "
    "Semicolon ListStage Set Pragma Copy Command Create".split()
)
_WRITES = frozenset(
    "Insert Update Delete Merge Create Drop Alter Into TruncateTable Grant Revoke Lock "
    "NextValueFor Execute "
    "ExecuteSql Put LoadData Attach Detach Install Export Kill Cache Uncache Refresh Analyze".split()
)
_COMMANDS_THAT_READ = frozenset(
    "SHOW EXPLAIN DESCRIBE DESC HELP USE LIST END START ABORT SAVEPOINT RELEASE".split()
)
_PRAGMAS_THAT_READ = frozenset(
    "table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list "
    "foreign_key_check "
    "database_list compile_options integrity_check quick_check function_list module_list "
    "pragma_list collation_list".split()
)
_PRAGMAS_THAT_WRITE = frozenset("optimize incremental_vacuum wal_checkpoint shrink_memory".split())
#: Functions that change something though they are called in a SELECT, or run text as SQL. A star
#: stands for any ending.
WRITING_FUNCTIONS = frozenset(
    "nextval setval set_config pg_notify pg_terminate_backend pg_cancel_backend pg_reload_conf "
    "pg_rotate_logfile pg_switch_wal pg_switch_xlog pg_create_restore_point pg_start_backup "
    "pg_stop_backup pg_backup_start pg_backup_stop pg_promote pg_wal_replay_pause "
    "pg_wal_replay_resume pg_drop_replication_slot pg_copy_logical_replication_slot "
    "pg_create_physical_replication_slot pg_create_logical_replication_slot "
    "pg_logical_slot_get_changes pg_logical_slot_get_binary_changes pg_replication_slot_advance "
    "pg_logical_emit_message pg_import_system_collations pg_file_write pg_file_unlink "
    "pg_file_rename pg_file_sync pg_stat_reset* pg_advisory_* pg_try_advisory_* pg_export_snapshot "
    "pg_execute_server_program dblink* lo_* lowrite lo_export query_to_xml* table_to_xml* "
    "cursor_to_xml* schema_to_xml* database_to_xml* ts_stat ts_rewrite crosstab* plpy* "
    "cron.schedule schedule unschedule get_lock release_lock release_all_locks sys_exec sys_eval "
    "sys_set lib_mysqludf* load_extension writefile edit fts3_tokenizer openrowset opendatasource "
    "openquery xp_* sp_* dbms_* utl_* system$* executable external_query add_compression_policy "
    "drop_chunks create_hypertable pg_read_file pg_read_binary_file pg_ls_* pg_stat_file lo_import "
    "load_file readfile pg_current_logfile aws_s3.* aws_lambda.* http_post http_put http_delete "
    "net.http_* sp_oacreate".split()
)
_EXPLAIN = re.compile(
    r"\s*(?:\((?P<options>[^)]*)\)|(?P<words>(?:(?:ANALY[ZS]E|VERBOSE|QUERY\s+PLAN|EXTENDED"
    r"|FORMAT[\s=]*\w+)\b\s*)*))",
    re.I,
)
_ANALYZED = re.compile(r"\bANALY[ZS]E\b(?!\s*(?:=\s*)?(?:false|off|0)\b)", re.I)
_NESTED_COMMENT = re.compile(r"/\*(?:[^*/]|\*(?!/)|/(?!\*))*/\*")
_SET_FOR_ALL = re.compile(
    r"\b(?:GLOBAL|PERSIST|PERSIST_ONLY|ROLE|AUTHORIZATION|PASSWORD)\b|@@GLOBAL|@@PERSIST", re.I
)


def why_it_writes(sql: str, dialects: Sequence[str], functions: Iterable[str] = ()) -> str | None:
    """Why this may change something; None when it only reads, in every one of the dialects in which
    it is SQL at all.
    """
    if len(sql) > LONGEST:
        return "there is too much SQL to read it"
    if "mysql" in dialects and (odd := _odd_in_mysql(sql)):
        return odd
    if _NESTED_COMMENT.search(sql):
        return "a comment is opened inside a comment"
    names = WRITING_FUNCTIONS | {name.lower() for name in functions}
    reasons = [_in_dialect(sql, dialect, names) for dialect in dialects]
    understood = [reason for reason in reasons if reason != _NOT_SQL]
    return next(filter(None, understood), None) if understood else _NOT_SQL


_NOT_SQL = "it cannot be parsed"


def is_sql(sql: str, dialects: Sequence[str] = USUAL_DIALECTS) -> bool:
    """Whether a text is SQL in one of these dialects."""
    return len(sql) > LONGEST or any(_parsed(sql, dialect) is not None for dialect in dialects)


def _odd_in_mysql(sql: str) -> str | None:
    if "/*!" in sql or "/*M!" in sql:
        return "MySQL runs what stands in such a comment: /*! … */"
    if re.search(r"--[^\s-]", sql):
        return "MySQL takes -- for a comment only with a blank behind it"
    return None


def _in_dialect(sql: str, dialect: str, functions: frozenset[str]) -> str | None:
    statements = _parsed(sql, dialect)
    if statements is None:
        return _NOT_SQL
    judged = (_of_statement(each, dialect, functions) for each in statements if each is not None)
    return next(filter(None, judged), None)


#: How SQLite ends a table, which the parser does not know.
_WITHOUT_ROWID = re.compile(
    r"\)\s*(?:without\s+rowid|strict)(?:\s*,\s*(?:without\s+rowid|strict))?(?=\s*(?:;|\Z))", re.I
)


def _parsed(sql: str, dialect: str) -> list[Expr | None] | None:
    import logging

    with needed("reading SQL"):
        import sqlglot

    logging.getLogger("sqlglot").setLevel(logging.CRITICAL)
    try:
        return list(sqlglot.parse(_WITHOUT_ROWID.sub(")", sql), read=dialect or None))
    except Exception:  # whatever a parser dies of: the text was not understood
        return None


def _of_statement(statement: Expr, dialect: str, functions: frozenset[str]) -> str | None:
    kind = type(statement).__name__
    if kind not in _READS:
        return f"{_name(statement)} is not read-only"
    judge = _OF_KIND.get(kind)
    return judge(statement, dialect, functions) if judge else _inside(statement, functions)


def _of_command(statement: Expr, dialect: str, functions: frozenset[str]) -> str | None:
    word, rest = str(statement.this).upper(), statement.args.get("expression")
    text = str(getattr(rest, "this", rest) or "")
    if word not in _COMMANDS_THAT_READ:
        return f"{word} is not read-only"
    explained = _analyzed_in(text) if word in ("EXPLAIN", "DESCRIBE", "DESC") else None
    return None if explained is None else _in_dialect(explained, dialect, functions)


def _analyzed_in(text: str) -> str | None:
    """The statement that EXPLAIN ANALYZE runs; None when it is only explained."""
    options = _EXPLAIN.match(text)
    if options is None or not _ANALYZED.search(options["options"] or options["words"] or ""):
        return None
    return text[options.end() :]


def _of_describe(statement: Expr, dialect: str, functions: frozenset[str]) -> str | None:
    analyzes = str(statement.args.get("style") or "").upper().startswith("ANALY")
    return _inside(statement, functions) if analyzes else None


def _of_set(statement: Expr, dialect: str, functions: frozenset[str]) -> str | None:
    if _SET_FOR_ALL.search(statement.sql(dialect=dialect or None)):
        return "SET changes more than this session"
    return _inside(statement, functions)


def _of_copy(statement: Expr, dialect: str, functions: frozenset[str]) -> str | None:
    """Only `COPY … TO STDOUT` reads, and only as much as what it copies does."""
    files = [str(getattr(file, "name", file)).upper() for file in statement.args.get("files") or ()]
    if statement.args.get("kind") or files != ["STDOUT"]:
        return "COPY writes a table or a file, or runs a program"
    return _inside(statement, functions)


def _of_pragma(statement: Expr, dialect: str, functions: frozenset[str]) -> str | None:
    with needed("reading SQL"):
        from sqlglot import expressions

    inner = statement.this
    sets = isinstance(inner, expressions.EQ)
    name = (inner.this if sets else inner).name.lower()
    if name in _PRAGMAS_THAT_READ or not (sets or name in _PRAGMAS_THAT_WRITE):
        return None
    return f"PRAGMA {name} changes the database"


def _of_create(statement: Expr, dialect: str, functions: frozenset[str]) -> str | None:
    """What only adds something that holds no code, and takes no other's place."""
    with needed("reading SQL"):
        from sqlglot import expressions

    kind = str(statement.args.get("kind") or "").upper()
    if kind not in _ADDS or statement.args.get("replace"):
        return f"CREATE {kind} may replace something, or holds code".replace("  ", " ")
    body = statement.expression
    reads = body is None or isinstance(body, expressions.Query | expressions.Subquery)
    properties = statement.args.get("properties")
    if not reads or (properties is not None and _FAR.search(properties.sql())):
        return f"CREATE {kind} with more than a read in it"
    return None if body is None else _inside(body, functions)


#: Kinds of things that hold data, or a read.
_ADDS = frozenset(("TABLE", "INDEX", "VIEW", "SCHEMA", "DATABASE", "SEQUENCE", "MATERIALIZED VIEW"))
#: Properties of a table that lies elsewhere, or that another program makes.
_FAR = re.compile(
    r"(?i)\b(?:FEDERATED|CONNECT|URL|S3|HDFS|MYSQL|POSTGRESQL|EXTERNAL|LOCATION|CONNECTION)\b"
)

#: What is looked at in statements that read only sometimes.
_OF_KIND: dict[str, Callable[[Expr, str, frozenset[str]], str | None]] = {
    "Command": _of_command,
    "Copy": _of_copy,
    "Create": _of_create,
    "Describe": _of_describe,
    "Pragma": _of_pragma,
    "Set": _of_set,
}


def _inside(statement: Expr, functions: frozenset[str]) -> str | None:
    """What writes in the middle of a read: INTO, a CTE that deletes, a function."""
    with needed("reading SQL"):
        from sqlglot import expressions

    for node in statement.walk():
        is_command = isinstance(node, expressions.Command) and node is not statement
        if is_command or type(node).__name__ in _WRITES:
            return f"{_name(node)} writes or locks"
        name = _function(node) if isinstance(node, expressions.Func) else ""
        if name and _is_among(name, functions):
            return f"{name}() changes something, or runs what it is given"
    return None


def _function(node: Expr) -> str:
    """The name of the function that is called, in lower case."""
    with needed("reading SQL"):
        from sqlglot import expressions

    if isinstance(node, expressions.Anonymous):
        return str(node.name).lower()
    return str(getattr(node, "sql_name", str)()).lower()


def _is_among(name: str, functions: frozenset[str]) -> bool:
    return name in functions or any(
        one.endswith("*") and name.startswith(one[:-1]) for one in functions
    )


def _name(node: Expr) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(node).__name__).upper()
