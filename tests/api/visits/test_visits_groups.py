"""Group commits: who waits for what, and what happens when one fails."""

import asyncio
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import uuid4

import psycopg
import pytest

from api.domains.visits.visits.group_commit import GroupWriter, NotRecorded, TooManyWaiting
from ingest.contracts.envelope import Event, Verdicts
from ingest.contracts.scan import ScanData, ScanRecorded

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def make_scan(code_id: str = "aaaaaaaaaa") -> ScanRecorded:
    now = datetime.now(UTC)
    return ScanRecorded(
        event_id=uuid4(),
        org_id="org_a",
        code_id=code_id,
        occurred_at=now,
        received_at=now,
        verdicts=Verdicts(version=1),
        data=ScanData(outcome="redirect"),
    )


class Storage:
    """The destination of groups: stores them, refuses code `poison`, fails or waits when the test requests it."""

    def __init__(self, seconds: float = 0) -> None:
        self.groups: list[list[Event]] = []
        self.seconds = seconds
        self.is_broken = False

    async def write(self, events: Sequence[Event]) -> None:
        await asyncio.sleep(self.seconds)
        if self.is_broken:
            raise psycopg.OperationalError("gone")
        if any(event.code_id == "poison" for event in events):
            raise psycopg.DataError("will not have it")
        self.groups.append(list(events))

    @property
    def events(self) -> list[Event]:
        return [event for group in self.groups for event in group]


async def test_200_concurrent_scans_share_at_most_3_writes() -> None:
    storage = Storage(seconds=0.002)
    writer = GroupWriter(storage.write, time.monotonic)
    scans = [make_scan() for _ in range(200)]

    await asyncio.gather(*(writer.add([scan]) for scan in scans))

    assert storage.events == scans
    assert len(storage.groups) <= 3


async def test_no_caller_is_answered_before_the_write_completes() -> None:
    storage = Storage(seconds=0.05)
    writer = GroupWriter(storage.write, time.monotonic)

    adding = asyncio.create_task(writer.add([make_scan()]))
    await asyncio.sleep(0.02)
    was_done_early = adding.done()
    await adding

    assert not was_done_early
    assert len(storage.events) == 1


async def test_slow_write_does_not_delay_later_callers() -> None:
    storage, slow = Storage(), make_scan()
    has_begun, may_go_on = asyncio.Event(), asyncio.Event()

    async def write(events: Sequence[Event]) -> None:
        if slow in events:
            has_begun.set()
            await may_go_on.wait()
        await storage.write(events)

    writer = GroupWriter(write, time.monotonic)
    first = asyncio.create_task(writer.add([slow]))
    await has_begun.wait()

    await asyncio.wait_for(writer.add([make_scan()]), 30)

    assert not first.done()
    may_go_on.set()
    await first


async def test_failed_group_write_fails_every_caller_in_it() -> None:
    storage = Storage()
    storage.is_broken = True
    writer = GroupWriter(storage.write, time.monotonic)

    outcomes = await asyncio.gather(
        *(writer.add([make_scan()]) for _ in range(20)), return_exceptions=True
    )

    assert all(isinstance(outcome, NotRecorded) for outcome in outcomes)
    storage.is_broken = False
    await writer.add([make_scan()])
    assert len(storage.events) == 1


async def test_refused_event_fails_only_its_own_visitor() -> None:
    storage = Storage()
    writer = GroupWriter(storage.write, time.monotonic)
    scans = [make_scan(), make_scan("poison"), make_scan()]

    outcomes = await asyncio.gather(*(writer.add([scan]) for scan in scans), return_exceptions=True)

    assert [type(outcome) for outcome in outcomes] == [type(None), NotRecorded, type(None)]
    assert storage.events == [scans[0], scans[2]]


async def test_callers_beyond_the_queue_limit_are_refused_at_once() -> None:
    storage = Storage(seconds=0.05)
    writer = GroupWriter(storage.write, time.monotonic, max_waiting=10)

    outcomes = await asyncio.gather(
        *(writer.add([make_scan()]) for _ in range(12)), return_exceptions=True
    )

    assert [type(outcome) for outcome in outcomes].count(TooManyWaiting) == 2
    assert len(storage.events) == 10


async def test_closing_writes_events_that_still_wait() -> None:
    storage = Storage(seconds=0.02)
    writer = GroupWriter(storage.write, time.monotonic)
    adding = [asyncio.create_task(writer.add([make_scan()])) for _ in range(5)]
    await asyncio.sleep(0)

    await writer.close()

    await asyncio.gather(*adding)
    assert len(storage.events) == 5


async def test_cancelled_visitor_does_not_cancel_others_in_the_group() -> None:
    storage = Storage(seconds=0.05)
    writer = GroupWriter(storage.write, time.monotonic)
    leaving = asyncio.create_task(writer.add([make_scan()]))
    staying = asyncio.create_task(writer.add([make_scan()]))
    await asyncio.sleep(0.01)

    leaving.cancel()
    await staying

    with pytest.raises(asyncio.CancelledError):
        await leaving
    assert len(storage.events) == 2
