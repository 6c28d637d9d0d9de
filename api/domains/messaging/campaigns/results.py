"""Reads what people did after a campaign, from the warehouse."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Literal, get_args

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.messaging.campaigns.audience_repository import AudienceRepository
from api.domains.messaging.campaigns.errors import ResultsNotReady
from api.domains.messaging.campaigns.experiments import Result, chance_of_luck, proportion
from api.domains.messaging.campaigns.models import Campaign
from api.domains.messaging.campaigns.report_schemas import (
    CampaignEffect,
    CampaignHour,
    CampaignResultsRead,
    CampaignRevenue,
    VersionGoal,
    VersionResultRead,
)
from api.domains.messaging.campaigns.repository import CampaignRepository
from api.domains.messaging.campaigns.schemas import CampaignPlan
from runtime.settings import Settings
from warehouse.conversions.engine import (
    CampaignResults,
    Conversions,
    HoldoutResult,
    ResultsQuestion,
)
from warehouse.damage import LakeUnreadableError
from warehouse.date_ranges import zone_of
from warehouse.lake import Lake
from warehouse.queries.tail import TooFarBehindError

COUNTED_FOR = timedelta(days=90)
"""A campaign's results are updated for this long after its start."""


@contextmanager
def conversions_of(settings: Settings) -> Iterator[Conversions]:
    """Provide the warehouse's queries about campaigns, for one query of a job."""
    conversions = Conversions(Lake.from_settings(settings))
    try:
        yield conversions
    finally:
        conversions.close()


def read_results(
    session: Session, conversions: Conversions, row: Campaign, now: datetime
) -> CampaignResults:
    """Return the results of a campaign that was started.

    Raises:
        ResultsNotReady: the warehouse cannot currently be read.
    """
    since = row.started_at or now
    return ask(
        session,
        conversions,
        row.org_id,
        ("campaign", row.campaign_id),
        (since, min(now, since + COUNTED_FOR)),
        {},
    )


def ask(
    session: Session,
    conversions: Conversions,
    org_id: str,
    of: tuple[Literal["campaign", "automation"], str],
    span: tuple[datetime, datetime],
    windows: Mapping[str, int],
) -> CampaignResults:
    """Return the results of a campaign or automation. `windows` contains attribution windows in hours by ID, in
    addition to those of campaigns.

    Raises:
        ResultsNotReady: the warehouse cannot currently be read.
    """
    question = ResultsQuestion(
        org_id,
        zone_of(organization_of(session, org_id).time_zone),
        of[1],
        *span,
        CampaignRepository(session).windows(org_id) | dict(windows),
        AudienceRepository(session).merged(org_id),
        source=of[0],
    )
    try:
        return conversions.ask(question)
    except (LakeUnreadableError, TooFarBehindError) as error:
        raise ResultsNotReady from error


def results_by(plan: CampaignPlan, found: CampaignResults) -> list[Result]:
    """Return the results of the versions by the goal of their experiment. Revenue counts in the currency of most
    orders.
    """
    sent: Counter[str] = Counter()
    reached: Counter[str] = Counter()
    for it in found.versions:
        sent[it.variant] += it.sent
        reached[it.variant] += it.clicked if plan.experiment.winner_by == "clicks" else it.visited
    if plan.experiment.winner_by != "revenue":
        return [proportion(it.key, sent[it.key], reached[it.key]) for it in plan.variants]
    orders: Counter[str] = Counter()
    for one in found.revenue:
        orders[one.currency] += one.orders
    currency = max(sorted(orders), key=orders.__getitem__, default="")
    total: Counter[str] = Counter()
    squares: dict[str, float] = {}
    for one in found.revenue:
        if one.currency == currency:
            total[one.variant] += one.revenue_cents
            squares[one.variant] = squares.get(one.variant, 0.0) + one.squares
    return [
        Result(it.key, sent[it.key], total[it.key], squares.get(it.key, 0.0))
        for it in plan.variants
    ]


def results(plan: CampaignPlan, found: CampaignResults) -> CampaignResultsRead:
    """Return the results of a campaign as an API response."""
    by_goal = results_by(plan, found)
    goals = []
    for it in by_goal:
        others = sorted((o for o in by_goal if o.key != it.key), key=lambda o: o.rate)
        goals.append(
            VersionGoal(
                key=it.key,
                messages=it.sent,
                rate=it.rate,
                chance=chance_of_luck(it, others[-1]) if others else None,
            )
        )
    return CampaignResultsRead(
        as_of=found.as_of,
        window_hours=plan.window_hours,
        goal=plan.experiment.winner_by,
        versions=[VersionResultRead.model_validate(it) for it in found.versions],
        goals=goals,
        hours=[CampaignHour.model_validate(it) for it in found.hours],
        revenue=[CampaignRevenue.model_validate(it) for it in found.revenue],
        effect=list(_effect(found.holdout)),
    )


def _effect(sides: Sequence[HoldoutResult]) -> Iterator[CampaignEffect]:
    """Yield the effect on people who got it, compared with the holdout. Empty if one of the two groups is missing."""
    got = next((it for it in sides if not it.is_held_out), None)
    held = next((it for it in sides if it.is_held_out), None)
    if got is None or held is None:
        return
    for act in get_args(CampaignEffect.model_fields["act"].annotation):
        did, did_held_out = getattr(got, act), getattr(held, act)
        yield CampaignEffect(
            act=act,
            people=got.people,
            did=did,
            held_out=held.people,
            did_held_out=did_held_out,
            chance=chance_of_luck(
                proportion("got", got.people, did), proportion("held", held.people, did_held_out)
            ),
        )
