"""SQL statements that redeem a one-time code. A single statement decides, so that only one of two requests wins."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row, text
from sqlalchemy.orm import Session

_REDEEM = text(
    "update codes set one_time_state = 'used', one_time_used_at = :now"
    " where org_id = :org_id and code_id = :code_id"
    " and one_time_state in ('issued', 'opened') and deleted_at is null"
    " and not exists (select from code_batches w"
    " where w.batch_id = codes.batch_id and w.withdrawn_at is not null) returning batch_id"
)
_STATE = text(
    "select one_time_state, one_time_used_at from codes"
    " where org_id = :org_id and code_id = :code_id"
)


def mark_redeemed(session: Session, org_id: str, code_id: str, now: datetime) -> Row[Any] | None:
    """Redeem the code and return its batch, or None if it can no longer be redeemed."""
    values = {"org_id": org_id, "code_id": code_id, "now": now}
    return session.execute(_REDEEM, values).one_or_none()


def find_state(session: Session, org_id: str, code_id: str) -> Row[Any] | None:
    """Return the state of a one-time code and the time at which it was redeemed."""
    return session.execute(_STATE, {"org_id": org_id, "code_id": code_id}).one_or_none()
