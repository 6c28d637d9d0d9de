"""From the outbox to the lake: order, exactness, restarts. Runs on the embedded broker and on Kafka."""

import time

import psycopg
import pytest

from tests.support.events import Road, insert_in, make_scan
from tests.support.waiting import eventually

pytestmark = pytest.mark.kafka


def test_events_land_once_and_in_order(road: Road) -> None:
    scans = road.record_scans(500)
    road.relay()
    road.lander()

    road.wait_landed(500)

    road.assert_exact(scans)
    assert road.landed() == [str(scan.event_id) for scan in scans]


def test_continuous_events_share_commits(road: Road) -> None:
    road.relay()
    road.lander(spacing=1.5)
    scans = road.record_scans(1)
    road.wait_landed(1)

    before = road.events.version()
    for start in range(1, 11):
        scans += road.record_scans(1, start=start)
        time.sleep(0.1)
    road.wait_landed(11)

    assert road.events.version() - before <= 2
    road.assert_exact(scans)


def test_slow_transaction_delays_later_events_and_none_is_lost(road: Road) -> None:
    road.relay()
    road.lander()
    early, late = make_scan(1), make_scan(2)

    with psycopg.connect(road.settings.database_url_as("waypost_visitor")) as slow:
        insert_in(slow, [early])
        road.record(late)
        first = road.record_scans(0)
        eventually(
            lambda: road.query("select 1 from relay_cursor where topic_id is not null") != []
        )
        assert first == []
        assert road.query("select pos from relay_cursor") == [(0,)]
        slow.commit()
    road.wait_landed(2)

    assert road.landed() == [str(early.event_id), str(late.event_id)]


def test_rolled_back_event_is_never_published(road: Road) -> None:
    road.relay()
    road.lander()

    with psycopg.connect(road.settings.database_url_as("waypost_visitor")) as undone:
        insert_in(undone, [make_scan(1)])
        undone.rollback()
    kept = road.record_scans(3)
    road.wait_landed(3)

    road.assert_exact(kept)


def test_second_relay_takes_over_when_the_first_stops(road: Road) -> None:
    first = road.relay()
    scans = road.record_scans(50)
    road.wait_published(50)
    road.relay()

    first.stop()
    scans += road.record_scans(50, start=50)
    road.lander()
    road.wait_landed(100)

    road.assert_exact(scans)


def test_relay_that_lost_its_cursor_update_sends_the_same_positions(road: Road) -> None:
    scans = road.record_scans(100)
    relay = road.relay()
    road.wait_published(100)
    relay.stop()
    with psycopg.connect(road.settings.database_url) as owner:
        owner.execute(
            "update relay_cursor set pos = 0, xid = '0', seq = 0, highs = '{}', topic_id = topic_id"
        )
        owner.execute("delete from relay_checkpoints where pos > 0")

    road.relay()
    road.wait_published(100)
    scans += road.record_scans(10, start=100)
    road.lander()
    road.wait_landed(110)

    road.assert_exact(scans)


def test_lander_resumes_where_the_lake_ends(road: Road) -> None:
    road.relay()
    scans = []
    for start in range(0, 300, 100):
        lander = road.lander()
        scans += road.record_scans(100, start=start)
        road.wait_landed(start + 100)
        lander.stop()

    road.assert_exact(scans)


def test_two_landers_land_each_event_once(road: Road) -> None:
    road.relay()
    road.lander()
    road.lander()

    scans = []
    for start in range(0, 600, 100):
        scans += road.record_scans(100, start=start)
    road.wait_landed(600)

    road.assert_exact(scans)
