"""A broker that dies, returns empty or loses records: the lake is exact in the end."""

import time

import psycopg
import pytest

from ingest.contracts.codec import encode
from ingest.contracts.topics import EVENTS_TOPIC, partition_of
from ingest.outbox.publisher import Outgoing, Publisher
from runtime.embedded.kafka import EmbeddedKafka
from runtime.kafka_access import kafka_access
from tests.support.events import Road, make_scan

pytestmark = pytest.mark.slow


def test_events_are_published_again_to_a_broker_that_restarts_empty(
    dark_road: Road, broker: EmbeddedKafka
) -> None:
    dark_road.relay()
    scans = dark_road.record_scans(200)
    dark_road.wait_published(200)

    broker.kill()
    broker.start()
    scans += dark_road.record_scans(100, start=200)
    dark_road.lander()
    dark_road.wait_landed(300)

    dark_road.assert_exact(scans)


def test_broker_emptied_while_relay_and_lander_run_loses_no_event(
    dark_road: Road, broker: EmbeddedKafka
) -> None:
    dark_road.relay()
    dark_road.lander()
    scans = []
    for start in range(0, 400, 100):
        scans += dark_road.record_scans(100, start=start)
        dark_road.wait_published(start + 50)
        broker.kill()
        broker.start()
    dark_road.wait_landed(400)

    dark_road.assert_exact(scans)


def test_broker_emptied_while_relay_and_lander_are_stopped_loses_no_event(
    dark_road: Road, broker: EmbeddedKafka
) -> None:
    relay, lander = dark_road.relay(), dark_road.lander()
    scans = dark_road.record_scans(100)
    dark_road.wait_landed(100)
    lander.stop()
    scans += dark_road.record_scans(100, start=100)
    dark_road.wait_published(200)
    relay.stop()

    broker.kill()
    broker.start()
    dark_road.lander()
    dark_road.relay()
    dark_road.wait_landed(200)

    dark_road.assert_exact(scans)


def test_lander_requests_published_events_that_the_broker_lost(dark_road: Road) -> None:
    """Records that the broker lost silently, although the relay has recorded them as published."""
    relay = dark_road.relay()
    scans = dark_road.record_scans(60)
    dark_road.wait_published(60)
    relay.stop()
    skipped = dark_road.record_scans(40, start=60)
    with psycopg.connect(dark_road.settings.database_url) as owner:
        highs: dict[int, int] = {}
        for pos, scan in enumerate([*scans, *skipped], 1):
            highs[partition_of(scan.key, 4)] = pos
        (last,) = owner.execute(
            "select outbox.xid::text, outbox.seq from outbox"
            " order by outbox.xid desc, outbox.seq desc limit 1"
        ).fetchall()
        owner.execute(
            "update relay_cursor set pos = 100, xid = %s::xid8, seq = %s, highs = %s",
            [*last, psycopg.types.json.Jsonb({str(n): pos for n, pos in highs.items()})],
        )
    later = dark_road.record_scans(20, start=100)
    dark_road.relay()
    dark_road.lander()

    dark_road.wait_landed(120)

    dark_road.assert_exact([*scans, *skipped, *later])


def test_late_copies_in_any_order_change_nothing(dark_road: Road) -> None:
    """Records sent by a relay that does not know that it is no longer the leader."""
    dark_road.relay()
    dark_road.lander()
    scans = dark_road.record_scans(30)
    dark_road.wait_landed(30)
    copies = []
    highs: dict[int, int] = {}
    for pos, scan in enumerate(scans, 1):
        partition = partition_of(scan.key, 4)
        copies.append(Outgoing(partition, scan.key, encode(scan), pos, highs.get(partition, 0)))
        highs[partition] = pos

    with Publisher(kafka_access(dark_road.settings), 4, EVENTS_TOPIC) as zombie:
        zombie.send(copies[::-1])
        zombie.send(copies)
    scans += dark_road.record_scans(10, start=30)
    dark_road.wait_landed(40)

    dark_road.assert_exact(scans)


def test_single_event_lands_without_waiting_for_others(dark_road: Road) -> None:
    dark_road.relay()
    dark_road.lander()
    dark_road.record(make_scan(0))
    dark_road.wait_landed(1)

    began = time.monotonic()
    dark_road.record(make_scan(1))
    dark_road.wait_landed(2)

    assert time.monotonic() - began < 10  # it takes a second on an idle machine
