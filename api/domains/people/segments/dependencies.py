"""Dependencies and the lifespan of segments."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Depends, FastAPI, Request
from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.auth.member import Member, ViewerDep
from api.db.offload import released_for
from api.db.session import SessionDep
from api.domains.people.customers.dependencies import profiles_of
from api.domains.people.customers.sealing import Sealer
from api.domains.people.segments.counting import Counter
from api.domains.people.segments.lists import ListService
from api.domains.people.segments.member_repository import MemberRepository
from api.domains.people.segments.recording import ChangeRecorder
from api.domains.people.segments.repository import SegmentRepository
from api.domains.people.segments.rules import Placed
from api.domains.people.segments.service import SegmentService
from api.jobs.queue import Jobs
from api.kit.app_state import AppState
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import ProcessState, SettingsDep
from runtime.settings import Settings
from warehouse.date_ranges import zone_of
from warehouse.lake import Lake
from warehouse.segments.engine import CustomerBehaviour

COUNT = "segments.count"
"""The kind of job that counts a segment."""


@dataclass(frozen=True)
class SegmentsState(AppState):
    """Attached by the lifespan of segments."""

    behaviour: CustomerBehaviour


@asynccontextmanager
async def segments_lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Provide a DuckDB for behaviour, which is opened with the first question."""
    behaviour = CustomerBehaviour(Lake.from_settings(ProcessState.of(app).settings))
    SegmentsState(behaviour).attach(app)
    yield
    behaviour.close()


async def _behaviour(request: Request) -> CustomerBehaviour:
    return SegmentsState.of(request).behaviour


def counter_of(
    session: Session, behaviour: CustomerBehaviour, org_id: str, zone: ZoneInfo, now: datetime
) -> Counter:
    """Return a counter for the rules of segments, through a session in the organisation."""
    return Counter(
        SegmentRepository(session), MemberRepository(session), behaviour, org_id, zone, now
    )


def codes_at(session: Session, org_id: str, places: Placed) -> frozenset[str] | None:
    """Return the codes at these places now, or None if neither codes, placements nor folders are named."""
    return SegmentRepository(session).codes_at(org_id, places)


def segments_of(
    session: Session,
    settings: Settings,
    me: Member,
    behaviour: CustomerBehaviour,
    now: datetime,
    *,
    released: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> SegmentService:
    """Return the segment service for a session in the member's organisation. `released` returns a context in which no
    database connection is occupied.
    """

    def count_soon(segment_id: str) -> None:
        args = {"segment_id": segment_id}
        Jobs(session, now).enqueue(me.org_id, COUNT, args, created_by=me.caller_id)

    segments, members = SegmentRepository(session), MemberRepository(session)
    zone = zone_of(me.time_zone)
    counter = Counter(segments, members, behaviour, me.org_id, zone, now, released)
    profiles = profiles_of(session, settings, now)
    return SegmentService(segments, profiles, counter, count_soon, new_id)


def _service(
    session: SessionDep,
    settings: SettingsDep,
    me: ViewerDep,
    behaviour: Annotated[CustomerBehaviour, Depends(_behaviour)],
    now: NowDep,
    request: Request,
) -> SegmentService:
    return segments_of(
        *(session, settings, me, behaviour, now), released=lambda: released_for(request, session)
    )


SegmentServiceDep = Annotated[SegmentService, Depends(_service)]


def _lists(settings: SettingsDep, session: SessionDep, now: NowDep) -> ListService:
    recorder = ChangeRecorder(SegmentRepository(session), MemberRepository(session), now, uuid7)
    return ListService(recorder, Sealer.of(settings))


ListServiceDep = Annotated[ListService, Depends(_lists)]
