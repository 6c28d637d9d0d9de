"""What `waypost doctor` says about the schema."""

from collections.abc import Iterable
from pathlib import Path

import psycopg
from alembic.script import ScriptDirectory

from runtime.doctor import Finding
from runtime.settings import Settings


def schema(settings: Settings) -> Iterable[Finding]:
    """Is the database at the revision that this release wants?"""
    wanted = ScriptDirectory(str(Path(__file__).parent / "migrations")).get_current_head()
    try:
        with psycopg.connect(settings.database_url, connect_timeout=3) as connection:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except psycopg.errors.UndefinedTable:
        row = None
    found = row[0] if row else "none"
    if found == wanted:
        yield Finding("schema", "ok", f"revision {found}")
    else:
        yield Finding("schema", "fail", f"revision {found}, not {wanted}", "`waypost migrate`")
