"""Explains the change of a metric against the comparison period."""

from datetime import datetime

from api.auth.member import Member
from api.domains.insights.analytics.definitions import definitions_for
from api.domains.insights.analytics.schemas import AskAnalytics
from api.domains.insights.analytics.service import AnalyticsService, refusals
from api.domains.insights.dashboard_cards.schemas import CauseRead, ChangeExplained, ExplainChange
from warehouse.queries.changes import HISTORY, RULE, SPLIT_BY, SPREADS, explain_move


def explain_change(
    me: Member,
    body: ExplainChange,
    analytics: AnalyticsService,
    now: datetime,
) -> ChangeExplained:
    """Return the change of a metric and its causes, of which there are none if the change is ordinary or there is too
    little data.
    """
    split = AskAnalytics.model_validate(
        {
            **body.model_dump(exclude={"metric", "group_by", "from_"}),
            "from": body.from_,
            "group_by": [one.value for one in SPLIT_BY],
        }
    )
    as_of, tail_events = analytics.data_position(me.org_id)
    with refusals():
        question = analytics.question(me, split, lookback=HISTORY)
        change = explain_move(analytics.warehouse, question, body.metric, now)
    zone = question.zone
    before = question.previous
    keys = [cause.key for cause in change.causes if cause.dimension == "code"] if change else []
    names = analytics.names_of_codes(me, keys, body, question.current)
    return ChangeExplained(
        from_=question.current.start.astimezone(zone),
        to=question.current.end.astimezone(zone),
        previous_from=before and before.start.astimezone(zone),
        previous_to=before and before.end.astimezone(zone),
        timezone=zone.key,
        as_of=as_of and as_of.astimezone(zone),
        tail_events=tail_events,
        definitions={body.metric: definitions_for(me.visitor_consent)[body.metric]},
        dimensions_as_of=body.dimensions_as_of,
        metric=body.metric,
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
