"""Damaged files are named, queries that need them report it, and no restart is needed afterwards."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.pipelines.events import ZONES, land, make_event
from warehouse.builds.activity import build_activity
from warehouse.damage import LakeUnreadableError, damaged_copies, damaged_files
from warehouse.date_ranges import Granularity, Range, zone_of
from warehouse.lake import Lake, LakeTable
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Question
from warehouse.serving.storage import copies_in, folder_of
from warehouse.serving.writer import write_copy

pytestmark = pytest.mark.usefixtures("few_marts")


@pytest.fixture
def lake(new_lake: Callable[[], Lake]) -> Lake:
    return new_lake()


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 7 // 10])


def put_another_there(path: Path) -> None:
    pq.write_table(pa.table({"a": [1]}), path)


def change_the_middle(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[100 : len(content) // 2] = b"\xff" * (len(content) // 2 - 100)
    path.write_bytes(content)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "cut off": cut_off,
    "missing": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "of another table": put_another_there,
    "changed in the middle": change_the_middle,
}


def only_file(table: LakeTable) -> Path:
    (file,) = table.files()
    return Path(file.uri)


def march(org_id: str = "org_a") -> Question:
    span = Range(datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC))
    return Question(
        org_id=org_id,
        current=span,
        previous=None,
        zone=zone_of("UTC"),
        granularity=Granularity.DAY,
        edges=(span.start,),
    )


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_question_on_a_damaged_file_reports_the_damage_until_the_file_is_restored(
    lake: Lake, damage: Callable[[Path], None]
) -> None:
    land(lake, *(make_event(pos) for pos in range(1, 200)))
    land(lake, make_event(300, org_id="org_b"))
    path = next(Path(one.uri) for one in lake.events.files() if one.rows == 199)
    kept = path.read_bytes()
    analytics = Analytics(lake, threads=1)
    damage(path)

    with pytest.raises(LakeUnreadableError) as first:
        analytics.ask(march())
    other = analytics.ask(march("org_b"))
    path.write_bytes(kept)
    after = analytics.ask(march())

    if damage is not change_the_middle:
        assert first.value.files == (str(path),)
    assert other.totals.scans == 1
    assert after.totals.scans == 199
    analytics.close()


def test_file_damage_is_detected_without_reading_the_whole_file(lake: Lake) -> None:
    land(lake, *(make_event(pos) for pos in range(1, 200)))
    path = only_file(lake.events)
    kept = path.read_bytes()
    fields: dict[str, list[str]] = {}
    for name, damage in DAMAGES.items():
        damage(path)
        fields[name] = [one.problem.split(" ")[0] for one in damaged_files(lake.events)]
        path.write_bytes(kept)

    assert damaged_files(lake.events, full=True) == []
    assert fields == {
        "cut off": ["has"],
        "missing": ["is"],
        "empty": ["has"],
        "of another table": ["has"],
        "changed in the middle": ["cannot"],
    }
    path.write_bytes(kept[:4] + b"\xff" * 60 + kept[64:])
    assert damaged_files(lake.events) == []
    (found,) = damaged_files(lake.events, full=True)
    assert (found.uri, found.problem.split(":")[0]) == (str(path), "cannot be read")


def test_damaged_serving_copy_does_not_change_any_answer(lake: Lake) -> None:
    land(lake, *(make_event(pos, visitor_id=f"visitor_{pos}") for pos in range(1, 3000)))
    build_activity(lake, ZONES)
    write_copy(lake, datetime(2026, 4, 2, tzinfo=UTC))
    folder = folder_of(lake)
    assert folder
    (copy,) = copies_in(folder)
    analytics = Analytics(lake, threads=1)
    whole = analytics.ask(march())
    analytics.close()

    content = copy.read_bytes()
    copy.write_bytes(content[: len(content) * 2 // 3])
    ((named, _),) = damaged_copies(lake)
    analytics = Analytics(lake, threads=1)
    damaged = analytics.ask(march())
    analytics.close()

    assert named == copy
    assert damaged.totals == whole.totals
    assert whole.totals.scans == 2999
