"""Programs that change a database without being given any SQL: tools of frameworks, migrations taken
back, servers' own programs, key-value stores. Data, and how it is applied to a call.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookline.shell import Call

#: Program → how its words begin when it destroys what a database holds. An option counts wherever it
#: stands, and so does a word behind a plus.
_DESTROYS: dict[str, tuple[tuple[str, ...], ...]] = {
    program: tuple(tuple(start.split()) for start in starts.split(","))
    for programs, starts in {
        "supabase": "db push,db reset,migration up,migration repair,migration squash,migration down,"
        "projects delete,branches delete",
        "wrangler": "d1 delete,d1 migrations apply,d1 time-travel restore",
        "heroku": "pg:reset,pg:push,pg:copy,pg:promote,pg:killall,pg:backups:restore,redis:reset,"
        "addons:destroy",
        "turso": "db destroy,group destroy",
        "pscale": "database delete,branch delete,deploy-request deploy",
        "neonctl neon": "branches delete,branches reset,branches restore,databases delete,"
        "projects delete,roles delete",
        "prisma": "migrate reset,db execute,db push --force-reset,db push --accept-data-loss",
        "gcloud": "sql import,sql databases delete,sql instances delete,sql backups restore,"
        "spanner databases delete,firestore databases delete,firestore import",
        "rails rake bin/rails": "db:drop,db:drop:all,db:reset,db:migrate:reset,db:schema:load,"
        "db:structure:load,db:truncate_all,db:purge,db:seed:replant,db:rollback,db:migrate:down,"
        "db:setup,destroy",
        "manage.py django-admin": "flush,reset_db,sqlflush --run,delete_all,clear_cache --all,"
        "migrate +zero,loaddata --clear",
        "artisan": "migrate:fresh,migrate:refresh,migrate:reset,migrate:rollback,db:wipe,queue:clear,"
        "queue:flush,model:prune,cache:clear --all",
        "alembic": "downgrade",
        "flask": "db downgrade,db stamp --purge",
        "knex": "migrate:rollback,migrate:down,migrate:unlock --all",
        "sequelize sequelize-cli": "db:drop,db:migrate:undo,db:migrate:undo:all,db:seed:undo:all",
        "typeorm typeorm-ts-node-commonjs": "schema:drop,migration:revert,schema:sync",
        "drizzle-kit": "drop,push --force",
        "mikro-orm": "schema:drop,schema:fresh,migration:down,migration:fresh,database:drop",
        "mix": "ecto.drop,ecto.reset,ecto.rollback",
        "doctrine console bin/console": "doctrine:database:drop,doctrine:schema:drop,"
        "doctrine:fixtures:load,orm:schema-tool:drop,doctrine:schema:update --force",
        "diesel": "database reset,migration revert,migration redo,database drop",
        "sqlx": "database drop,database reset,migrate revert",
        "dbmate": "drop,down,rollback",
        "goose": "reset,down,down-to,redo,+reset,+down,+down-to,+redo",
        "tern": "migrate +-d,migrate +--destination",
        "sql-migrate": "down,redo",
        "piccolo": "migrations backwards,schema drop",
        "aerich": "downgrade",
        "yoyo": "rollback,reapply",
        "pgmigrate": "clean",
        "evolve": "erase,repair",
        "wp": "db drop,db reset,db clean,site empty,site delete",
        "drush": "sql:drop,sql-drop,site:install",
        "migrate": "drop,down,force",
        "flyway": "clean,undo",
        "liquibase": "drop-all,dropAll,rollback,rollback-count,rollbackCount,rollback-to-date",
        "atlas": "schema clean,migrate down",
        "dotnet": "ef database drop",
        "dotnet-ef": "database drop",
        "hasura": "migrate delete,metadata clear",
        "node-pg-migrate": "down,redo",
        "db-migrate": "down,reset,db:drop",
        "medusa strapi": "db:drop,db:rollback",
        "meilisearch": "--delete",
        "influx": "bucket delete,delete,org delete",
        "etcdctl": "del",
        "rabbitmqctl": "reset,force_reset,delete_queue,purge_queue,delete_vhost",
        "aws": "dynamodb delete-table,dynamodb batch-write-item,rds delete-db-instance,"
        "rds delete-db-cluster,rds restore-db-instance-from-db-snapshot,redshift delete-cluster,"
        "elasticache delete-cache-cluster,docdb delete-db-cluster",
        "az": "sql db delete,postgres flexible-server delete,mysql flexible-server delete,"
        "cosmosdb delete,cosmosdb sql database delete,cosmosdb sql container delete",
        "bq": "rm,cp -f,load --replace",
        "firebase": "firestore:delete,database:remove,database:set",
        "fly flyctl": "postgres destroy,mpg destroy,redis destroy",
        "railway": "down",
        "docker-compose": "down -v",
    }.items()
    for program in programs.split()
}
#: Programs that change a database whatever they are given, unless one of these words says that they
#: only tell something.
_CHANGES: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        "dropdb createuser dropuser vacuumdb reindexdb clusterdb mysqlimport mariadb-import pgbench "
        "mongorestore mongoimport mysql_upgrade pg_resetwal pg_rewind initdb pg_upgrade "
        "bcp".split(),
        frozenset(("--help", "--version", "-V", "-?", "-v")),
    ),
    "pg_restore": frozenset(("--help", "--version", "-V", "-?", "-l", "--list", "-f", "--file")),
    "mysqladmin": frozenset(
        "status extended-status version ping processlist variables --help --version -V".split()
    ),
}
_CHANGES["mariadb-admin"] = _CHANGES["mysqladmin"]
#: What key-value stores are told to lose, or to become: the first word of a command.
_OF_STORES = frozenset(
    "flushall flushdb config shutdown script eval evalsha function debug swapdb migrate replicaof "
    "slaveof acl module cluster failover bgrewriteaof reset restore del unlink rename getdel".split()
)
#: What of these only tells something.
_STORES_TELL = frozenset("get list info nodes slots whoami cat help stats memory exists".split())
_STORES = frozenset("redis-cli valkey-cli keydb-cli iredis dragonfly-cli".split())
_STORE_VALUES = tuple("-h -p -s -a -u -r -i -n -d --user --pass --askpass --cacert -D -t".split())
#: Options of programs with sub-commands that take the next word; options that only show.
_VALUES = tuple(
    "-a --app -r --remote -c --config --env -e --project --schema --settings -x -n --name -path -database "
    "-source -dir --dir --url -p --profile --region --database-url".split()
)
_ONLY_SHOWS = frozenset(("--help", "-h", "--dry-run", "--version", "--sql", "--check", "--plan"))


def changes_a_database(call: Call) -> bool:
    """Whether a call changes a database, other than by SQL that it is given."""
    if call.code is not None:
        return False
    program, words = call.program or "", call.texts[1:]
    only_tells = _CHANGES.get(program)
    if only_tells is not None:
        return only_tells.isdisjoint(words)
    return _empties_store(call) if program in _STORES else _destroys(call)


def store_is_emptied(text: str) -> bool:
    """The same of commands that a key-value store is given to read, a line each."""
    return any(_is_of_store(tuple(line.lower().split())) for line in text.splitlines())


def _empties_store(call: Call) -> bool:
    words = tuple((word or "").lower() for word in call.plain(*_STORE_VALUES))
    return _is_of_store(words) or call.has("--eval")


def _is_of_store(words: tuple[str, ...]) -> bool:
    return words[:1] != () and words[0] in _OF_STORES and _STORES_TELL.isdisjoint(words[1:2])


def script_call(call: Call) -> Call:
    """`python manage.py flush` and `php artisan migrate:fresh` are calls of what they run."""
    script = (call.texts[1:2] or ("",))[0] or ""
    name = script.rpartition("/")[2]
    runs_script = (call.program or "").startswith(("python", "php", "ruby", "node", "bin"))
    is_one = call.code is None and runs_script and name in _DESTROYS
    return call._replace(words=call.words[1:]) if is_one else call


def _destroys(call: Call) -> bool:
    starts = _DESTROYS.get(call.program or "", ())
    texts = {text for text in call.texts[1:] if text is not None}
    plain = call.plain(*_VALUES)
    shown = not _ONLY_SHOWS.isdisjoint(texts)
    return not shown and any(_begins(plain, texts, start) for start in starts)


def _begins(plain: tuple[str | None, ...], texts: set[str], start: tuple[str, ...]) -> bool:
    words = tuple(word for word in start if not word.startswith(("-", "+")))
    others = {word.removeprefix("+") for word in start[len(words) :]}
    return plain[: len(words)] == words and others <= texts
