"""The checks of `waypost doctor` for the schema."""

from collections.abc import Iterable
from typing import get_args

import psycopg

from api.db.migrations import is_of_newer_release, newest_revision
from runtime.database_settings import DatabaseRole
from runtime.doctor import Finding
from runtime.settings import Settings


def schema(settings: Settings) -> Iterable[Finding]:
    """Check that the database is at the revision that this release requires, and that each role has its own login."""
    wanted = newest_revision()
    try:
        with psycopg.connect(settings.database_url, connect_timeout=3) as connection:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except psycopg.errors.UndefinedTable:
        row = None
    found = row[0] if row else "none"
    if found == wanted:
        yield Finding("schema", "ok", f"revision {found}")
    elif row and is_of_newer_release(found):
        yield Finding(
            "schema", "warn", f"revision {found} of a newer release; this one has {wanted}"
        )
    else:
        yield Finding("schema", "fail", f"revision {found}, not {wanted}", "`waypost migrate`")
    yield from _logins(settings)


def _logins(settings: Settings) -> Iterable[Finding]:
    shared = (
        [] if settings.embedded_postgres else set(get_args(DatabaseRole)) - set(settings.role_urls)
    )
    if shared:
        yield Finding(
            "database logins",
            "warn",
            f"{', '.join(sorted(shared))} by the owner's login: anybody who can run SQL there can become the owner",
            "set DATABASE_URL_APP, _VISITOR, _EVENTS and _PIPELINES, then `waypost migrate`",
        )
    else:
        yield Finding("database logins", "ok", "each role has its own")
