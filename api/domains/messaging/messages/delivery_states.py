"""Stores delivery outcomes: states only move forward, and information from the provider about the recipient is
recorded.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from api.domains.messaging.messages.carriers import Outcome
from api.domains.messaging.messages.events import STATUS_OF, Status
from api.domains.messaging.messages.models import Message
from api.domains.messaging.messages.receivers import Receivers
from api.domains.messaging.messages.repository import MessageRepository

DELAYS = [timedelta(seconds=it) for it in (10, 30, 60, 300, 900, 3600)]
"""Delays between attempts while a provider does not accept a message. The last one is repeated."""
MOST_TRIES = 78
"""Maximum number of attempts, over about three days. After that, a message is out of date."""
ASKED_AGAIN_AFTER = timedelta(minutes=5)
"""Interval between queries to a provider about a message that it may have accepted."""

PRICED_AFTER = timedelta(minutes=10)

_BEFORE: dict[str, tuple[str, ...]] = {
    "later": ("sending", "unknown"),
    "unreached": ("sending",),
    "unknown": ("sending", "unknown"),
    "sent": ("sending", "unknown"),
    "delivered": ("sending", "unknown", "sent"),
    "undelivered": ("sending", "unknown", "sent"),
    "bounced": ("sending", "unknown", "sent", "delivered"),
    "failed": ("sending", "unknown", "sent"),
}
"""States from which an outcome moves a message. Late or repeated reports change nothing."""


def settle(
    session: Session,
    rows: Sequence[Message],
    outcomes: Sequence[Outcome],
    receivers: Receivers,
    now: datetime,
) -> None:
    """Store outcomes of messages, which the caller has locked, and the resulting facts about recipients."""
    steps: list[tuple[dict[str, Any], Status]] = []
    by_id = {it.message_id: it for it in rows}
    changes = []
    for outcome in outcomes:
        row = by_id.get(outcome.message_id)
        if row is None:
            continue
        if outcome.opted_out:
            receivers.opted_out(row, outcome.reason)
        if outcome.bad_address:
            receivers.bounced(row)
        values = _values(row, outcome, now)
        changes.append({"message_id": row.message_id, **values})
        steps += [(vars(row) | values, it) for it in _steps(row, values)]
    if changes:
        messages = MessageRepository(session)
        messages.change(rows[0].org_id, changes)
        messages.record(rows[0].org_id, steps, now)


def _steps(row: Message, values: Mapping[str, Any]) -> list[Status]:
    """Return the steps that correspond to new values of a message."""
    steps: list[Status] = []
    state = values.get("state", row.state)
    if state != row.state and state in STATUS_OF and state != "queued":
        if "sent_at" in values and state != "sent":
            steps.append("sent")
        steps.append(STATUS_OF[state])
    if row.cost_micros is None and values["cost_micros"] is not None and values["currency"]:
        steps.append("charged")
    return steps


def _values(row: Message, outcome: Outcome, now: datetime) -> dict[str, Any]:
    """Return the changed values of a message."""
    values: dict[str, Any] = {
        "provider_id": row.provider_id or outcome.provider_id,
        "sender": outcome.sender or row.sender,
        "segments": outcome.segments or row.segments,
        "cost_micros": _or(outcome.cost_micros, row.cost_micros),
        "currency": outcome.currency or row.currency,
    }
    if row.state not in _BEFORE[outcome.kind]:
        return values
    if outcome.kind == "later":
        return values | _later(row, outcome, now)
    if outcome.kind == "unreached":
        again: dict[str, Any] = {"state": "queued", "claimed_until": None, "due_at": now}
        return values | again | {"tries": row.tries - 1}
    if outcome.kind == "unknown":
        return values | {
            "state": "unknown",
            "reason": outcome.reason,
            "claimed_until": now + ASKED_AGAIN_AFTER,
        }
    values |= {"state": outcome.kind, "reason": outcome.reason, "claimed_until": None}
    if row.sent_at is None and outcome.kind != "failed":
        values["sent_at"] = now
    if outcome.kind == "delivered":
        values["delivered_at"] = now
    if outcome.kind != "sent":
        values["ended_at"] = now
    # When the provider is queried for delivery state and cost, unless it has reported them by then.
    values["due_at"] = now + PRICED_AFTER
    return values


def _later(row: Message, outcome: Outcome, now: datetime) -> dict[str, Any]:
    """Return the values of a message that was not accepted: it is tried again after a delay, or given up."""
    if row.tries >= MOST_TRIES or (row.not_after is not None and row.not_after < now):
        return {
            "state": "failed",
            "reason": outcome.reason or "too_late",
            "claimed_until": None,
            "ended_at": now,
        }
    delay = DELAYS[min(max(row.tries, 1), len(DELAYS)) - 1]
    if outcome.retry_after is not None:
        delay = max(delay, timedelta(seconds=min(outcome.retry_after, 3600)))
    return {
        "state": "queued",
        "reason": outcome.reason,
        "claimed_until": None,
        "due_at": now + delay,
    }


def _or(first: int | None, second: int | None) -> int | None:
    return first if first is not None else second
