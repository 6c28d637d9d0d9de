"""From the outbox to the marts with a real relay, broker and lander: the counts match, or a check reports it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import uuid4

import psycopg
import pytest

from pipelines.published import read_published
from runtime.settings import Settings
from tests.support.events import Road
from tests.support.kafka import real_kafka
from tests.support.waiting import eventually
from warehouse.builds.activity import build_activity
from warehouse.builds.tables import mart_table
from warehouse.checks.catalogue import all_checks
from warehouse.checks.runner import CheckSession
from warehouse.lake import Lake

pytestmark = pytest.mark.kafka


@pytest.fixture
def travelled(settings: Settings, kafka_bootstrap: str) -> Iterator[Road]:
    """Return a pipeline in which 60 scans have landed, with one event in between that fits no contract."""
    settings = settings.model_copy(update={"kafka_bootstrap_servers_setting": kafka_bootstrap})
    with Road(settings, shared=real_kafka() is not None) as road:
        road.relay()
        road.lander()
        road.record_scans(40)
        with psycopg.connect(settings.database_url_as("waypost_visitor")) as connection:
            connection.execute(
                "insert into outbox (event_id, org_id, key, payload) values (%s, 'org', 'c', '{')",
                [uuid4()],
            )
        road.record_scans(20, start=40)
        road.wait_landed(60)
        eventually(lambda: read_published(settings).horizon == 61)
        yield road


def failed(road: Road) -> set[str]:
    lake = Lake.from_settings(road.settings)
    now = datetime.now(UTC)
    (day,) = {file.partition["day"] for file in lake.events.files()}
    with CheckSession(lake, day, now, read_published(road.settings)) as session:
        outcomes = [session.run(check) for check in all_checks().values()]
    return {outcome.check for outcome in outcomes if not outcome.passed}


def test_counts_agree_from_outbox_to_marts(travelled: Road) -> None:
    lake = Lake.from_settings(travelled.settings)
    published = read_published(travelled.settings)

    report = build_activity(lake, {"org_harbor": "America/New_York"})

    assert (published.outbox_rows, len(published.dead_letters)) == (61, 1)
    assert report.events == 60
    rows = mart_table(lake, "activity_15m").handle().to_pyarrow_table()
    assert sum(rows["events"].to_pylist()) == 60
    assert failed(travelled) == set()


def test_event_that_never_landed_is_detected(travelled: Road) -> None:
    build_activity(Lake.from_settings(travelled.settings), {})
    travelled.events.delete("pos = 20")

    assert {"event_gaps", "event_counts"} <= failed(travelled)


def test_event_skipped_by_the_relay_is_detected(travelled: Road) -> None:
    build_activity(Lake.from_settings(travelled.settings), {})
    with psycopg.connect(travelled.settings.database_url) as connection:
        connection.execute(
            "insert into outbox (seq, xid, event_id, org_id, key, payload)"
            " select 0, xid, gen_random_uuid(), org_id, key, payload from outbox limit 1"
        )

    assert failed(travelled) == {"outbox_counts"}
