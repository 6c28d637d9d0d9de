"""Identifies temporary Postgres errors, and defines the responses to them."""

from typing import Final

import orjson
import psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from api.kit.errors import ApiError, Unavailable

RETRY_AFTER = 2
"""Seconds after which a request that found the database unavailable may be repeated."""

PASSING: Final = frozenset(
    {
        # read_only_sql_transaction: disk space is low, or a standby has not been promoted yet
        "25006",
        "25P03",  # idle_in_transaction_session_timeout
        "25P04",  # transaction_timeout
        "55P03",  # lock_not_available: lock_timeout
    }
)
PASSING_CLASSES: Final = frozenset(
    {
        "08",  # connection exception
        "53",  # insufficient resources: disk full, out of memory, too many connections
        "57",  # operator intervention: shutdown, crash, statement_timeout
        "58",  # system error: I/O
    }
)
"""SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html"""


class DatabaseUnavailable(Unavailable):
    """Postgres is unavailable, or waiting for something in it took too long."""

    message = "The database is not responding at the moment. Please try again."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": str(RETRY_AFTER)})


READ_ONLY_TRANSACTION = "25006"
LOW_DISK_RETRY_AFTER = 10


class LowDiskSpace(Unavailable):
    """Reads work but writes do not: disk space is low, or Postgres is a standby."""

    code = "read_only"
    message = (
        "Nothing can be saved at the moment: the server is low on disk space. Saved data"
        " can still be read. Try again later."
    )

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": str(LOW_DISK_RETRY_AFTER)})


def cause_of(error: BaseException) -> psycopg.Error | None:
    """Return the psycopg error that caused this one, or None."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return cause if isinstance(cause, psycopg.Error) else None


def sqlstate_of(error: BaseException) -> str | None:
    """Return the SQLSTATE of the error, or None if Postgres sent none, for instance because the connection broke."""
    cause = cause_of(error)
    return cause.sqlstate if cause is not None else None


def is_passing(error: BaseException) -> bool:
    """Return whether the same request may succeed a moment later: the server is unavailable or restarting, the pool has
    no connection, a lock is held for a long time, or the disk is full.
    """
    if isinstance(error, PoolTimeout):
        return True
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    state = sqlstate_of(error)
    if state is not None:
        return state in PASSING or state[:2] in PASSING_CLASSES
    # Raised by the client itself: no connection, a broken one, or none available in the pool.
    return isinstance(cause_of(error), psycopg.OperationalError | psycopg.InterfaceError)


def is_deadlock(error: BaseException) -> bool:
    """Return whether two transactions waited for each other and Postgres cancelled this one, which can be repeated."""
    return sqlstate_of(error) == "40P01"


QUOTA = "QUOTA"
"""The SQLSTATE with which the database refuses what a plan does not include (migration 0122)."""
_THINGS = {
    "codes": "codes",
    "domains": "custom domains",
    "messages": "messages a month",
    "seats": "members, with open invitations",
}


class QuotaReached(ApiError):
    """The quota of the plan is used up. The response contains `quota`, `allowed`, `plan` and `more_in`."""

    status, code, title = 402, "quota_reached", "Quota reached"
    message = "Your plan has no more of this."


def quota_reached(error: BaseException) -> QuotaReached | None:
    """Return the API error if the database refused because of a quota, else None."""
    cause = cause_of(error)
    if cause is None or cause.sqlstate != QUOTA:
        return None
    found = orjson.loads(cause.diag.message_detail or "{}")
    plan, more_in = str(found["plan"]).capitalize(), found["more_in"]
    text = f"Your plan {plan} has {found['allowed']:,} {_THINGS[found['quota']]}."
    if more_in is not None:
        text += f" The plan {str(more_in).capitalize()} has more."
    return QuotaReached(text, **found)
