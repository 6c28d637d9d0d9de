"""The API's engine: connects to Postgres as the role that row-level security restricts."""

from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url

from runtime.settings import Settings

STATEMENT_TIMEOUT = "15s"
IDLE_TIMEOUT = "30s"
LOCK_TIMEOUT = "30s"


def make_engine(
    settings: Settings,
    *,
    statement_timeout: str = STATEMENT_TIMEOUT,
    idle_timeout: str = IDLE_TIMEOUT,
    lock_timeout: str = LOCK_TIMEOUT,
    pool_size: int | None = None,
) -> Engine:
    """Return an engine whose sessions begin as `waypost_app` and never wait forever."""
    url = make_url(settings.database_url_as("waypost_app")).set(drivername="postgresql+psycopg")
    engine = create_engine(
        url,
        pool_size=pool_size or settings.database_pool_size,
        max_overflow=0,
        pool_timeout=2,
        pool_pre_ping=True,
        pool_recycle=1800,
        connect_args={
            "application_name": "waypost-api",
            "connect_timeout": 2,
            # A server that disappeared without closing the connection is noticed within seconds.
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 3,
            "tcp_user_timeout": 3000,
        },
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _record: object) -> None:
        connection.execute(
            f"set time zone 'UTC'; set statement_timeout = '{statement_timeout}';"
            f" set idle_in_transaction_session_timeout = '{idle_timeout}';"
            f" set lock_timeout = '{lock_timeout}'"
        )
        connection.commit()

    return engine
