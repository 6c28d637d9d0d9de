"""Counts of who of a large audience may be written to, over everybody in one statement."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import ColumnElement, Select, case, func, literal, null, or_, select, union_all
from sqlalchemy.orm import Session

from api.domains.messaging.messages.reading import capped_people, contact_limits
from api.domains.people.consents.reading import CurrentConsents, is_suppressed
from api.domains.people.consents.types import ADDRESS_OF, Purpose
from api.domains.people.customers.tables import customers


@dataclass(frozen=True)
class AudienceCounts:
    """How many people may be written to now, but for quiet hours; how many not, by reason; and some who may, the same
    ones each time.
    """

    allowed: int
    refused: dict[str, int]
    some_allowed: list[str]


def count_audience(
    session: Session,
    org_id: str,
    people: Select[tuple[str]],
    channel: Literal["sms", "email"],
    purpose: Purpose,
    moment: datetime,
    most: int,
) -> AudienceCounts:
    """Count `people`, who are kept customers, by what the gate would say of news to them; `most` of those who may."""
    who = people.subquery("who")
    consents = CurrentConsents(org_id, channel, purpose, moment, "standing")
    kind = ADDRESS_OF[channel]
    index, sealed = customers.c[f"{kind}_index"], customers.c[f"{kind}_sealed"]
    limits = contact_limits(session, org_id)
    reasons: list[tuple[ColumnElement[bool], object]] = [
        (or_(sealed.is_(None), customers.c.sealing_key.is_(None)), "no_address"),
        (is_suppressed(org_id, index), "suppressed"),
        (consents.refusal != "", consents.refusal),
    ]
    if limits.min_age is not None:
        latest = f"{moment.year - limits.min_age:04}-{moment:%m-%d}"
        has_year = ~customers.c.birthday.startswith("--")
        reasons.append((has_year & (customers.c.birthday > latest), "too_young"))
    if limits.cap is not None:
        often, days = limits.cap
        capped = capped_people(org_id, often, moment - timedelta(days=days))
        reasons.append((customers.c.customer_id.in_(capped), "capped"))
    decided = (
        select(customers.c.customer_id, case(*reasons, else_="").label("reason"))
        .join(who, who.c.customer_id == customers.c.customer_id)
        .outerjoin(consents.rows, consents.is_of_customer)
        .where(customers.c.org_id == org_id)
        .cte("decided")
    )
    some = (
        select(decided.c.customer_id)
        .where(decided.c.reason == "")
        .order_by(func.hashtext(decided.c.customer_id), decided.c.customer_id)
        .limit(most)
        .subquery("some")
    )
    counts = select(decided.c.reason, null().label("customer_id"), func.count().label("people"))
    named = select(literal(""), some.c.customer_id, literal(0))
    rows = session.execute(union_all(counts.group_by(decided.c.reason), named)).all()
    found = {row.reason: row.people for row in rows if row.customer_id is None}
    return AudienceCounts(
        found.pop("", 0), found, [row.customer_id for row in rows if row.customer_id is not None]
    )
