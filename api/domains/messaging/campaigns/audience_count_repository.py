"""Counts the people of a large audience who may be contacted, in one statement."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    case,
    func,
    literal,
    null,
    or_,
    select,
    true,
    union_all,
)
from sqlalchemy.orm import Session

from api.domains.messaging.campaigns.channels import NO_DEVICE, STRONGEST
from api.domains.messaging.campaigns.types import SentChannel
from api.domains.messaging.messages.reading import capped_people, contact_limits
from api.domains.messaging.web_push.reading import subscribed_people
from api.domains.people.consents.reading import CurrentConsents, is_suppressed
from api.domains.people.consents.types import ADDRESS_OF, Purpose
from api.domains.people.customers.tables import customers
from api.domains.wallet.pass_updates.holders import holders_of_passes


@dataclass(frozen=True)
class AudienceCounts:
    """Number of people who may be contacted now, quiet hours aside, by the channel on which they are reached; number of
    the others, by reason; and a fixed sample of those who may be contacted.
    """

    allowed: dict[str, int]
    refused: dict[str, int]
    some_allowed: list[str]


class _Channel:
    """Conditions for contacting people on one channel."""

    def __init__(self, org_id: str, channel: SentChannel, purpose: Purpose, moment: datetime):
        self.name = channel
        self.consents = CurrentConsents(org_id, channel, purpose, moment, f"of_{channel}")
        kind = ADDRESS_OF.get(channel)
        refusal = self.consents.refusal
        if kind is None:
            self.reason = refusal
        else:
            index, sealed = customers.c[f"{kind}_index"], customers.c[f"{kind}_sealed"]
            self.reason = case(
                (or_(sealed.is_(None), customers.c.sealing_key.is_(None)), "no_address"),
                (is_suppressed(org_id, index), "suppressed"),
                else_=refusal,
            )
        self.has_device: ColumnElement[bool] = true()
        if channel == "wallet_push":
            self.has_device = customers.c.customer_id.in_(holders_of_passes(org_id))
        if channel == "web_push":
            self.has_device = customers.c.customer_id.in_(subscribed_people(org_id))

    @property
    def may(self) -> ColumnElement[bool]:
        return and_(self.reason == "", self.has_device)


def count_audience(
    session: Session,
    org_id: str,
    people: Select[tuple[str]],
    channels: Sequence[SentChannel],
    purpose: Purpose,
    moment: datetime,
    most: int,
) -> AudienceCounts:
    """Count `people`, who must be unmerged customers, by the gate's decision about news to them on the first of
    `channels` on which they can be reached. Also return up to `most` of those who may be contacted.
    """
    who = people.subquery("who")
    several = [_Channel(org_id, it, purpose, moment) for it in channels]
    limits = contact_limits(session, org_id)
    nobody_reaches = ~or_(*(it.may for it in several))
    reasons: list[tuple[ColumnElement[bool], object]] = [
        (and_(nobody_reaches, or_(*(it.reason == reason for it in several))), reason)
        for reason in STRONGEST
    ]
    if (
        len(several) == 1
    ):  # then a missing device takes precedence, as it does when messages are written
        reasons.insert(0, (~several[0].has_device, NO_DEVICE))
    reasons.append((nobody_reaches, NO_DEVICE))
    if limits.min_age is not None:
        latest = f"{moment.year - limits.min_age:04}-{moment:%m-%d}"
        has_year = ~customers.c.birthday.startswith("--")
        reasons.append((has_year & (customers.c.birthday > latest), "too_young"))
    if limits.cap is not None:
        often, days = limits.cap
        capped = capped_people(org_id, often, moment - timedelta(days=days))
        reasons.append((customers.c.customer_id.in_(capped), "capped"))
    read = select(
        customers.c.customer_id,
        case(*reasons, else_="").label("reason"),
        case(*((it.may, it.name) for it in several), else_="").label("channel"),
    ).join(who, who.c.customer_id == customers.c.customer_id)
    for it in several:
        is_theirs = it.consents.rows.c.customer_id == customers.c.customer_id
        read = read.outerjoin(it.consents.rows, is_theirs)
    decided = read.where(customers.c.org_id == org_id).cte("decided")
    some = (
        select(decided.c.customer_id)
        .where(decided.c.reason == "")
        .order_by(func.hashtext(decided.c.customer_id), decided.c.customer_id)
        .limit(most)
        .subquery("some")
    )
    counts = select(
        decided.c.reason,
        decided.c.channel,
        null().label("customer_id"),
        func.count().label("people"),
    ).group_by(decided.c.reason, decided.c.channel)
    named = select(literal(""), literal(""), some.c.customer_id, literal(0))
    rows = session.execute(union_all(counts, named)).all()
    counted = [row for row in rows if row.customer_id is None]
    refused: dict[str, int] = {}
    for row in counted:
        if row.reason:
            refused[row.reason] = refused.get(row.reason, 0) + row.people
    return AudienceCounts(
        {row.channel: row.people for row in counted if not row.reason},
        refused,
        [row.customer_id for row in rows if row.customer_id is not None],
    )
