"""Records that fit no contract: stored with the reason, replayed later, and a safeguard for when all are refused."""

from uuid import uuid4

import orjson
import psycopg
import pytest

from ingest.contracts.codec import encode
from ingest.landing import dead_letters
from ingest.processes import connect
from tests.support.events import Road, make_scan
from tests.support.waiting import eventually

pytestmark = pytest.mark.kafka


def record_raw(road: Road, payload: bytes, key: str = "code1") -> None:
    with psycopg.connect(road.settings.database_url_as("waypost_visitor")) as connection:
        connection.execute(
            "insert into outbox (event_id, org_id, key, payload) values (%s, 'org', %s, %s)",
            [uuid4(), key, payload],
        )


def of_version(version: int) -> bytes:
    return orjson.dumps(orjson.loads(encode(make_scan())) | {"version": version})


def test_event_of_unknown_version_becomes_a_dead_letter_with_its_reason_and_the_rest_lands(
    road: Road,
) -> None:
    road.relay()
    road.lander()

    before = road.record_scans(5)
    record_raw(road, of_version(9))
    record_raw(road, b"{")
    after = road.record_scans(5, start=5)
    road.wait_landed(10)

    assert sorted(road.landed()) == sorted(str(scan.event_id) for scan in before + after)
    letters = road.query("select pos, reason from dead_letters order by pos")
    assert letters == [(6, "unknown_version"), (7, "not_json")]
    assert road.lake()["pos"].to_pylist() == [1, 2, 3, 4, 5, 8, 9, 10, 11, 12]


def test_dead_letters_alone_also_advance_the_position(road: Road) -> None:
    road.relay()
    road.lander()

    record_raw(road, b"{")

    eventually(lambda: max(road.events.positions().values(), default=0) == 1)
    assert road.query("select pos from dead_letters") == [(1,)]


def test_replay_records_dead_letters_that_are_now_valid_once(road: Road) -> None:
    road.relay()
    road.lander()
    scan = make_scan(1)
    record_raw(road, of_version(9))
    record_raw(road, b"{")
    eventually(lambda: len(road.query("select 1 from dead_letters")) == 2)
    with psycopg.connect(road.settings.database_url) as owner:  # a newer lander knows the version
        owner.execute("update dead_letters set payload = %s where pos = 1", [encode(scan)])

    with connect(road.settings) as connection:
        first = dead_letters.replay(connection)
        second = dead_letters.replay(connection)
        waiting = dead_letters.waiting(connection)
    road.wait_landed(1)

    assert (first, second, waiting) == ((1, 1), (0, 1), 1)
    assert road.landed() == [str(scan.event_id)]
    assert road.lake()["pos"].to_pylist() == [3]


def test_lander_stops_after_too_many_dead_letters(road: Road) -> None:
    road.relay()
    for number in range(12):
        record_raw(road, of_version(9), key=f"code{number}")
    lander = road.lander(brake=10)

    eventually(lambda: lander.failure is not None)

    assert isinstance(lander.failure, dead_letters.TooManyDeadLetters)
    road.forget(lander)
    road.lander(brake=None)
    eventually(lambda: len(road.query("select 1 from dead_letters")) == 12)
