"""sql-guard: what SQL it asks about and lets pass, in shell commands and in arguments of MCP tools."""

import json
from pathlib import Path
from typing import Any

import pytest

from hookline.kit.catalogue import load
from hookline.kit.commands.statements import USUAL_DIALECTS, why_it_writes
from hookline.kit.kit_process import functions_of

NAME = "sql-guard"
SETTINGS: tuple[str, ...] = ()

ASKED = [
    "rails dbconsole <<< 'TRUNCATE deals;'",
    "php artisan db <<< 'DROP TABLE x'",
    "fly postgres connect -a x <<< 'DROP TABLE x'",
    "goose -dir m postgres 'dbname=crm' reset",
    "aerich downgrade",
    "mongosh crm --eval 'db.deals.drop()'",
    "hive -e 'drop table x'",
    "php artisan tinker --execute='User::truncate()'",
    "node -e \"require('pg').query('TRUNCATE x')\"",
    "python -c \"import psycopg2; psycopg2.connect('').cursor().execute('DROP TABLE x')\"",
    "rails runner 'ActiveRecord::Base.connection.execute(\"TRUNCATE users\")'",
    "rails runner 'User.delete_all'",
    "php bin/console dbal:run-sql 'drop table x'",
    "dotnet ef database drop",
    "mix ecto.reset",
    "flyway clean",
    "python manage.py migrate app zero",
    "alembic downgrade base",
    "npx prisma db push --force-reset",
    "php artisan migrate:fresh",
    "python manage.py flush",
    "rails db:drop",
    "echo FLUSHALL | redis-cli",
    "redis-cli -n 2 config set dir /tmp",
    "redis-cli flushall",
    "cqlsh -e 'truncate ks.t'",
    "psql -c \"select pg_read_file('/etc/passwd')\"",
    "psql -c 'create trigger t after insert on a execute function f()'",
    "psql -c 'create user x'",
    "psql -c 'create table t as select nextval(1)'",
    "psql -c 'create or replace view v as select 1'",
    "dropdb app",
    "pg_restore -d app dump",
    "mysqladmin drop app",
    "mysqlimport app t.txt",
    "usql pg://x -c 'delete from t'",
    "psql -c 'DELETE FROM t'",
    "psql -c 'SELECT 1; DROP TABLE t'",
    "psql <<E\ndelete from t;\nE",
    "psql -f w.sql",
    "psql -f none.sql",
    "echo 'drop table t' > x.sql; psql -f x.sql",
    "cat r.sql | psql",
    "mysql db < w.sql",
    "psql -c '\\! rm x'",
    "psql -c '\\copy t from x'",
    "psql <<'E'\n\\dt\nselect 1;\nE",
    "psql <<'E'\nselect 'drop table t' \\gexec\nE",
    "psql -c \"select nextval('s')\"",
    "psql -c 'select pg_terminate_backend(1)'",
    "psql -c 'select lo_unlink(1)'",
    "psql -c \"select dblink_exec('a','b')\"",
    "psql -c 'select * into x from t'",
    "psql -c \"copy t to program 'x'\"",
    "psql -c \"copy (select 1) to '/x'\"",
    "psql -c 'with a as (delete from t returning *) select * from a'",
    "psql -c 'explain analyze delete from t'",
    "psql -c 'explain (analyze, buffers) delete from t'",
    "psql -c 'sel ect'",
    'psql -c "$SQL"',
    "mysql -e 'select 1 /*! ; delete from t */'",
    "mysql -e 'select 5--1; delete from t'",
    "mysql -u root -psecret -e 'UPDATE t SET a=1'",
    "mysql -e \"select 1 into outfile '/x'\"",
    "sqlite3 a.db '.import x y'",
    "sqlite3 a.db 'select 1' 'delete from t'",
    "sqlite3 a.db <<< 'delete from t'",
    "sqlite3 a.db 'pragma journal_mode=wal'",
    "sqlite3 a.db \"select writefile('x','y')\"",
    "duckdb x.db \"copy t to 'x.parquet'\"",
    "bq query --use_legacy_sql=false 'delete from d.t where true'",
    "bq rm -t x",
    "snowsql -q 'drop table x'",
    "sqlcmd -Q \"exec xp_cmdshell 'x'\"",
    "docker exec c psql -U u -c 'delete from t'",
    "kubectl exec p -- psql -c 'truncate t'",
    "$X",
    "psql -c 'set role admin'",
    "psql -c 'do $$ begin delete from t; end $$'",
    "psql -c 'call p()'",
    "psql -c 'select 1 for update'",
    "psql -c 'vacuum'",
    "psql -c 'select \"nextval\"(1)'",
    "psql -c \"select query_to_xml('delete from t',true,true,'')\"",
    "psql -c 'explain select 1; delete from t'",
    "mysql -e 'source w.sql'",
    "mysql -e 'explain analyze delete from t'",
    "mysql -plocal app < dump.sql",
    "duckdb -c 'drop table t'",
    "mysql -Ne 'delete from t'",
    "psql -tAc 'delete from t'",
    "mongosh --eval 'db.users.drop()'",
    "mongosh mydb --eval 'db.users.deleteMany({})'",
    "mongosh --eval 'db.dropDatabase()'",
    "mongosh --eval 'db.users.aggregate([{$out: \"y\"}])'",
    'mongosh --eval \'db["users"]["drop"]()\'',
    "mongosh --eval 'const f = db.users.drop; f()'",
    "mongosh --eval 'db.adminCommand({shutdown: 1})'",
    "mongosh mydb <<< 'db.users.drop()'",
    "mongosh < script.js",
    "mongosh mydb missing.js",
    "mongosh -f missing.js",
    "mongorestore dump/",
    "mongoimport --db x f.json",
    "wrangler d1 execute db --command 'drop table users'",
    "npx wrangler d1 execute db --remote --command='delete from users'",
    "wrangler d1 execute db --file=w.sql",
    "wrangler d1 migrations apply db --remote",
    "supabase db query 'drop table users'",
    "supabase db push",
    "npx supabase db reset --linked",
    "heroku pg:psql -c 'drop table users'",
    "heroku pg:psql -a app < x.sql",
    "heroku pg:reset --confirm app",
    "turso db shell mydb 'drop table users'",
    "prisma migrate reset --force",
    "aws rds-data execute-statement --resource-arn a --sql 'drop table x'",
    "gcloud spanner databases execute-sql db --sql='delete from t where true'",
    "gcloud sql import sql i gs://x",
]
PASSED = [
    "sqlite3 crm.sqlite '.backup /tmp/crm.bak'",
    "sqlite3 crm.sqlite 'CREATE TABLE kv (k TEXT PRIMARY KEY) WITHOUT ROWID'",
    "sqlite3 crm.sqlite 'CREATE TABLE kv (k TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;'",
    "mongosh crm --eval 'db.deals.createIndex({stage: 1})'",
    "goose -dir m postgres 'dbname=crm' status",
    "psql -c '\\copy (select 1) to out.csv csv header'",
    "python -c \"import psycopg2; print(psycopg2.connect('').cursor().execute('select 1'))\"",
    "python -c \"print('DROP TABLE x')\"",
    "alembic upgrade head --sql",
    "npx prisma migrate dev",
    "php artisan migrate",
    "python manage.py migrate",
    "rails db:migrate",
    "redis-cli --scan",
    "redis-cli config get dir",
    "redis-cli get x",
    "createdb app_test",
    "psql -c 'create view v as select 1'",
    "psql -c 'create index concurrently i on t (a)'",
    "psql -c 'create table t (id int references p(id) on delete cascade)'",
    "pg_restore -l dump",
    "mysqladmin status",
    "dropdb --help",
    "usql pg://x -c 'select 1'",
    "psql -c 'select 1'",
    "psql <<E\nselect 1;\nE",
    "psql -f r.sql",
    "psql -l",
    "psql --version",
    'psql "$DATABASE_URL" -c "\\d users"',
    "psql -c 'copy t to stdout'",
    "psql -c 'explain delete from t'",
    "psql -c 'explain (analyze false) delete from t'",
    "psql -c 'explain analyze select 1'",
    "psql -c 'select 1 /* delete from t */'",
    "psql -c 'select 1 -- delete'",
    "mysql -e 'select 1'",
    "mysql -e 'SHOW TABLES' db",
    "mysql -e 'select * from t\\G'",
    "sqlite3 a.db 'select 1'",
    "sqlite3 a.db .tables",
    "sqlite3 a.db '.schema users'",
    "sqlite3 a.db 'pragma table_info(t)'",
    "sqlite3 a.db 'pragma user_version'",
    "sqlite3 -header -csv a.db 'select * from t'",
    "duckdb -c 'select 1'",
    "duckdb -c \"select * from 'x.csv'\"",
    "bq query 'select 1'",
    "bq ls",
    "snowsql -q 'select 1'",
    "ls",
    "python3 -c 'print(1)'",
    "psql -c 'begin; select 1; commit'",
    "psql -c 'set search_path to x'",
    "psql -tAc 'select count(*) from t'",
    "psql -c 'table t'",
    "psql -c \"select e'\\\\n'\"",
    "psql -d db -h localhost -U me -c 'select 1'",
    "psql -c 'show all'",
    "sqlite3 --version",
    "duckdb -c 'explain analyze select 1'",
    "duckdb -csv x.db 'select 1'",
    "mongosh --eval 'db.users.find()' mydb",
    "mongosh --eval 'show dbs'",
    "mongosh --version",
    "mongosh --quiet --eval 'db.adminCommand({ping: 1})'",
    "mongosh mydb --quiet --eval \"db.users.find({name: 'drop'}).sort({a: 1}).toArray()\"",
    "mongodump --db x",
    "wrangler d1 execute db --command 'select 1'",
    "wrangler d1 execute db --file=r.sql",
    "wrangler d1 list",
    "wrangler deploy",
    "supabase db diff",
    "supabase status",
    "supabase db push --dry-run",
    "supabase migration new x",
    "heroku pg:psql -c 'select 1'",
    "heroku pg:psql --app x -c 'select 1'",
    "heroku pg:info",
    "heroku logs --tail",
    "turso db shell mydb 'select 1'",
    "prisma generate",
    "aws rds-data execute-statement --sql 'select 1' --resource-arn a",
    "aws s3 ls",
    "gcloud spanner databases execute-sql db --sql='select 1'",
]


