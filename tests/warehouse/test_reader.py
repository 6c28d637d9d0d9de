"""Snapshots: how recent they are, and which files they exclude."""

import os
from datetime import timedelta
from pathlib import Path

import duckdb
import pytest

from tests.pipelines.events import NOON, land, make_event
from warehouse.analyst import open_lake
from warehouse.builds.session import BuildSession
from warehouse.lake import Lake
from warehouse.reader import LakeConnection, Snapshots, connect
from warehouse.spilling import drop_remains

DAY = timedelta(days=1)


class Time:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def snapshots(time: Time) -> Snapshots:
    return Snapshots(time)


@pytest.fixture
def on_disk(tmp_path: Path) -> Lake:
    return Lake(str(tmp_path / "lake"))


def test_snapshot_shows_a_commit_after_a_quarter_of_a_second(
    on_disk: Lake, snapshots: Snapshots, time: Time
) -> None:
    land(on_disk, make_event(0))
    first = snapshots.of(on_disk.events)
    land(on_disk, make_event(1))

    assert snapshots.of(on_disk.events) is first
    time.now = 0.3
    assert snapshots.of(on_disk.events).positions == {0: 1}


def test_table_created_later_is_found(on_disk: Lake, snapshots: Snapshots, time: Time) -> None:
    assert snapshots.of(on_disk.events).files == ()

    land(on_disk, make_event(0))
    time.now = 1.0

    assert len(snapshots.of(on_disk.events).files) == 1


def test_only_files_beyond_the_positions_belong_to_the_tail(
    on_disk: Lake, snapshots: Snapshots
) -> None:
    for pos in range(4):
        land(on_disk, make_event(pos))

    events = snapshots.of(on_disk.events)

    assert len(events.beyond({})) == 4
    assert len(events.beyond({0: 1})) == 2
    assert events.beyond({0: 3}) == []


def test_idle_partition_does_not_make_every_file_part_of_the_tail(
    on_disk: Lake, snapshots: Snapshots, time: Time
) -> None:
    land(on_disk, make_event(0, partition=1))
    for pos in range(1, 30):
        land(on_disk, make_event(pos))
    built = snapshots.of(on_disk.events).positions
    time.now = 60.0
    land(on_disk, make_event(30, partition=1))

    events = snapshots.of(on_disk.events)

    assert built == {0: 29, 1: 0}
    assert [file.stats["max.pos"] for file in events.beyond(built)] == [30]
    assert len(events.beyond({0: 29})) == len(events.files)


def test_files_are_selected_by_their_bounds(on_disk: Lake, snapshots: Snapshots) -> None:
    for day in range(3):
        land(on_disk, make_event(day, occurred_at=NOON + day * DAY))

    events = snapshots.of(on_disk.events)

    assert len(events.between("occurred_at", NOON + DAY, NOON + 2 * DAY)) == 1
    assert len(events.between("occurred_at", NOON, NOON + 3 * DAY)) == 3
    assert events.between("occurred_at", NOON - DAY, NOON) == []


def test_each_database_has_a_separate_spill_folder(lake: Lake) -> None:
    """In a shared folder they would overwrite each other's rows, which causes wrong answers or a crash."""
    lake.events.ensure()
    with connect(lake) as first, connect(lake) as second, BuildSession(lake, {}) as build:
        several = (first, second, build.connection, open_lake(lake, "org_a"))
        asked = "select current_setting('temp_directory')"
        folders = [Path(one.execute(asked).fetchall()[0][0]) for one in several]
        first.execute("set memory_limit = '20MB'")
        first.execute("create table big as select hash(i) as h from range(3000000) t(i)")
        made = folders[0].is_dir()

    assert len(set(folders)) == len(folders)
    assert all(one.is_absolute() for one in folders)
    assert made
    assert not folders[0].exists()


def test_spill_folders_of_killed_processes_are_removed(tmp_path: Path) -> None:
    day = timedelta(days=1).total_seconds()
    gone = 2**22 + 1  # above any process ID of Linux
    named = {f"waypost-duckdb-{pid}-x": pid for pid in (gone, os.getpid())}
    for name in (*named, "another-x"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rows.tmp").write_bytes(b"x")
    made = (tmp_path / f"waypost-duckdb-{gone}-x").stat().st_mtime

    assert drop_remains(tmp_path, made + day / 2) == []
    assert drop_remains(tmp_path, made + 2 * day) == [tmp_path / f"waypost-duckdb-{gone}-x"]
    assert {path.name for path in tmp_path.iterdir()} == {
        f"waypost-duckdb-{os.getpid()}-x",
        "another-x",
    }


def test_lazy_connection_opens_once_and_never_after_it_was_closed(on_disk: Lake) -> None:
    used = LakeConnection(on_disk, memory_limit="64MB", threads=1)
    assert not used.is_open
    assert used.get() is used.get()
    assert used.is_open
    never_used = LakeConnection(on_disk, memory_limit="64MB", threads=1)

    for closed in (used, never_used):
        closed.close()
        assert not closed.is_open
        with pytest.raises(duckdb.ConnectionException):
            closed.get()
