"""While the disk is low, relay and lander write nothing; once there is space, they continue automatically."""

import pytest

from runtime.disk_space import disk_space
from tests.support.events import Road
from tests.support.waiting import eventually

pytestmark = pytest.mark.kafka


def test_relay_and_lander_wait_for_disk_space_and_then_resume(road: Road) -> None:
    space = disk_space(road.settings)
    free = space.free
    relay, lander = road.relay(), road.lander()
    scans = road.record_scans(5)
    road.wait_landed(5)

    space.free = lambda _: 0
    for one in (relay, lander):
        eventually(lambda one=one: not one.process.health().well)
    scans += road.record_scans(5, start=5)
    waiting = road.query("select pos from relay_cursor"), road.lake().num_rows
    space.free = free
    road.wait_landed(10)

    assert waiting == ([(5,)], 5)
    road.assert_exact(scans)
    assert relay.process.health().well
