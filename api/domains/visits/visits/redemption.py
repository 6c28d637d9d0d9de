"""Redeems a one-time code exactly once, in the transaction that records it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from api.domains.codes.codes.types import OneTimeState, ResolvedCode
from api.domains.codes.rules.decide import decide
from api.domains.codes.rules.types import Decision, Visit
from api.domains.visits.visits import events
from api.domains.visits.visits.redemption_repository import find_state, mark_redeemed
from ingest.outbox import record


class OneTimeRedemptions:
    """Redeems codes of the organisation whose tenant scope the session has entered."""

    def __init__(self, session: Session, new_event_id: Callable[[], UUID]) -> None:
        self._session = session
        self._new_event_id = new_event_id

    def redeem(self, code: ResolvedCode, visit: Visit, now: datetime) -> Decision:
        """Redeem the code. The decision is a refusal if it cannot be redeemed or was already redeemed."""
        decision = decide(code, visit, now)
        if decision.refusal is not None:
            return decision
        redeemed = mark_redeemed(self._session, code.org_id, code.code_id, now)
        if redeemed is None:
            return decide(self._reread(code), visit, now)
        event_id = self._new_event_id()
        record(self._session, events.code_used(visit, code, redeemed.batch_id, event_id, now))
        return decision

    def _reread(self, code: ResolvedCode) -> ResolvedCode:
        """Return the code after the redemption that won, because the cached code may be slightly older."""
        row = find_state(self._session, code.org_id, code.code_id)
        if row is None or row.one_time_state in (None, "issued", "opened"):
            return replace(code, one_time=OneTimeState.VOID)
        return replace(
            code, one_time=OneTimeState(row.one_time_state), used_at=row.one_time_used_at
        )
