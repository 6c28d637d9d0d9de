"""Events of damaged files are restored from the outbox unchanged, or reported as lost."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pyarrow as pa
import pytest

from ingest.contracts.envelope import Visitor
from ingest.landing.erased import digest_of
from ingest.landing.restore_files import CannotRestore, RestoredEvents, restore_events
from ingest.locks import REPAIR_LOCK
from ingest.processes import connect
from tests.support.events import Road, make_scan
from warehouse.damage import damaged_files, move_to_quarantine
from warehouse.lake import Lake

pytestmark = pytest.mark.kafka


def restore(road: Road) -> RestoredEvents:
    with connect(road.settings) as connection:
        return restore_events(
            connection, Lake.from_settings(road.settings), damaged_files(road.events)
        )


def rows_of(road: Road) -> list[dict[str, Any]]:
    """Return all rows of undamaged files, in order of position."""
    rows: list[dict[str, Any]] = road.lake().to_pylist()
    return rows


def land(road: Road, visitors: list[int], start: int) -> None:
    """Land scans of these visitors on one code and on others, in separate files."""
    before = road.lake().num_rows
    road.record(
        *(
            make_scan(
                start + number,
                code_id=f"code{number % 3}",
                visitor=Visitor(id=f"v{visitor}", kind="cookie"),
            )
            for number, visitor in enumerate(visitors)
        )
    )
    road.wait_landed(before + len(visitors))


def damage_some(road: Road) -> list[Path]:
    """Truncate one file and delete another, neither the oldest nor the newest."""
    files = sorted(road.events.files(), key=lambda file: file.stats["min.pos"])
    cut, lost = (Path(file.uri) for file in files[1:3])
    cut.write_bytes(cut.read_bytes()[:200])
    lost.unlink()
    return [cut, lost]


@pytest.fixture
def filled(road: Road) -> Road:
    """Return a pipeline with several files, repeats across them, and an event that fits no contract."""
    road.relay()
    road.lander()
    land(road, [1, 2, 3, 4, 5, 6], 0)
    with psycopg.connect(road.settings.database_url_as("waypost_visitor")) as connection:
        connection.execute(
            "insert into outbox (event_id, org_id, key, payload) values (%s, 'org', 'code1', '{')",
            [uuid4()],
        )
    land(road, [1, 7, 3, 8], 60)
    land(road, [1, 2, 7, 9, 3], 120)
    land(road, [10, 11], 180)
    assert len(road.events.files()) >= 4
    return road


def test_damaged_events_are_restored_unchanged_while_relay_and_lander_run(filled: Road) -> None:
    before, positions = rows_of(filled), filled.events.positions()
    assert any(row["is_duplicate"] for row in before)
    paths = damage_some(filled)
    more = [make_scan(300 + number) for number in range(40)]
    filled.record(*more[:20])

    done = restore(filled)
    filled.record(*more[20:])
    filled.wait_landed(len(before) + 40)

    after = rows_of(filled)
    assert after[: len(before)] == before
    assert sorted(row["event_id"] for row in after[len(before) :]) == sorted(
        str(one.event_id) for one in more
    )
    assert (done.lost, damaged_files(filled.events)) == ([], [])
    assert all(filled.events.positions()[n] >= pos for n, pos in positions.items())
    (kept,) = done.set_aside
    assert (Path(kept).name, Path(kept).stat().st_size) == (paths[0].name, 200)
    assert not paths[0].exists()


def test_crash_between_two_restore_steps_duplicates_nothing(filled: Road) -> None:
    before = rows_of(filled)
    damage_some(filled)
    (first, second) = damaged_files(filled.events)
    lake = Lake.from_settings(filled.settings)
    with connect(filled.settings) as connection:
        # As if it had stopped after adding the rows of one file, before removing the file from the
        # table.
        move_to_quarantine(lake, first)
        covered = {first.file.stats["min.pos"], first.file.stats["max.pos"]}
        rows = [row for row in before if min(covered) <= row["pos"] <= max(covered)]
        schema = filled.events.schema
        filled.events.append(pa.Table.from_pylist(rows, schema=schema), {})
        restore_events(connection, lake, damaged_files(filled.events))
    assert second.uri

    assert rows_of(filled) == before


def test_events_missing_from_the_outbox_are_reported_lost_by_position(filled: Road) -> None:
    before = rows_of(filled)
    damage_some(filled)
    spans = [
        (one.file.stats["min.pos"], one.file.stats["max.pos"])
        for one in damaged_files(filled.events)
    ]
    held = [row for row in before if any(low <= row["pos"] <= high for low, high in spans)]
    gone = held[:3]
    upto = gone[-1]["event_id"]
    filled.query_owner(
        "delete from outbox where (xid, seq) <= (select xid, seq from outbox where event_id = %s)",
        upto,
    )

    done = restore(filled)

    lost = [pos for low, high in done.lost for pos in range(low, high + 1)]
    assert lost == [row["pos"] for row in gone]
    assert done.restored == len(held) - 3
    assert rows_of(filled) == [row for row in before if row not in gone]


def test_inconsistent_outbox_is_refused_and_changes_nothing(filled: Road) -> None:
    damage_some(filled)
    version = filled.events.version()
    filled.query_owner(
        "delete from outbox where event_id = (select event_id from outbox order by xid desc, seq desc"
        " limit 1)"
    )

    with pytest.raises(CannotRestore, match="restore the files from a backup"):
        restore(filled)

    assert filled.events.version() == version
    assert len(damaged_files(filled.events)) == 2


def test_concurrent_second_repair_is_refused(filled: Road) -> None:
    with connect(filled.settings) as other:
        other.execute("select pg_advisory_lock(%s)", [REPAIR_LOCK])
        with pytest.raises(CannotRestore, match="another repair"):
            restore(filled)


def test_restored_events_omit_identifiers_of_erased_visitors(filled: Road) -> None:
    before = rows_of(filled)
    damage_some(filled)
    filled.query_owner(
        "insert into organizations (org_id, slug, name) values ('org_harbor', 'harbor', 'Harbor')"
        " on conflict do nothing"
    )
    filled.query_owner(
        "insert into erased_identifiers (org_id, digest) values ('org_harbor', %s)",
        digest_of("org_harbor", "v7"),
    )

    restore(filled)

    after = rows_of(filled)
    assert [row["pos"] for row in after] == [row["pos"] for row in before]
    assert "v7" not in {row["visitor_id"] for row in after}