@pytest.fixture
def place(tmp_path: Path) -> str:
    (tmp_path / "r.sql").write_text("select 1;")
    (tmp_path / "w.sql").write_text("drop table t;")
    return str(tmp_path)


@pytest.mark.parametrize("command", ASKED)
def test_it_asks(command: str, said: Any) -> None:
    assert said(command) == "ask"


@pytest.mark.parametrize("command", PASSED)
def test_it_lets_pass(command: str, said: Any) -> None:
    assert said(command) == "none"


@pytest.mark.parametrize(
    ("command", "settings", "expected"),
    [
        pytest.param("psql -c 'drop table t'", ["decision=deny"], "deny", id="writing may be denied"),
        pytest.param("psql -c 'select 1'", ["decision=deny"], "none", id="reading is fine all the same"),
        pytest.param("psql -c 'select audit.wipe_it()'", ["functions=wipe_*"], "ask", id="functions of one's own"),
        pytest.param("psql -c 'select audit.wipe_it()'", [], "none", id="which nobody else knows"),
    ],
)
def test_options(command: str, settings: list[str], expected: str, said: Any) -> None:
    assert said(command, *settings) == expected


def tool_said(tool: str, arguments: Any, server: str = "", *settings: str) -> str:
    functions, hooks = functions_of(load(NAME), settings)
    data = {"tool_name": tool, "tool_input": arguments, "mcp_server_name": server}
    answer = functions["beforeMCPExecution"](hooks.classes["beforeMCPExecution"](data))
    return "none" if answer is None else str(answer.permission)


