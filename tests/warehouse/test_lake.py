"""Delta tables of the lake, equal on disk and on S3."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pyarrow as pa
import pyarrow.dataset as ds
import pytest

from tests.pipelines.events import event_rows, land, make_event, spread
from warehouse.analyst import open_lake
from warehouse.datasets import dataset_of
from warehouse.lake import AlreadyLandedError, Lake, LakeConflictError, LakeTable
from warehouse.reader import connect


def positions_in(table: LakeTable) -> list[int]:
    rows: list[int] = table.handle().to_pyarrow_table(columns=["pos"])["pos"].to_pylist()
    return sorted(rows)


def batch(*positions: int, partition: int = 0, day: date = date(2026, 3, 10)) -> pa.Table:
    return event_rows(make_event(pos, partition=partition, day=day) for pos in positions)


def test_appended_batch_stores_its_positions(lake: Lake) -> None:
    events = lake.events.ensure()

    version = events.append(batch(0, 1, 2), {0: 2})

    assert version == events.version() == 1
    assert events.positions() == {0: 2}
    assert positions_in(events) == [0, 1, 2]


def test_tables_have_independent_positions(lake: Lake) -> None:
    land(lake, *spread(20))

    mart = lake.mart("mart", lake.events.schema, ["day"]).ensure()

    assert mart.url.endswith("/marts/mart")
    assert lake.events.positions() == {0: 16, 1: 17, 2: 18, 3: 19}
    assert mart.positions() == {}


@pytest.mark.parametrize("reached", [2, 1])
def test_batch_that_is_already_in_the_table_is_refused(lake: Lake, reached: int) -> None:
    events = lake.events.ensure()
    events.append(batch(0, 1, 2), {0: 2})

    with pytest.raises(AlreadyLandedError):
        events.append(batch(*range(reached + 1)), {0: reached})

    assert positions_in(events) == [0, 1, 2]


def test_single_stale_partition_refuses_the_whole_batch(lake: Lake) -> None:
    events = lake.events.ensure()
    events.append(batch(0), {0: 0})

    with pytest.raises(AlreadyLandedError):
        events.append(pa.concat_tables([batch(0), batch(1, partition=1)]), {0: 0, 1: 1})

    assert events.positions() == {0: 0}


def test_writer_with_a_stale_handle_is_refused(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    events = lake.events.ensure()
    zombie = lake.events
    stale = zombie.handle()
    monkeypatch.setattr(zombie, "handle", lambda **_options: stale)
    events.append(batch(0, 1), {0: 1})

    with pytest.raises(LakeConflictError):
        zombie.append(batch(0, 1), {0: 1})

    assert positions_in(events) == [0, 1]


def test_a_single_writer_of_two_concurrent_writers_succeeds(lake: Lake) -> None:
    lake.events.ensure()

    def write(_: int) -> bool:
        try:
            lake.events.append(batch(0, 1, 2), {0: 2})
        except (AlreadyLandedError, LakeConflictError):
            return False
        return True

    with ThreadPoolExecutor(4) as writers:
        won = list(writers.map(write, range(4)))

    assert won.count(True) == 1
    assert positions_in(lake.events) == [0, 1, 2]


def test_writers_of_different_partitions_do_not_conflict(lake: Lake) -> None:
    land(lake, make_event(0, partition=3))

    def write(partition: int) -> None:
        lake.events.append(batch(partition + 1, partition=partition), {partition: partition + 1})

    with ThreadPoolExecutor(4) as writers:
        list(writers.map(write, range(4)))

    assert lake.events.positions() == {0: 1, 1: 2, 2: 3, 3: 4}
    assert positions_in(lake.events) == [0, 1, 2, 3, 4]


def test_files_list_their_rows_days_and_bounds(lake: Lake) -> None:
    first, second = date(2026, 3, 10), date(2026, 3, 11)

    lake.events.ensure().append(
        pa.concat_tables([batch(0, 1, day=first), batch(2, day=second)]), {0: 2}
    )

    files = {file.partition["day"]: file for file in lake.events.files()}
    assert {day: file.rows for day, file in files.items()} == {first: 2, second: 1}
    assert (files[first].stats["min.pos"], files[first].stats["max.pos"]) == (0, 1)
    assert files[second].stats["min.org_id"] == "org_a"
    assert files[second].stats["min.occurred_at"].tzinfo is not None


def test_duckdb_reads_the_files_listed_in_the_log(lake: Lake) -> None:
    land(lake, *spread(40))
    land(lake, *(make_event(pos) for pos in range(40, 60)))

    with connect(lake) as connection:
        (found,) = connection.execute(
            "select list(pos order by pos) from read_parquet($files)",
            {"files": [file.uri for file in lake.events.files()]},
        ).fetchall()

    assert found == (list(range(60)),)


def test_compaction_keeps_rows_and_positions(lake: Lake) -> None:
    for pos in range(6):
        land(lake, make_event(pos, day=date(2026, 3, 10 + pos % 2)))

    result = lake.events.compact(date(2026, 3, 10))

    assert result["numFilesRemoved"] == 3
    assert sorted(file.rows for file in lake.events.files()) == [1, 1, 1, 3]
    assert positions_in(lake.events) == list(range(6))
    assert lake.events.positions() == {0: 5}


def test_appends_continue_during_compaction(lake: Lake) -> None:
    for pos in range(4):
        land(lake, make_event(pos))

    with ThreadPoolExecutor(2) as both:
        compacting = both.submit(lambda: [lake.events.compact() for _ in range(3)])
        landing = both.submit(lambda: [land(lake, make_event(pos)) for pos in range(4, 10)])
        compacting.result()
        landing.result()

    assert positions_in(lake.events) == list(range(10))


def test_concurrent_delete_and_appends_all_succeed(lake: Lake) -> None:
    land(lake, *(make_event(pos, customer_key="gone" if pos % 2 else "kept") for pos in range(8)))

    def land_as_the_lander_does(pos: int) -> None:
        while True:
            try:
                return land(lake, make_event(pos))
            except LakeConflictError:
                continue

    with ThreadPoolExecutor(2) as both:
        landing = both.submit(lambda: [land_as_the_lander_does(pos) for pos in range(8, 12)])
        both.submit(lake.events.delete, "customer_key = 'gone'").result()
        landing.result()

    assert positions_in(lake.events) == [0, 2, 4, 6, 8, 9, 10, 11]
    assert lake.events.positions() == {0: 11}


def test_rows_that_remain_after_a_deletion_are_read_normally(lake: Lake) -> None:
    events = spread(30, days=1)
    land(lake, *events)
    lake.events.delete("org_id = 'org_a' and pos < 10")

    for org, left in (("org_a", 10), ("org_b", 15)):
        rows = dataset_of(lake.events)
        assert rows.count_rows(filter=ds.field("org_id") == org) == left
    with open_lake(lake, "org_b") as connection:
        assert connection.execute("select count(*) from events").fetchall() == [(15,)]


def test_replacement_changes_matching_rows_only(lake: Lake) -> None:
    first, second = date(2026, 3, 10), date(2026, 3, 11)
    events = lake.events.ensure()
    events.append(pa.concat_tables([batch(0, 1, day=first), batch(2, day=second)]), {0: 2})

    events.replace(batch(7, day=first), "day = '2026-03-10'")

    assert positions_in(events) == [2, 7]
    assert events.positions() == {0: 2}


def test_replacement_computed_from_an_older_version_is_refused(lake: Lake) -> None:
    events = lake.events.ensure()
    events.append(batch(0), {0: 0})
    handle = events.handle()
    events.append(batch(1), {0: 1})

    with pytest.raises(LakeConflictError):
        events.replace(batch(0), "day = '2026-03-10'", handle=handle)

    assert positions_in(events) == [0, 1]


def test_vacuum_keeps_files_younger_than_seven_days(lake: Lake) -> None:
    for pos in range(3):
        land(lake, make_event(pos))
    before = lake.events.handle()
    lake.events.compact()

    removed = lake.events.vacuum()

    assert removed == []
    assert before.to_pyarrow_table(columns=["pos"]).num_rows == 3


def test_checkpoint_contains_the_same_information_as_the_commits(lake: Lake) -> None:
    for pos in range(3):
        land(lake, make_event(pos))
    before = lake.events.files()

    lake.events.write_checkpoint()

    after = lake.events.files()
    assert sorted((one.uri, one.rows) for one in after) == [
        (one.uri, one.rows) for one in sorted(before, key=lambda one: one.uri)
    ]
    fields = {one.uri: dict(one.stats) for one in before}
    assert {one.uri: dict(one.stats) for one in after} == fields
    assert all(len(stats) > 20 for stats in fields.values())
    assert lake.events.positions() == {0: 2}


def test_missing_table_is_distinguished_from_an_empty_table(lake: Lake) -> None:
    assert not lake.events.exists()

    lake.events.ensure()
    lake.events.ensure()

    assert lake.events.exists()
    assert lake.events.files() == []
    assert lake.events.positions() == {}


def test_all_positions_of_partitions_with_gaps_are_found(lake: Lake) -> None:
    events = lake.events.ensure()
    events.append(batch(0, partition=9), {9: 0})
    events.append(batch(1, partition=2), {2: 1})

    events.compact()

    assert events.positions() == {2: 1, 9: 0}
