"""Advisory locks: transactions that count before they insert, or read before they write, run one at a time."""

from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

_LOCK = text("select pg_advisory_xact_lock(hashtextextended(:name, 0))")


def lock_until_commit(session: Session, *name: str) -> None:
    """Take the Postgres advisory lock of this name, and hold it until the transaction ends.

    A name is a resource and what it belongs to, like `("walls", org_id)`. A count that is read under
    the lock stays true until the row that it allows is committed.
    """
    session.execute(_LOCK, {"name": ":".join(name)})


def wait_for_lock(engine: Engine, key: int) -> None:
    """Return when no other transaction holds the lock of this number, nor has waited for it longer."""
    with engine.begin() as connection:
        connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": key})
