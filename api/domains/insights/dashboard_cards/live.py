"""The live view: the newest half hour of an organisation, read once a second for all who watch it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from fastapi import Depends, FastAPI, Request
from starlette.concurrency import run_in_threadpool

from api.domains.insights.analytics.state import AnalyticsState
from api.domains.insights.dashboard_cards.errors import TooManyWatch
from api.domains.insights.dashboard_cards.events import spelled
from api.domains.insights.dashboard_cards.schemas import NewestEvents
from api.kit.app_state import AppState
from api.kit.clock import Clock
from api.kit.live import MAX_KEPT, SharedReads
from api.kit.process_state import ProcessState
from api.kit.seats import Seats
from warehouse.date_ranges import zone_of
from warehouse.queries.analytics import Analytics, tail_events
from warehouse.queries.language import DEFINITIONS, Filter
from warehouse.queries.newest import MINUTES, read_newest

MOST_WATCHERS = 20
"""Live views of one organisation in one web process."""
MOST_IN_ALL = 1_000
"""Live views of all organisations in one web process."""


@dataclass(frozen=True)
class Watched:
    """What somebody watches."""

    org_id: str
    time_zone: str
    filters: tuple[Filter, ...]
    """By columns of the lake."""
    include_bots: bool


class LiveReader:
    """Reads what is watched, and the lake only when it has changed or a minute has passed."""

    def __init__(self, analytics: Analytics, clock: Clock) -> None:
        self._analytics = analytics
        self._clock = clock
        self._known: dict[Watched, tuple[tuple[int, int], bytes]] = {}

    def read(self, watched: Watched) -> bytes:
        """The newest half hour as JSON."""
        now = self._clock()
        tables = self._analytics.tables()
        version = tables.events.version
        mark = (version, int(now.timestamp()) // 60)
        known = self._known.get(watched)
        if known is not None and known[0] == mark:
            return known[1]
        newest = self._analytics.read(
            lambda cursor, tables: read_newest(
                cursor,
                watched.org_id,
                watched.filters,
                tables,
                now,
                include_bots=watched.include_bots,
            )
        )
        zone = zone_of(watched.time_zone)
        as_of = self._analytics.as_of(tables)
        said = NewestEvents(
            from_=newest.start.astimezone(zone),
            to=(newest.start + timedelta(minutes=MINUTES)).astimezone(zone),
            as_of=as_of and as_of.astimezone(zone),
            tail_events=tail_events(tables),
            definitions={name: DEFINITIONS[name] for name in ("scans", "people")},
            at=(newest.start + timedelta(minutes=MINUTES - 1)).astimezone(zone),
            timezone=zone.key,
            minutes=list(newest.minutes),
            people=newest.people,
            events=spelled(newest.events, zone, {}),
        )
        if len(self._known) >= MAX_KEPT:
            self._known.clear()
        value = said.model_dump_json(by_alias=True).encode()
        self._known[watched] = (mark, value)
        return value


@dataclass(frozen=True)
class BoardState(AppState):
    """What a web process holds of live views. Attached by `live_board`."""

    live: SharedReads[Watched]
    streams: Seats


async def _state(request: Request) -> BoardState:
    return BoardState.of(request)


BoardStateDep = Annotated[BoardState, Depends(_state)]


@asynccontextmanager
async def live_board(app: FastAPI) -> AsyncIterator[None]:
    """Read the live view for all who watch it, beside a running web process."""
    reader = LiveReader(AnalyticsState.of(app).analytics, ProcessState.of(app).clock)

    async def read(watched: Watched) -> bytes:
        return await run_in_threadpool(reader.read, watched)

    BoardState(SharedReads(read), Seats(MOST_WATCHERS, MOST_IN_ALL, TooManyWatch)).attach(app)
    yield
