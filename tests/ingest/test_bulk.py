"""History loaded without the outbox: consecutive positions, exactly once, despite crashes."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pyarrow as pa
import pytest

from ingest import bulk
from ingest.bulk import LOADED_FIELDS, BulkLoadRefused, bulk_load
from ingest.contracts.topics import partition_of
from ingest.landing.rows import event_row, event_table
from tests.support.events import Road, make_scan
from warehouse.lake import LakeTable


def history(count: int, start: int = 0) -> pa.Table:
    """Return scans over two days, newest first."""
    began = datetime(2026, 11, 1, 12, tzinfo=UTC)
    rows = []
    for number in reversed(range(start, start + count)):
        at = began + timedelta(hours=24 * number / (start + count))
        scan = make_scan(number, occurred_at=at, received_at=at)
        rows.append(event_row(scan, 0, 0, is_duplicate=False))
    return event_table(rows).select([field.name for field in LOADED_FIELDS])


def test_bulk_load_assigns_consecutive_positions_in_order_of_arrival(road: Road) -> None:
    batches = [history(60), history(40, start=60)]

    assert bulk_load(road.settings, "past", batches) == 100

    lake = road.lake()
    assert lake["pos"].to_pylist() == list(range(1, 101))
    assert lake["received_at"].to_pylist() == sorted(lake["received_at"].to_pylist())
    assert set(lake["day"].to_pylist()) == {date(2026, 11, 1), date(2026, 11, 2)}
    for row in lake.to_pylist():
        assert row["partition"] == partition_of(row["code_id"], 4)
        assert row["day"] == row["received_at"].date()


def test_events_after_a_bulk_load_continue_its_positions(road: Road) -> None:
    bulk_load(road.settings, "past", [history(100)])
    road.relay()
    road.lander()

    scans = road.record_scans(20)
    road.wait_landed(120)

    lake = road.lake()
    assert lake["pos"].to_pylist() == list(range(1, 121))
    assert lake["event_id"].to_pylist()[100:] == [str(scan.event_id) for scan in scans]


def test_bulk_load_of_a_name_happens_once(road: Road) -> None:
    bulk_load(road.settings, "past", [history(50)])

    assert bulk_load(road.settings, "past", [history(50)]) == 0

    assert road.lake().num_rows == 50


@pytest.mark.parametrize("fails_at", [0, 1, 3])
def test_crashed_bulk_load_is_completed_without_duplicates(
    road: Road, monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    monkeypatch.setattr(bulk, "CHUNK_ROWS", 20)
    table, commits = history(100), 0
    append = LakeTable.append

    def dying(self: LakeTable, *args: Any, **options: Any) -> int:
        nonlocal commits
        if commits == fails_at:
            raise KeyboardInterrupt
        commits += 1
        return append(self, *args, **options)

    with monkeypatch.context() as dies:
        dies.setattr(LakeTable, "append", dying)
        with pytest.raises(KeyboardInterrupt):
            bulk_load(road.settings, "past", [table])
    with pytest.raises(BulkLoadRefused, match="not finished"):
        bulk_load(road.settings, "another", [table])

    bulk_load(road.settings, "past", [table])

    assert road.lake()["pos"].to_pylist() == list(range(1, 101))
    assert len(set(road.landed())) == 100


def test_bulk_load_is_refused_while_the_relay_runs(road: Road) -> None:
    road.relay()
    road.wait_published(0)

    with pytest.raises(BulkLoadRefused, match="relay"):
        bulk_load(road.settings, "past", [history(1)])


def test_bulk_load_is_refused_while_events_have_not_landed(road: Road) -> None:
    relay = road.relay()
    road.record_scans(5)
    road.wait_published(5)
    relay.stop()

    with pytest.raises(BulkLoadRefused, match="not landed yet"):
        bulk_load(road.settings, "past", [history(1)])
