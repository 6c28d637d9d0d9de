"""Migrations of the whole database, in one line of revisions."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, make_url, text

from api.db.roles import make_logins
from runtime.settings import Settings

_LOCK = 7_290_142_001


def upgrade(settings: Settings, revision: str = "head") -> None:
    """Bring the schema up to `revision` as its owner, in one transaction, and allow its roles to log in.

    Processes that start at the same time wait for each other here. The second finds nothing left to do.
    """
    url = make_url(settings.database_url).set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            config = Config()
            config.set_main_option("script_location", str(Path(__file__).parent))
            config.attributes["connection"] = connection
            config.attributes["secret_key"] = settings.secret_key
            command.upgrade(config, revision)
    finally:
        engine.dispose()
    make_logins(settings)