@pytest.mark.parametrize(
    ("tool", "arguments", "server", "expected"),
    [
        pytest.param("run", {"sql": "SELECT 1"}, "", "none", id="reading"),
        pytest.param("run", {"sql": "DELETE FROM t"}, "", "ask", id="writing"),
        pytest.param("run", {"SQL": "DELETE FROM t"}, "", "ask", id="the key in capitals"),
        pytest.param("run", {"params": {"statements": ["select 1", "drop table t"]}}, "", "ask", id="deeper, in a list"),
        pytest.param("search", {"query": "how do I delete a branch?"}, "github", "none", id="a search"),
        pytest.param("search", {"query": "select a good name"}, "github", "none", id="a search that begins like SQL"),
        pytest.param("run", {"query": "delete from t"}, "", "ask", id="SQL under a name that need not be SQL"),
        pytest.param("search", {"query": "delete from t"}, "", "none", id="words that are looked for"),
        pytest.param("exec", {"q": "drop table t"}, "postgres", "ask", id="SQL under any name, for a database"),
        pytest.param("delete_index", {"index": "x"}, "elasticsearch", "ask", id="a tool that deletes, of another database"),
        pytest.param("flushall", {}, "redis", "ask", id="a tool that empties"),
        pytest.param("delete_branch", {"name": "x"}, "git", "none", id="a tool that deletes, of something else"),
        pytest.param("write_file", {"content": "DROP TABLE t;"}, "filesystem", "none", id="SQL that is written down"),
        pytest.param("create_table", {"query": "create table t (a int)"}, "sqlite", "none", id="something new"),
        pytest.param("query", {"query": "no SQL at all"}, "postgres", "ask", id="no SQL for a database"),
        pytest.param("query", {"query": ""}, "postgres", "none", id="nothing for a database"),
        pytest.param("run", {"sql": "SELECT `a` FROM `t`"}, "", "none", id="SQL of one dialect only"),
        pytest.param(
            "run", {"sql": "SELECT '\\'; DELETE FROM t; -- '"}, "", "ask", id="a read in one dialect, a write in another"
        ),
        pytest.param("search_icons", {"query": "drop shadow"}, "figma", "none", id="a look at shadows"),
        pytest.param("query", {"query": "drop shadow"}, "css", "none", id="no search, and no SQL either"),
        pytest.param("search_docs", {"query": "how to insert a row"}, "postgres-docs", "none", id="words about SQL"),
        pytest.param("search_docs", {"query": "drop table syntax"}, "supabase", "none", id="a database's manual"),
        pytest.param("search_docs", {"sql": "drop table t"}, "supabase", "ask", id="which is given SQL by that name"),
        pytest.param("search", {"query": "alter ego"}, "brave", "none", id="words that begin statements"),
        pytest.param("search", {"query": "truncate text css"}, "mdn", "none", id="truncating text"),
        pytest.param("search", {"query": "Grant Wood"}, "brave", "none", id="a painter"),
        pytest.param("search", {"query": "insert into cache"}, "context7", "none", id="half a statement"),
        pytest.param("query", {"query": "drop table users"}, "acme", "ask", id="a statement for nobody in particular"),
        pytest.param("run", {"sqlStatements": ["select 1"]}, "aurora", "none", id="sqlStatements that read"),
        pytest.param("run", {"sqlStatements": ["select 1", "drop table t"]}, "aurora", "ask", id="sqlStatements"),
        pytest.param("run", {"sql_statement": "drop table t"}, "aurora", "ask", id="sql_statement"),
        pytest.param("run", {"QueryString": "drop table t"}, "athena", "ask", id="QueryString"),
        pytest.param("batch", {"requests": [{"rawQuery": "drop table t"}]}, "mysql", "ask", id="rawQuery"),
        pytest.param("run", {"ddl": "alter table t drop a"}, "spanner", "ask", id="ddl"),
        pytest.param("run", {"command": "drop table t"}, "postgres", "ask", id="a command for a database"),
        pytest.param("run", {"command": "drop table t"}, "ssh", "none", id="a command for something else"),
        pytest.param("drop-collection", {"collection": "x"}, "mongodb", "ask", id="a tool that drops"),
        pytest.param("aggregate", {"pipeline": [{"$out": "y"}]}, "mongodb", "ask", id="a pipeline that writes"),
        pytest.param("find", {"filter": {"a": 1}}, "mongodb", "none", id="a tool that finds"),
        pytest.param("run", {"query": "insert into " + "a" * 1_000_000}, "x", "none", id="a long half of a statement"),
        pytest.param("run", {"sql": 5}, "", "none", id="a number for SQL"),
        pytest.param("run", "text", "", "none", id="arguments that are no object"),
        pytest.param("run", None, "", "none", id="no arguments"),
        pytest.param("run", {"sql": "a" * 10_000_000}, "", "ask", id="10 MB"),
        pytest.param("run", {"sql": "(" * 50_000}, "", "ask", id="50,000 brackets"),
        pytest.param("run", {"query": "/**/" * 40_000 + "x"}, "", "none", id="40,000 comments"),
        pytest.param("run", {"sql": "\ufffd\0\x1b"}, "", "ask", id="bytes that are no text"),
    ],
)
def test_tools(tool: str, arguments: Any, server: str, expected: str, said: Any) -> None:
    assert tool_said(tool, arguments, server) == expected
    assert tool_said(tool, json.dumps(arguments), server) == expected


