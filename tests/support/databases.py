"""The databases of one worker's tests: emptied and renamed after use instead of cloned again."""

import time
import uuid
from dataclasses import dataclass, field

import psycopg
from psycopg import sql

from tests.support.postgres import Server

# Creating, altering or dropping anything leaves a younger row or another number of rows.
_SCHEMA = " union all ".join(
    f"select '{catalogue}', count(*), age('3'::xid) - min(age(xmin)) from {catalogue}"
    for catalogue in (
        *("pg_class", "pg_attribute", "pg_attrdef", "pg_constraint", "pg_index"),
        *("pg_trigger", "pg_policy", "pg_proc", "pg_type", "pg_namespace"),
    )
)

# The file sizes show it without Postgres reading each table's definition, as its own functions do.
_FILLED = """
select format('%I.%I', nspname, relname), size
from pg_class join pg_namespace on pg_namespace.oid = relnamespace
cross join pg_stat_file(pg_relation_filepath(pg_class.oid))
where relkind = 'r' and nspname = 'public' and relname <> 'alembic_version' and size > 0
"""
_LARGEST = 4_000_000


@dataclass
class Databases:
    """Lends fresh migrated databases, each under an unused name."""

    server: Server
    template: str
    _spare: list[str] = field(default_factory=list)
    _schema: list[tuple[object, ...]] | None = None
    _keeper: psycopg.Connection | None = None

    def take(self) -> str:
        """Return the name of a database with the whole schema and no rows."""
        if self._spare:
            return self._spare.pop()
        name = _new_name()
        self.server.create(name, self.template)
        if self._schema is None:
            with psycopg.connect(self.server.url(name)) as connection:
                self._schema = connection.execute(_SCHEMA).fetchall()
        return name

    def give_back(self, name: str) -> None:
        """End the sessions of a database and empty it; drop it if a test changed the schema or wrote much."""
        if self._keeper is None:
            url = self.server.superuser_url("postgres")
            self._keeper = psycopg.connect(url, autocommit=True)
        _end_sessions(self._keeper, name)
        if not self._emptied(name):
            self.server.drop(name)
            return
        _end_sessions(self._keeper, name)  # the session that emptied it may still be ending
        fresh = _new_name()
        self._keeper.execute(
            sql.SQL("alter database {} rename to {}").format(
                sql.Identifier(name), sql.Identifier(fresh)
            )
        )
        self._spare.append(fresh)

    def close(self) -> None:
        """Close the connection; no database can be given back afterwards."""
        if self._keeper is not None:
            self._keeper.close()

    def _emptied(self, name: str) -> bool:
        with psycopg.connect(self.server.superuser_url(name), autocommit=True) as connection:
            if connection.execute(_SCHEMA).fetchall() != self._schema:
                return False
            filled = dict(connection.execute(_FILLED).fetchall())
            if max(filled.values(), default=0) > _LARGEST:
                return False
            # Rows are deleted without foreign keys and triggers, and sequences restart. Emptied
            # tables release their pages, so that new rows are again stored in the order of writing.
            deletions = "".join(f"delete from {table}; " for table in filled)
            connection.execute(
                f"begin; set local session_replication_role = replica; {deletions}"
                "select setval(seqrelid, seqstart, false) from pg_sequence; commit".encode()
            )
            if filled:
                connection.execute(f"vacuum {', '.join(filled)}".encode())
            return not connection.execute(_FILLED).fetchall()


def _end_sessions(keeper: psycopg.Connection, name: str, patience: float = 5) -> None:
    """End the sessions of a database, and return when they are gone.

    Postgres checks for sessions that end, or that prevent a rename, only every tenth of a second; most are gone after a
    thousandth.
    """
    end = time.monotonic() + patience
    while keeper.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where datname = %s and backend_type = 'client backend'",
        [name],
    ).fetchall():
        if time.monotonic() > end:  # later users will find out
            return
        time.sleep(0.001)


def _new_name() -> str:
    return f"test_{uuid.uuid4().hex[:16]}"
