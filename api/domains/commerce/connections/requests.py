"""One request to a vendor: made outside of any transaction, timed, and written to the history.

The consequences of a failure for the connection are decided here, so that tests, deliveries and token refreshes agree.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

import structlog

from api.domains.commerce.connections.masking import masked_answer
from api.domains.commerce.connections.models import Connection, ConnectionRequest
from api.domains.commerce.connections.repository import ConnectionRepository, RequestRepository
from api.domains.commerce.connections.types import (
    DISABLED_AFTER,
    GONE,
    REST_HOOKS,
    RequestOutcome,
    RequestPurpose,
)
from api.integrations.ports.connector import (
    Credentials,
    CredentialsRefused,
    RequestRefused,
    VendorBusy,
    VendorDown,
    VendorProblem,
)
from api.kit.ids import new_id

Result = TypeVar("Result")

log = structlog.get_logger(__name__)

UNFORESEEN = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""Exceptions raised by reading a response whose format differs from the vendor's documentation."""
PAUSES: Sequence[timedelta] = [timedelta(seconds=it) for it in (1, 5, 15, 60, 120, 300)]
"""How long to wait before the next request after consecutive failures to reach the vendor."""
NEW_FOR = timedelta(minutes=5)
"""Tokens that are refused within this time of being issued are not refreshed again."""
LONGEST_WAIT = timedelta(hours=1)
"""The longest wait, even if the vendor asks for a longer one."""


@dataclass(frozen=True, slots=True)
class Made:
    """A request that was made, for the history."""

    purpose: RequestPurpose
    outcome: RequestOutcome
    problem: VendorProblem | None
    status: int | None
    answer: str
    """The vendor's response, masked."""
    events: int
    milliseconds: int
    result: Any = None


def make(
    purpose: RequestPurpose,
    credentials: Credentials,
    ask: Callable[[], Result],
    *,
    events: int = 0,
) -> Made:
    """Make a request to a vendor. Every failure is part of the result, so that it is always recorded."""
    started = time.monotonic()
    problem: VendorProblem | None = None
    result: Result | None = None
    try:
        result = ask()
    except VendorProblem as error:
        problem = error
    except UNFORESEEN as fault:  # a retry would not help, and other requests must not be held up
        log.exception("a request to a vendor was not understood", purpose=purpose)
        problem = RequestRefused(
            f"Waypost could not read the vendor's response ({type(fault).__name__})."
        )
    took = int((time.monotonic() - started) * 1000)
    return Made(
        purpose,
        outcome_of(problem),
        problem,
        problem.status if problem is not None else None,
        masked_answer(problem.text, credentials) if problem is not None else "",
        events,
        took,
        result,
    )


def requested_wait(problem: VendorProblem) -> timedelta | None:
    """Return how long the vendor asks to wait, up to `LONGEST_WAIT`; None if it gives no time."""
    if not isinstance(problem, VendorBusy) or problem.retry_after is None:
        return None
    return timedelta(seconds=min(max(problem.retry_after, 0.0), LONGEST_WAIT.total_seconds()))


def outcome_of(problem: VendorProblem | None) -> RequestOutcome:
    """Return the name of a problem in the history."""
    if problem is None:
        return "ok"
    if isinstance(problem, CredentialsRefused):
        return "credentials"
    if isinstance(problem, RequestRefused):
        return "refused"
    return "busy" if isinstance(problem, VendorBusy) else "down"


class History:
    """Records requests in the history and applies their consequences to the connection."""

    def __init__(self, connections: ConnectionRepository, now: datetime) -> None:
        self._connections = connections
        self._requests = RequestRepository(connections.session)
        self._now = now

    def store(self, row: Connection, made: Made) -> None:
        """Record one request of a connection, whose row is locked."""
        self._requests.add(
            ConnectionRequest(
                request_id=new_id("req"),
                org_id=row.org_id,
                connection_id=row.connection_id,
                purpose=made.purpose,
                outcome=made.outcome,
                status=made.status,
                answer=made.answer,
                events=made.events,
                milliseconds=made.milliseconds,
                requested_at=self._now,
            )
        )
        self._connections.change(row, **self.consequences(row, made))

    def consequences(self, row: Connection, made: Made) -> dict[str, Any]:
        """Return the new values for the connection's columns."""
        if made.problem is None:
            values: dict[str, Any] = {
                "last_ok_at": self._now,
                "failures": 0,
                "failing_since": None,
                "not_before": None,
            }
            if row.status == "broken" and made.purpose in ("test", "refresh"):
                values |= {"status": "connected", "broken_since": None, "reported_at": None}
            if row.status not in ("broken", "disabled"):
                values |= {"last_error": None, "broken_since": None, "reported_at": None}
            elif "status" in values:
                values |= {"last_error": None}
            return values
        error = {
            "code": made.outcome,
            "status": made.status,
            "answer": made.answer,
            "at": self._now.isoformat(),
        }
        if made.outcome == "refused":  # it responded, so it is available
            return {"last_error": error, "failures": 0, "failing_since": None}
        if made.status == GONE and row.vendor == REST_HOOKS:
            return {
                "last_error": error,
                "status": "disabled",
                "broken_since": self._now,
                "reported_at": self._now,  # who subscribed knows
            }
        if made.outcome == "credentials":
            if made.purpose != "refresh" and self._may_be_old(row):
                return {"last_error": error, "refresh_at": self._now}
            return {
                "last_error": error,
                "status": "broken" if row.status == "connected" else row.status,
                "broken_since": row.broken_since or self._now,
            }
        since = row.failing_since or self._now
        values = {
            "last_error": error,
            "failures": row.failures + 1,
            "failing_since": since,
            "not_before": self._now + self._pause(row, made.problem),
        }
        if row.status == "connected" and self._now - since >= DISABLED_AFTER:
            values |= {
                "status": "disabled",
                "broken_since": self._now,
                "last_error": {**error, "code": "disabled"},
            }
        return values

    def _may_be_old(self, row: Connection) -> bool:
        """Return whether the vendor may have ended the tokens early, so that a refresh is worth a try."""
        return row.refresh_at is not None and self._now - (row.tokens_at or self._now) > NEW_FOR

    def _pause(self, row: Connection, problem: VendorProblem) -> timedelta:
        asked = requested_wait(problem)
        if asked is not None:
            return asked
        assert isinstance(problem, VendorBusy | VendorDown)
        return PAUSES[min(row.failures, len(PAUSES) - 1)]
