"""Files that deletions of older releases left are rewritten once, and then every filter can read them."""

from pathlib import Path

import pyarrow.dataset as ds
import pytest

from tests.pipelines.events import ZONES, land, spread
from warehouse.analyst import open_lake
from warehouse.builds.activity import build_activity
from warehouse.builds.tables import mart_table
from warehouse.datasets import dataset_of
from warehouse.lake import Lake, LakeTable
from warehouse.text_files import mend_texts

pytestmark = pytest.mark.usefixtures("few_marts")


def plain_files(table: LakeTable) -> set[str]:
    files = dataset_of(table).get_fragments()
    return {file.path for file in files if "string_view" not in str(file.physical_schema)}


def is_plain(table: LakeTable) -> bool:
    return len(plain_files(table)) == len(table.files())


def rows(table: LakeTable) -> list[str]:
    return sorted(str(row) for row in table.handle().to_pyarrow_table().to_pylist())


def as_older_releases_left_it(table: LakeTable, condition: str) -> None:
    table.handle().delete(condition)
    table.handle().alter.set_table_properties({"waypost.plainTexts": ""}, raise_if_not_exists=False)


def test_files_left_by_older_releases_are_rewritten_and_readable(tmp_path: Path) -> None:
    lake = Lake(str(tmp_path))
    land(lake, *spread(60))
    build_activity(lake, ZONES)
    events, visitors = lake.events, mart_table(lake, "visitors")
    activity = mart_table(lake, "activity_15m")
    as_older_releases_left_it(events, "org_id = 'org_a' and pos < 20")
    as_older_releases_left_it(visitors, "org_id = 'org_a' and first_pos < 20")
    as_older_releases_left_it(activity, "false")
    tables = (events, visitors, activity)
    before = [(rows(table), table.positions()) for table in tables]
    others = plain_files(events)
    assert others  # those of days without deletions
    assert not is_plain(events)
    assert not is_plain(visitors)

    mended = mend_texts(lake)

    assert mended == {"events": 2, "visitors": 1}
    assert all(is_plain(table) for table in tables)
    assert [(rows(table), table.positions()) for table in tables] == before
    assert others <= plain_files(events)
    found = dataset_of(events)
    assert found.count_rows(filter=ds.field("org_id") == "org_b") == 30
    with open_lake(lake, "org_b") as connection:
        assert connection.execute("select count(*) from events").fetchall() == [(30,)]


def test_table_is_scanned_for_old_files_only_once(lake: Lake) -> None:
    land(lake, *spread(10))
    as_older_releases_left_it(lake.events, "pos = 1")
    first = mend_texts(lake)
    version = lake.events.version()

    assert first == {"events": 1}
    assert is_plain(lake.events)
    assert mend_texts(lake) == {}
    assert lake.events.version() == version
    assert lake.events.has_plain_texts()
