"""Calls of the dashboard's parts."""

from typing import Annotated

from fastapi import Query
from fastapi.responses import StreamingResponse

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.insights.analytics.schemas import AskAnalytics
from api.domains.insights.dashboard_cards.dependencies import BoardServiceDep
from api.domains.insights.dashboard_cards.live import BoardStateDep, Watched
from api.domains.insights.dashboard_cards.schemas import (
    ChangeExplained,
    EventPage,
    ExplainChange,
    GetEvents,
    NewestEvents,
    PlacedCodes,
)
from api.kit import live
from api.kit.seats import SeatedStream

router = ApiRouter(tags=["board"])

LIVE_SECONDS = 300
"""Shorter than a login lasts: who was taken out of an organisation does not watch it for long."""


@router.post("/v1/get-placements")
def get_placements(body: AskAnalytics, me: ViewerDep, board: BoardServiceDep) -> PlacedCodes:
    """Codes whose properties have a latitude and a longitude, with their numbers in a range."""
    return board.places(me, body)


@router.post("/v1/get-events")
def get_events(body: GetEvents, me: ViewerDep, board: BoardServiceDep) -> EventPage:
    """The raw events behind a number, newest first, page by page. Visitors have short names only."""
    return board.events(me, body)


@router.post("/v1/explain-change")
def explain_change(body: ExplainChange, me: ViewerDep, board: BoardServiceDep) -> ChangeExplained:
    """Which code, place or time explains a move against the period before, by a stated rule."""
    return board.changes(me, body)


@router.get(
    "/v1/analytics-live",
    response_class=StreamingResponse,
    responses={200: {"model": NewestEvents, "content": {live.MEDIA_TYPE: {}}}},
)
def analytics_live(
    state: BoardStateDep,
    me: ViewerDep,
    board: BoardServiceDep,
    filters: Annotated[
        str, Query(max_length=8_000, description="Those of `get-analytics`, as JSON")
    ] = "{}",
    include_bots: bool = False,
    seconds: Annotated[int, Query(ge=0, le=LIVE_SECONDS)] = LIVE_SECONDS,
) -> StreamingResponse:
    """Server-sent events: the last half hour by minute and the newest events, now and within a second of
    whenever they change, with a line every fifteen seconds at least. Ends after five minutes; come again.
    """
    chosen = board.live_filters(me, filters)
    watched = Watched(me.org_id, me.time_zone, chosen, include_bots)
    leave = state.streams.take(me.org_id, seconds)
    return SeatedStream(live.changes(state.live, watched, seconds), leave)
