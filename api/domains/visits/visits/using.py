"""Using a one-time code: exactly once, in the transaction that records it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.orm import Session

from api.domains.codes.codes.types import OneTimeState, ResolvedCode
from api.domains.codes.rules.decide import decide
from api.domains.codes.rules.types import Decision, Visit
from api.domains.visits.visits import events
from ingest.outbox import record

_USE = text(
    "update codes set one_time_state = 'used', one_time_used_at = :now"
    " where org_id = :org_id and code_id = :code_id"
    " and one_time_state in ('issued', 'opened') and deleted_at is null"
    " and not exists (select from code_batches w"
    " where w.batch_id = codes.batch_id and w.withdrawn_at is not null) returning batch_id"
)
_STANDS = text(
    "select one_time_state, one_time_used_at from codes"
    " where org_id = :org_id and code_id = :code_id"
)


class OneTimeUses:
    """Uses codes of the organisation that the session has entered."""

    def __init__(self, session: Session, new_event_id: Callable[[], UUID]) -> None:
        self._session = session
        self._new_event_id = new_event_id

    def use(self, code: ResolvedCode, visit: Visit, now: datetime) -> Decision:
        """What the use leads to; a refusal when the code is not to be used, or not any more."""
        decision = decide(code, visit, now)
        if decision.refusal is not None:
            return decision
        which = {"org_id": code.org_id, "code_id": code.code_id}
        used = self._session.execute(_USE, which | {"now": now}).one_or_none()
        if used is None:
            return decide(self._as_it_stands(code, which), visit, now)
        event_id = self._new_event_id()
        record(self._session, events.code_used(visit, code, used.batch_id, event_id, now))
        return decision

    def _as_it_stands(self, code: ResolvedCode, which: dict[str, str]) -> ResolvedCode:
        """The code as the winner left it; the copy in memory may be a moment older."""
        row = self._session.execute(_STANDS, which).one_or_none()
        if row is None or row.one_time_state in (None, "issued", "opened"):
            return replace(code, one_time=OneTimeState.VOID)
        return replace(
            code, one_time=OneTimeState(row.one_time_state), used_at=row.one_time_used_at
        )
