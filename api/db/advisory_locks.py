"""Advisory locks, which run transactions one at a time that count before they insert or read before they write."""

from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

_LOCK = text("select pg_advisory_xact_lock(hashtextextended(:name, 0))")


def lock_until_commit(session: Session, *name: str) -> None:
    """Acquire the Postgres advisory lock of this name until the transaction ends.

    A name consists of a resource and its owner, like `("walls", org_id)`. A count that is read under the lock stays
    correct until the row that it permits is committed.
    """
    session.execute(_LOCK, {"name": ":".join(name)})


def wait_for_lock(engine: Engine, key: int) -> None:
    """Return when no other transaction holds the lock with this number or was waiting for it earlier."""
    with engine.begin() as connection:
        connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": key})
