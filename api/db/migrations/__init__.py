"""Migrations of the whole database, in one line of revisions."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, make_url, text

from api.db.roles import make_logins
from runtime.settings import Settings

_FOLDER = str(Path(__file__).parent)
_LOCK = 7_290_142_001


def newest_revision() -> str:
    """Return the revision of the schema that this release requires."""
    return str(ScriptDirectory(_FOLDER).get_current_head())


def is_of_newer_release(revision: str | None) -> bool:
    """Return whether a later release migrated the schema. This release works with it, but does not know its
    revision. Revisions are consecutive numbers of four digits.
    """
    return revision is not None and revision > newest_revision()


def upgrade(settings: Settings, revision: str = "head") -> bool:
    """Bring the schema up to `revision` as its owner, in one transaction, and allow its roles to log in. Return False
    if it belongs to a newer release and was left as it is.

    Processes that start at the same time wait for each other here. The second finds nothing left to do.
    """
    url = make_url(settings.database_url).set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            config = Config()
            config.set_main_option("script_location", _FOLDER)
            config.attributes["connection"] = connection
            config.attributes["secret_key"] = settings.secret_key
            found = MigrationContext.configure(connection).get_current_revision()
            is_newer = is_of_newer_release(found)
            if not is_newer:
                command.upgrade(config, revision)
    finally:
        engine.dispose()
    make_logins(settings)
    return not is_newer
