"""Queries about the messages of a source, for other domains."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from api.domains.messaging.messages.models import Message
from api.domains.messaging.messages.repository import Limits, MessageRepository
from api.domains.messaging.messages.types import LEFT
from api.domains.people.consents.types import ASKED_PURPOSES
from api.domains.people.customers.tables import customers

HOURS = 24


class MessageCount(NamedTuple):
    """Number of messages of one version and channel with one state and reason."""

    variant: str
    channel: str
    state: str
    reason: str
    messages: int
    clicked: int

    @property
    def has_left(self) -> bool:
        """Return whether they were handed over, or may have been."""
        return self.state in LEFT


class Bill(NamedTuple):
    """Number of segments of sent text messages, and their cost so far in millionths of the currency."""

    segments: int
    cost_micros: int
    currency: str | None


def counts_of(session: Session, org_id: str, source: str, source_id: str) -> list[MessageCount]:
    """Return the number of messages of a source, by version, channel, state and reason."""
    by = (Message.variant, Message.channel, Message.state, Message.reason)
    rows = session.execute(
        select(*by, func.count(), func.count(Message.clicked_at))
        .where(Message.org_id == org_id, Message.source == source, Message.source_id == source_id)
        .group_by(*by)
        .order_by(*by)
    )
    return [MessageCount(*it) for it in rows]


def count_waiting(session: Session, org_id: str, source: str, source_id: str) -> int:
    """Return the number of messages of a source that have not been sent yet, or possibly not."""
    waiting = select(func.count()).where(
        Message.org_id == org_id,
        Message.source == source,
        Message.source_id == source_id,
        Message.state.in_(("queued", "sending", "unknown")),
    )
    return session.scalar(waiting) or 0


def bill_of(session: Session, org_id: str, source: str, source_id: str) -> Bill:
    """Return the segments and the cost of a source's messages."""
    found = session.execute(
        select(
            func.coalesce(func.sum(Message.segments), 0),
            func.coalesce(func.sum(Message.cost_micros), 0),
            func.max(Message.currency),
        ).where(
            Message.org_id == org_id,
            Message.source == source,
            Message.source_id == source_id,
            Message.state.in_(LEFT),
        )
    ).one()
    return Bill(int(found[0] or 0), int(found[1] or 0), found[2])


def count_left(
    session: Session, org_id: str, source: str, source_ids: Collection[str], since: datetime
) -> dict[str, int]:
    """Return the number of messages queued since the given time that were sent, or may have been, by source ID."""
    rows = session.execute(
        select(Message.source_id, func.count())
        .where(
            Message.org_id == org_id,
            Message.source == source,
            Message.source_id.in_(source_ids),
            Message.created_at >= since,
            Message.state.in_(LEFT),
        )
        .group_by(Message.source_id)
    )
    return {row[0]: row[1] for row in rows}


class StepCount(NamedTuple):
    """Number of messages of one step and channel with one state and reason."""

    step: str
    channel: str
    state: str
    reason: str
    messages: int
    clicked: int


def counts_by_step(
    session: Session, org_id: str, source: str, source_id: str, since: datetime
) -> list[StepCount]:
    """Return the number of messages of a source that were queued since the given time, by step, channel, state and
    reason.
    """
    by = (Message.step, Message.channel, Message.state, Message.reason)
    rows = session.execute(
        select(*by, func.count(), func.count(Message.clicked_at))
        .where(
            Message.org_id == org_id,
            Message.source == source,
            Message.source_id == source_id,
            Message.created_at >= since,
        )
        .group_by(*by)
        .order_by(*by)
    )
    return [StepCount(*it) for it in rows]


class SourceNumbers(NamedTuple):
    """The delivery progress of one source's messages."""

    sent: int
    delivered: int
    clicked: int
    by_hour: list[int]
    """Number of messages sent in each hour from the first one on, for at most `HOURS`."""


def numbers_of(
    session: Session, org_id: str, source: str, source_ids: Sequence[str]
) -> dict[str, SourceNumbers]:
    """Return the delivery progress of several sources, by source ID. Sources without sent messages are left out."""
    hour = func.date_trunc("hour", Message.sending_at)
    rows = session.execute(
        select(
            Message.source_id,
            hour,
            func.count(),
            func.count().filter(Message.state == "delivered"),
            func.count(Message.clicked_at),
        )
        .where(
            Message.org_id == org_id,
            Message.source == source,
            Message.source_id.in_(source_ids),
            Message.state.in_(LEFT),
            Message.sending_at.is_not(None),
        )
        .group_by(Message.source_id, hour)
    )
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    hours: dict[str, dict[datetime, int]] = defaultdict(dict)
    for source_id, at, sent, delivered, clicked in rows:
        sums[source_id].update(sent=sent, delivered=delivered, clicked=clicked)
        hours[source_id][at] = sent
    return {
        source_id: SourceNumbers(
            total["sent"], total["delivered"], total["clicked"], _by_hour(hours[source_id])
        )
        for source_id, total in sums.items()
    }


def _by_hour(counts: dict[datetime, int]) -> list[int]:
    first = min(counts)
    most = min(HOURS, int((max(counts) - first) / timedelta(hours=1)) + 1)
    return [counts.get(first + timedelta(hours=at), 0) for at in range(most)]


def contact_limits(session: Session, org_id: str) -> Limits:
    """Return how often an organisation writes to people, and from which age on."""
    return MessageRepository(session).limits(org_id)


def capped_people(org_id: str, most: int, since: datetime) -> Select[tuple[str]]:
    """Select the people to whom at least this many news and survey messages were sent since the given time."""
    kept = func.coalesce(customers.c.merged_into, customers.c.customer_id)
    return (
        select(kept)
        .join(Message, Message.customer_id == customers.c.customer_id)
        .where(
            customers.c.org_id == org_id,
            Message.org_id == org_id,
            Message.purpose.in_(ASKED_PURPOSES),
            Message.state.in_(LEFT),
            Message.sending_at > since,
        )
        .group_by(kept)
        .having(func.count() >= most)
    )
