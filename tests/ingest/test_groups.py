"""Landers that share the partitions of a real Kafka as a consumer group, joining and leaving."""

from threading import get_ident

import pytest

from ingest.landing.source import RecordSource
from runtime.kafka_access import kafka_access
from tests.support.events import Road
from tests.support.kafka import real_kafka
from tests.support.waiting import eventually

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.skipif(real_kafka() is None, reason="the embedded broker has no quick groups"),
]


def test_landers_that_join_and_leave_land_each_event_once(road: Road) -> None:
    road.relay()
    first = road.lander()
    scans = road.record_scans(200)
    road.wait_landed(200)

    second = road.lander()
    for start in range(200, 1000, 100):
        scans += road.record_scans(100, start=start)
        if start == 400:
            first.stop()
        if start == 600:
            road.lander()
        if start == 800:
            second.stop()
        road.wait_landed(start)
    road.wait_landed(1000)

    road.assert_exact(scans)


def test_lander_group_resumes_from_its_committed_offset_and_the_lake(road: Road) -> None:
    road.relay()
    lander = road.lander()
    scans = road.record_scans(100)
    road.wait_landed(100)
    lander.stop()

    scans += road.record_scans(100, start=100)
    road.lander()
    road.wait_landed(200)

    road.assert_exact(scans)


def test_assignment_change_is_applied_by_the_polling_thread(road: Road) -> None:
    """The client reports it on its I/O thread, which must stay available for heartbeats."""
    road.relay()
    road.record_scans(10)
    applied_by: list[int] = []
    source = RecordSource(
        kafka_access(road.settings),
        shared=True,
        on_assigned=lambda _: applied_by.append(get_ident()),
        on_revoked=lambda _: None,
        topic=road.topic,
        group=road.group,
    )
    try:
        eventually(source.is_ready)

        def assigned() -> bool:
            list(source.poll(0.2, max_records=10))
            return bool(applied_by)

        eventually(assigned)
    finally:
        source.close()

    assert set(applied_by) == {get_ident()}
