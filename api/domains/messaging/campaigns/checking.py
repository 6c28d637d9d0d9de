"""Checks a campaign before it is sent, with the same code as when it runs, but without storing anything."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from math import ceil
from typing import NamedTuple

from sqlalchemy.orm import Session

from api.domains.commerce.payments.reading import messages_left, month_of
from api.domains.messaging.campaigns.audience_count_repository import count_audience
from api.domains.messaging.campaigns.audience_repository import AudienceRepository
from api.domains.messaging.campaigns.check_schemas import (
    CampaignCheck,
    CampaignFinding,
    ChannelCount,
    CountryCost,
    ReasonCount,
)
from api.domains.messaging.campaigns.findings import findings
from api.domains.messaging.campaigns.models import Campaign
from api.domains.messaging.campaigns.receiver_reading import Receiver
from api.domains.messaging.campaigns.service import CampaignService, plan_of
from api.domains.messaging.campaigns.types import BEST_FIRST, SentChannel
from api.domains.messaging.campaigns.writing import CampaignWriter
from api.domains.messaging.messages.gate import MessageGate
from api.domains.messaging.messages.sending import text_sender_in
from api.domains.messaging.messages.sms_segments import sms_size
from api.domains.messaging.messages.types import MessageRequest
from api.domains.people.consents.zones import country_of_phone
from api.domains.people.customers.sealing import Sealer
from runtime.settings import Settings

MOST = 2_000
"""Maximum number of people whose messages are written. For a larger audience it is a sample, chosen by a hash of their
IDs.
"""


class _Chosen(NamedTuple):
    """The people whose messages are written, the number of people whom they represent by channel, and the known reasons
    why others get none.
    """

    people: Sequence[Receiver]
    stand_for: int
    channels: Mapping[str, int] | None
    """None: the messages of all people are written."""
    refused: Counter[str]


def _chosen(session: Session, row: Campaign, writer: CampaignWriter, now: datetime) -> _Chosen:
    """Return all people of a small audience. In a larger one, all are counted by whether they may be contacted and on
    which channel, and messages are written for a sample of those who may.
    """
    audiences = AudienceRepository(session)
    audience = (row.org_id, row.audience_kind, row.audience_id)
    if not audiences.is_larger(*audience, than=MOST):
        people = audiences.sample(*audience, MOST)
        return _Chosen(people, len(people), None, Counter())
    purpose = plan_of(row).purpose
    everybody = audiences.people(*audience)
    counts = count_audience(*(session, row.org_id, everybody, writer.channels, purpose, now, MOST))
    some = audiences.receivers(row.org_id, counts.some_allowed)
    people = [some[it] for it in counts.some_allowed if it in some]
    allowed = sum(counts.allowed.values())
    return _Chosen(people, allowed, counts.allowed, Counter(counts.refused))


def check(
    session: Session,
    settings: Settings,
    gate: MessageGate,
    campaigns: CampaignService,
    org_id: str,
    campaign_id: str,
    now: datetime,
) -> CampaignCheck:
    """Return who would get a campaign if it started now, who would not and why, its cost, and problems in its texts.

    Raises:
        CampaignNotFound: there is no such campaign.
    """
    row = campaigns.found(org_id, campaign_id)
    plan = plan_of(row)
    writer = CampaignWriter(session, settings, gate, row, now)
    chosen = _chosen(session, row, writer, now)
    people = chosen.people
    size = chosen.stand_for + chosen.refused.total()
    requests, passed_over = writer.write(people)
    explained = gate.explain(org_id, "campaign", campaign_id, requests, now)
    refused = Counter(passed_over)
    going: list[MessageRequest] = []
    requests = [gate.as_sent("campaign", it) for it in requests]
    deferred = 0
    for request, it in zip(requests, explained, strict=True):
        if it.state == "refused":
            refused[it.reason] += 1
            continue
        going.append(request)
        deferred += it.reason == "quiet_hours" or it.due_at > max(now, request.not_before or now)
    factor = chosen.stand_for / len(people) if people else 1.0

    def scaled(count: int) -> int:
        return round(count * factor)

    wanted = campaigns.settings(org_id)
    countries = _countries(going, people, Sealer.of(settings))
    costs = [
        CountryCost(
            country=country,
            people=scaled(number),
            segments=scaled(segments),
            cost_micros=scaled(segments * wanted.sms_prices[country])
            if country in wanted.sms_prices
            else None,
        )
        for country, (number, segments) in sorted(countries.items(), key=lambda it: -it[1][0])
    ]
    channels: Counter[SentChannel] = Counter(it.channel for it in going)  # type: ignore[misc]
    prices = [it.cost_micros for it in costs]
    sender = text_sender_in(session, settings, org_id)
    segments = sum(it.segments for it in costs)
    return CampaignCheck(
        audience=size,
        checked=len(people),
        is_estimate=len(people) < chosen.stand_for,
        would_get=scaled(len(going)),
        deferred=scaled(deferred),
        channels=[
            ChannelCount(channel=it, people=count)
            for it, count in _by_channel(chosen, channels, len(people)).items()
            if count
        ],
        refused=_counts(
            chosen.refused + Counter({it: scaled(count) for it, count in refused.items()}), 1.0
        ),
        languages=_counts(Counter(it.language for it in going), factor),
        segments=segments,
        countries=costs,
        cost_micros=None if None in prices else sum(it for it in prices if it is not None),
        currency=wanted.currency,
        texts_per_second=sender.per_second,
        texts_take_seconds=ceil(segments / sender.per_second) if sender.per_second else None,
        findings=[
            CampaignFinding.model_validate(it)
            for variant in plan.variants
            for it in findings(
                variant.key,
                variant.contents,
                plan.channel,
                has_code=plan.code_id is not None,
                named_in=sorted(sender.names),
            )
        ],
        messages_left=messages_left(session, org_id, month_of(now)),
        needs_approval=wanted.approval_above is not None and size > wanted.approval_above,
        approval_above=wanted.approval_above,
    )


def _by_channel(
    chosen: _Chosen, going: Counter[SentChannel], people: int
) -> dict[SentChannel, int]:
    """Return the number of people by channel: those counted on it, minus the share of people in the sample who get none
    after all.
    """
    if chosen.channels is None:
        return {it: going[it] for it in BEST_FIRST}
    share = going.total() / people if people else 1.0
    return {it: round(chosen.channels.get(it, 0) * share) for it in BEST_FIRST}


def _counts(counts: Counter[str], factor: float) -> list[ReasonCount]:
    return [
        ReasonCount(reason=name, people=round(count * factor))
        for name, count in counts.most_common()
    ]


def _countries(
    requests: Sequence[MessageRequest], people: Sequence[Receiver], sealer: Sealer
) -> dict[str, tuple[int, int]]:
    """Return the number of people and of text message segments, by country of the number."""
    receivers = {it.customer_id: it for it in people}
    found: dict[str, tuple[int, int]] = {}
    for request in requests:
        if request.channel != "sms":
            continue
        receiver = receivers[request.customer_id or ""]
        phone = sealer.unseal(receiver.sealing_key, receiver.phone_sealed)
        country = country_of_phone(phone.decode()) if phone is not None else ""
        number, segments = found.get(country, (0, 0))
        found[country] = (number + 1, segments + sms_size(request.text).segments)
    return found
