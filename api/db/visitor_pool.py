"""The visitors' connections to Postgres: asynchronous, with small statements and short waits, plus the connection that
listens for changes.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from fastapi import FastAPI
from psycopg_pool import AsyncConnectionPool

from api.db.invalidation import ChangeListener
from api.kit.app_state import AppState
from api.kit.process_state import ProcessState
from api.kit.request_deadline import MAX_WAIT_SECONDS

VisitorPool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]


@dataclass(frozen=True)
class VisitorDatabase(AppState):
    """Attached by `visitor_database`."""

    pool: VisitorPool
    changes: ChangeListener
    """Started by `cache_invalidation` in a warm process, otherwise by the first value that is cached."""


@asynccontextmanager
async def visitor_database(app: FastAPI) -> AsyncIterator[None]:
    """Open the visitors' connection pool for a web process."""
    settings = ProcessState.of(app).settings
    pool: VisitorPool = AsyncConnectionPool(
        settings.database_url_as("waypost_visitor"),
        min_size=1,
        max_size=settings.database_pool_size,
        timeout=MAX_WAIT_SECONDS - 0.3,
        kwargs={"autocommit": True, "application_name": "waypost-visitors", "connect_timeout": 2},
        configure=_limit_waiting,
        open=False,
        name="visitors",
    )
    await pool.open()
    changes = ChangeListener(pool, settings.database_url_as("waypost_visitor"))
    VisitorDatabase(pool, changes).attach(app)
    try:
        yield
    finally:
        await pool.close()


@asynccontextmanager
async def cache_invalidation(app: FastAPI) -> AsyncIterator[None]:
    """Listen for changes to the cached values of a process. A warm process listens from its start."""
    changes = VisitorDatabase.of(app).changes
    if ProcessState.of(app).is_warm:
        changes.start()
    try:
        yield
    finally:
        await changes.stop()


async def _limit_waiting(connection: psycopg.AsyncConnection[Any]) -> None:
    """Set short lock and statement timeouts: visitors' statements are small, so a slow one is waiting for a lock."""
    milliseconds = int(MAX_WAIT_SECONDS * 1000)
    await connection.execute(f"set lock_timeout = {milliseconds}")
    await connection.execute(f"set statement_timeout = {milliseconds}")
