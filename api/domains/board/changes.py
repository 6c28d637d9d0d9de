"""What changed against the period before, and what explains it."""

from dataclasses import replace
from datetime import datetime, timedelta

from api.auth.member import Member
from api.domains.analytics.schemas import AskAnalytics
from api.domains.analytics.service import AnalyticsService, refusals
from api.domains.board.schemas import CauseRead, ChangeExplained, ExplainChange
from warehouse.date_ranges import Granularity
from warehouse.queries.analytics import Analytics
from warehouse.queries.changes import (
    RULE,
    SPLIT_BY,
    SPREADS,
    WEEKS,
    Change,
    edges_of,
    explain,
    sums_of,
    weeks_before,
)
from warehouse.queries.language import DEFINITIONS, Question

MOST_VALUES = 10_000
LONGEST = timedelta(days=400)
HISTORY = timedelta(weeks=WEEKS, days=1)
"""How long before the period before is looked at for what is usual."""


def explain_change(
    me: Member,
    wanted: ExplainChange,
    analytics: AnalyticsService,
    now: datetime,
) -> ChangeExplained:
    """The move of a metric and its causes; no causes where the move is ordinary or can't be judged."""
    split = AskAnalytics.model_validate(
        {
            **wanted.model_dump(exclude={"metric", "group_by", "from_"}),
            "from": wanted.from_,
            "group_by": [one.value for one in SPLIT_BY],
        }
    )
    as_of, tail_events = analytics.mark()
    with refusals():
        question = analytics.question(me, split, and_before=HISTORY)
        change = _change(analytics.warehouse, question, wanted.metric, now)
    zone = question.zone
    before = question.previous
    keys = [cause.key for cause in change.causes if cause.dimension == "code"] if change else []
    names = analytics.names_of_codes(me, keys, wanted, question.current)
    return ChangeExplained(
        from_=question.current.start.astimezone(zone),
        to=question.current.end.astimezone(zone),
        previous_from=before and before.start.astimezone(zone),
        previous_to=before and before.end.astimezone(zone),
        timezone=zone.key,
        as_of=as_of and as_of.astimezone(zone),
        tail_events=tail_events,
        definitions={wanted.metric: DEFINITIONS[wanted.metric]},
        dimensions_as_of=wanted.dimensions_as_of,
        metric=wanted.metric,
        now=change.now if change else 0,
        before=change.before if change else 0,
        usual=round(change.usual) if change else 0,
        noise=round(SPREADS * change.noise) if change else 0,
        weeks=change.weeks if change else 0,
        is_ordinary=change.is_ordinary if change else True,
        causes=[
            CauseRead(
                dimension=cause.dimension,
                key=cause.key,
                label=names.get(cause.key) if cause.dimension == "code" else None,
                now=cause.now,
                before=cause.before,
                share=cause.share,
            )
            for cause in change.causes
        ]
        if change
        else [],
        rule=RULE,
    )


def _change(warehouse: Analytics, question: Question, metric: str, now: datetime) -> Change | None:
    current, previous = question.current, question.previous
    if previous is None or current.length > LONGEST or previous.start >= previous.end:
        return None
    after, before = (
        warehouse.ask(
            replace(
                question,
                current=span,
                previous=None,
                granularity=Granularity.DAY,
                edges=(span.start,),
                breakdown_limit=MOST_VALUES,
            )
        )
        for span in (current, previous)
    )
    pairs = weeks_before(current, previous, now, question.zone)
    edges = edges_of(pairs)
    history = warehouse.ask(
        replace(
            question,
            current=replace(current, start=edges[0], end=edges[-1]),
            previous=None,
            granularity=Granularity.HOUR,
            edges=tuple(edges[:-1]),
            group_by=(),
        )
    )
    points = {point.at: getattr(point.metrics, metric) for point in history.series}
    days = current.length / timedelta(days=1)
    return explain(metric, after, before, sums_of(pairs, points), days=days)
