"""One request to a vendor: made outside of any transaction, measured, and written into the history.

What a failure means for the connection is decided here, so that tests, deliveries and refreshes agree.
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
"""How reading an answer fails that has another form than the vendor documents."""
PAUSES: Sequence[timedelta] = [timedelta(seconds=it) for it in (1, 5, 15, 60, 120, 300)]
"""How long a vendor that is away is left alone after failures in a row."""
NEW_FOR = timedelta(minutes=5)
"""Tokens that are refused so soon are not made new once more."""
LONGEST_WAIT = timedelta(hours=1)
"""Longer is not waited for, even if the vendor asks for it."""


@dataclass(frozen=True, slots=True)
class Made:
    """A request that was made, for the history."""

    purpose: RequestPurpose
    outcome: RequestOutcome
    problem: VendorProblem | None
    status: int | None
    answer: str
    """Masked."""
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
    """Ask a vendor something. Whatever goes wrong is in the answer, so that it is always stored."""
    started = time.monotonic()
    problem: VendorProblem | None = None
    result: Result | None = None
    try:
        result = ask()
    except VendorProblem as error:
        problem = error
    except (
        UNFORESEEN
    ) as fault:  # one that asking again would not mend, and that must keep back no other
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


def asked_to_wait(problem: VendorProblem) -> timedelta | None:
    """How long the vendor asks to be left alone, as far as that is obeyed; None if it does not say."""
    if not isinstance(problem, VendorBusy) or problem.retry_after is None:
        return None
    return timedelta(seconds=min(max(problem.retry_after, 0.0), LONGEST_WAIT.total_seconds()))


def outcome_of(problem: VendorProblem | None) -> RequestOutcome:
    """What a problem is called in the history."""
    if problem is None:
        return "ok"
    if isinstance(problem, CredentialsRefused):
        return "credentials"
    if isinstance(problem, RequestRefused):
        return "refused"
    return "busy" if isinstance(problem, VendorBusy) else "down"


class History:
    """Writes what became of requests, and what follows for the connection."""

    def __init__(self, connections: ConnectionRepository, now: datetime) -> None:
        self._connections = connections
        self._requests = RequestRepository(connections.session)
        self._now = now

    def store(self, row: Connection, made: Made) -> None:
        """Write one request of a connection, whose row is locked."""
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
        """New values of the connection."""
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
        if made.outcome == "refused":
            return {"last_error": error}
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
        """Whether the vendor may have ended the tokens early, so that new ones are worth a try."""
        return row.refresh_at is not None and self._now - (row.tokens_at or self._now) > NEW_FOR

    def _pause(self, row: Connection, problem: VendorProblem) -> timedelta:
        asked = asked_to_wait(problem)
        if asked is not None:
            return asked
        assert isinstance(problem, VendorBusy | VendorDown)
        return PAUSES[min(row.failures, len(PAUSES) - 1)]