def test_tools_may_be_denied(said: Any) -> None:
    assert tool_said("run", {"sql": "DELETE FROM t"}, "", "decision=deny") == "deny"


READS = [
    ("postgres", "SELECT a, count(*) FROM t WHERE b IN (SELECT 1) GROUP BY a ORDER BY 2 LIMIT 5"),
    ("postgres", "WITH a AS (SELECT 1) SELECT * FROM a UNION ALL SELECT 2"),
    ("postgres", "SELECT 'DELETE FROM t; DROP TABLE t'"),
    ("postgres", "SELECT $$DROP TABLE t$$"),
    ("postgres", "/* DROP TABLE t */ SELECT 1; -- DROP TABLE t"),
    ("postgres", "SHOW server_version; TABLE t; VALUES (1)"),
    ("postgres", "EXPLAIN (FORMAT json) UPDATE t SET a = 1"),
    ("postgres", "COPY (SELECT * FROM t) TO STDOUT WITH CSV HEADER"),
    ("mysql", "SHOW CREATE TABLE t"),
    ("mysql", "DESCRIBE t"),
    ("mysql", "SELECT `a` FROM `t` # DROP TABLE t"),
    ("sqlite", "PRAGMA table_info(t)"),
    ("sqlite", "EXPLAIN QUERY PLAN SELECT * FROM t"),
    ("duckdb", "FROM 'x.parquet' SELECT *"),
    ("duckdb", "SUMMARIZE t"),
    ("bigquery", "SELECT * FROM `p.d.t` WHERE DATE(x) = '2020-01-01'"),
    ("snowflake", "SHOW TABLES IN SCHEMA x"),
    ("", ""),
]
WRITES = [
    ("postgres", "SELECT 1; DROP TABLE t"),
    ("postgres", "INSERT INTO t SELECT 1"),
    ("postgres", "SELECT * INTO x FROM t"),
    ("postgres", "WITH a AS (UPDATE t SET a = 1 RETURNING *) SELECT * FROM a"),
    ("postgres", "EXPLAIN ANALYZE INSERT INTO t VALUES (1)"),
    ("postgres", "EXPLAIN (VERBOSE, ANALYZE TRUE) DELETE FROM t"),
    ("postgres", "EXPLAIN ANALYZE VERBOSE DELETE FROM t"),
    ("postgres", "SELECT setval('s', 1)"),
    ("postgres", "SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_stat_activity"),
    ("postgres", "SELECT * FROM dblink('x', 'DROP TABLE t') AS t(a int)"),
    ("postgres", "SELECT lo_unlink(1), lo_import('/etc/passwd')"),
    ("postgres", "SELECT set_config('x', 'y', false)"),
    ("postgres", "SELECT pg_advisory_lock(1)"),
    ("postgres", "COPY t FROM STDIN"),
    ("postgres", "COPY t TO PROGRAM 'sh'"),
    ("postgres", "COPY (DELETE FROM t RETURNING *) TO STDOUT"),
    ("postgres", "SELECT * FROM t FOR UPDATE"),
    ("postgres", "TRUNCATE t"),
    ("postgres", "GRANT ALL ON t TO x"),
    ("postgres", "REFRESH MATERIALIZED VIEW v"),
    ("postgres", "CALL p()"),
    ("postgres", "DO $$ BEGIN DELETE FROM t; END $$"),
    ("postgres", "/* /* */ SELECT 1; DROP TABLE t; /* */ */"),
    ("mysql", "SELECT 1 /*!50000 ; DROP TABLE t */"),
    ("mysql", "SELECT 1--1; DROP TABLE t"),
    ("mysql", "SELECT 1 INTO OUTFILE '/x'"),
    ("mysql", "REPLACE INTO t VALUES (1)"),
    ("mysql", "SET GLOBAL x = 1"),
    ("mysql", "EXPLAIN ANALYZE DELETE FROM t"),
    ("mysql", "LOAD DATA INFILE 'x' INTO TABLE t"),
    ("sqlite", "PRAGMA writable_schema = ON"),
    ("sqlite", "PRAGMA optimize"),
    ("sqlite", "ATTACH 'x' AS y"),
    ("sqlite", "SELECT load_extension('x')"),
    ("duckdb", "COPY t TO 'x.csv'"),
    ("duckdb", "INSTALL httpfs"),
    ("bigquery", "EXPORT DATA OPTIONS(uri='gs://x') AS SELECT 1"),
    ("bigquery", "MERGE d.t USING d.s ON FALSE WHEN NOT MATCHED THEN INSERT ROW"),
    ("tsql", "EXEC xp_cmdshell 'dir'"),
    ("snowflake", "PUT file://x @s"),
    ("postgres", "SELEC 1"),
    ("postgres", "SELECT 'open"),
]


