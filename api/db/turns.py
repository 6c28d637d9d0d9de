"""Turns: whoever counts before adding, or looks before writing, does it alone."""

from sqlalchemy import text
from sqlalchemy.orm import Session

_WAIT = text("select pg_advisory_xact_lock(hashtextextended(:place, 0))")


def take_turn(session: Session, *place: str) -> None:
    """Wait until nobody else has the turn at this place, and keep it until the transaction ends.

    A place is a resource and what it belongs to, like `("walls", org_id)`. A count that is read
    during one's turn stays true until the row that it allows is committed.
    """
    session.execute(_WAIT, {"place": ":".join(place)})
