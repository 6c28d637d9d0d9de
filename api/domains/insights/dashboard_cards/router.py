"""API routes of dashboard cards."""

from typing import Annotated

from fastapi import Query
from fastapi.responses import StreamingResponse

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.insights.analytics.schemas import AskAnalytics
from api.domains.insights.dashboard_cards.dependencies import DashboardServiceDep
from api.domains.insights.dashboard_cards.live import LiveQuery, LiveViewStateDep
from api.domains.insights.dashboard_cards.schemas import (
    ChangeExplained,
    EventPage,
    ExplainChange,
    GetEvents,
    NewestEvents,
    PlacedCodes,
)
from api.kit import live
from api.kit.stream_slots import LimitedStream

router = ApiRouter(tags=["dashboard"])

LIVE_SECONDS = 300
"""Short, so that a removed member cannot watch a live view for long."""


@router.post("/v1/get-placements")
def get_placements(body: AskAnalytics, me: ViewerDep, cards: DashboardServiceDep) -> PlacedCodes:
    """List codes with coordinates, and their numbers in a range."""
    return cards.places(me, body)


@router.post("/v1/get-events")
def get_events(body: GetEvents, me: ViewerDep, cards: DashboardServiceDep) -> EventPage:
    """List the raw events behind a number, newest first. Visitors are identified only by short names."""
    return cards.events(me, body)


@router.post("/v1/explain-change")
def explain_change(
    body: ExplainChange, me: ViewerDep, cards: DashboardServiceDep
) -> ChangeExplained:
    """Find the codes, placements or times that explain a change from the comparison period, by a stated rule."""
    return cards.changes(me, body)


@router.get(
    "/v1/analytics-live",
    response_class=StreamingResponse,
    responses={200: {"model": NewestEvents, "content": {live.MEDIA_TYPE: {}}}},
)
def analytics_live(
    state: LiveViewStateDep,
    me: ViewerDep,
    cards: DashboardServiceDep,
    filters: Annotated[
        str, Query(max_length=8_000, description="The filters of `get-analytics`, as JSON")
    ] = "{}",
    include_bots: bool = False,
    seconds: Annotated[int, Query(ge=0, le=LIVE_SECONDS)] = LIVE_SECONDS,
) -> StreamingResponse:
    """Stream the live view as server-sent events: the last 30 minutes by minute and the newest events, sent immediately
    and within a second of each change, with a comment line at least every 15 seconds. The stream ends after five
    minutes; reconnect then.
    """
    chosen = cards.live_filters(me, filters)
    query = LiveQuery(me.org_id, me.time_zone, chosen, include_bots)
    leave = state.streams.acquire(me.org_id, seconds)
    return LimitedStream(live.changes(state.live, query, seconds), leave)
