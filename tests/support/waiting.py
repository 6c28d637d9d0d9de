"""Waiting for other processes without guessing how long they take."""

import time
from collections.abc import Callable

import httpx2
import psycopg


def eventually(true: Callable[[], bool], within: float = 30, every: float = 0.05) -> None:
    """Return as soon as the condition is true; fail if it is not true in time."""
    end = time.monotonic() + within
    while not true():
        assert time.monotonic() < end, f"not true within {within:g} s"
        time.sleep(every)


def retry_while_unavailable(
    send: Callable[[], httpx2.Response], within: float = 60
) -> httpx2.Response:
    """Repeat a request while its status is 503, as clients do; return the first other response."""
    end = time.monotonic() + within
    while (answer := send()).status_code == 503:
        assert time.monotonic() < end, f"unavailable for {within:g} s"
    return answer


def is_lock_awaited(database_url: str) -> bool:
    """Return whether a session of this database waits for a lock; those of other tests' databases do not count."""
    waiting = (
        "select exists (select from pg_stat_activity"
        " where datname = current_database() and wait_event_type = 'Lock')"
    )
    with psycopg.connect(database_url, autocommit=True) as connection:
        ((found,),) = connection.execute(waiting).fetchall()
        return bool(found)
