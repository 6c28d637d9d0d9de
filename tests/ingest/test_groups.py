"""Landers that share the partitions of a real Kafka as a consumer group, joining and leaving."""

import pytest

from tests.support.events import Road
from tests.support.kafka import real_kafka

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


def test_group_goes_on_from_its_hint_and_the_lake(road: Road) -> None:
    road.relay()
    lander = road.lander()
    scans = road.record_scans(100)
    road.wait_landed(100)
    lander.stop()

    scans += road.record_scans(100, start=100)
    road.lander()
    road.wait_landed(200)

    road.assert_exact(scans)