@pytest.mark.parametrize(("dialect", "sql"), READS)
def test_it_reads(dialect: str, sql: str) -> None:
    assert why_it_writes(sql, (dialect,)) is None


@pytest.mark.parametrize(("dialect", "sql"), WRITES)
def test_it_writes(dialect: str, sql: str) -> None:
    assert why_it_writes(sql, (dialect,)) is not None


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        pytest.param("EXPLAIN FORMAT" + " " * 150_000, None, id="blanks"),
        pytest.param("SELECT " + "(" * 150_000, "it cannot be parsed", id="brackets"),
        pytest.param("SELECT " + "1+" * 60_000 + "1", None, id="a long sum"),
        pytest.param("'" * 150_001, "it cannot be parsed", id="quotes"),
        pytest.param("/*" * 75_000, "a comment is opened inside a comment", id="comments"),
        pytest.param("x" * 200_001, "there is too much SQL to read it", id="too much"),
    ],
)
def test_odd_sql_is_judged_or_given_up(sql: str, why: str | None) -> None:
    assert why_it_writes(sql, USUAL_DIALECTS) == why


@pytest.mark.parametrize("command", [None, 5, "\0", "x" * 10_000_000, "psql -c '" + "(" * 50_000 + "'"])
def test_odd_commands_do_not_break_it(command: Any, said: Any) -> None:
    assert said(command) in ("none", "ask")


def test_harmless_commands_pass(said: Any, harmless: list[str]) -> None:
    commands = harmless
    flagged = [command for command in commands if said(command) != "none"]
    assert len(commands) > 100 and len(flagged) <= 0.05 * len(commands), flagged
