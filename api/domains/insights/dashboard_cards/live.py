"""The live view: the last 30 minutes of an organisation, read once a second for all its viewers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from fastapi import Depends, FastAPI, Request
from starlette.concurrency import run_in_threadpool

from api.domains.insights.analytics.state import AnalyticsState
from api.domains.insights.dashboard_cards.errors import TooManyLiveViews
from api.domains.insights.dashboard_cards.events import event_rows
from api.domains.insights.dashboard_cards.schemas import NewestEvents
from api.kit.app_state import AppState
from api.kit.clock import Clock
from api.kit.live import MAX_ENTRIES, SharedReads
from api.kit.process_state import ProcessState
from api.kit.stream_slots import StreamSlots
from warehouse.date_ranges import zone_of
from warehouse.queries.analytics import Analytics, tail_events
from warehouse.queries.language import DEFINITIONS, Filter
from warehouse.queries.newest import MINUTES, read_newest

MAX_VIEWS_PER_ORGANIZATION = 20
"""Maximum number of open live views of one organisation per web process."""
MAX_VIEWS_IN_TOTAL = 1_000
"""Maximum number of open live views of all organisations per web process."""


@dataclass(frozen=True)
class LiveQuery:
    """The query of a live view."""

    org_id: str
    time_zone: str
    filters: tuple[Filter, ...]
    """Filters by columns of the lake."""
    include_bots: bool


class LiveReader:
    """Reads live views. It reads the lake only if it has changed or a minute has passed."""

    def __init__(self, analytics: Analytics, clock: Clock) -> None:
        self._analytics = analytics
        self._clock = clock
        self._cache: dict[LiveQuery, tuple[tuple[int, int], bytes]] = {}

    def read(self, query: LiveQuery) -> bytes:
        """Return the last 30 minutes as JSON."""
        now = self._clock()
        tables = self._analytics.tables()
        version = tables.events.version
        version_and_minute = (version, int(now.timestamp()) // 60)
        cached = self._cache.get(query)
        if cached is not None and cached[0] == version_and_minute:
            return cached[1]
        newest, as_of = self._analytics.read(
            lambda cursor, tables: (
                read_newest(
                    cursor,
                    query.org_id,
                    query.filters,
                    tables,
                    now,
                    include_bots=query.include_bots,
                ),
                self._analytics.as_of(cursor, query.org_id, tables),
            )
        )
        zone = zone_of(query.time_zone)
        answer = NewestEvents(
            from_=newest.start.astimezone(zone),
            to=(newest.start + timedelta(minutes=MINUTES)).astimezone(zone),
            as_of=as_of and as_of.astimezone(zone),
            tail_events=tail_events(tables),
            definitions={name: DEFINITIONS[name] for name in ("scans", "people")},
            at=(newest.start + timedelta(minutes=MINUTES - 1)).astimezone(zone),
            timezone=zone.key,
            minutes=list(newest.minutes),
            people=newest.people,
            events=event_rows(newest.events, zone, {}),
        )
        if len(self._cache) >= MAX_ENTRIES:
            self._cache.clear()
        value = answer.model_dump_json(by_alias=True).encode()
        self._cache[query] = (version_and_minute, value)
        return value


@dataclass(frozen=True)
class LiveViewState(AppState):
    """Live views of a web process. Attached by `live_view_lifespan`."""

    live: SharedReads[LiveQuery]
    streams: StreamSlots


async def _state(request: Request) -> LiveViewState:
    return LiveViewState.of(request)


LiveViewStateDep = Annotated[LiveViewState, Depends(_state)]


@asynccontextmanager
async def live_view_lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Read live views for all viewers while the web process runs."""
    reader = LiveReader(AnalyticsState.of(app).analytics, ProcessState.of(app).clock)

    async def read(query: LiveQuery) -> bytes:
        return await run_in_threadpool(reader.read, query)

    LiveViewState(
        SharedReads(read),
        StreamSlots(MAX_VIEWS_PER_ORGANIZATION, MAX_VIEWS_IN_TOTAL, TooManyLiveViews),
    ).attach(app)
    yield
