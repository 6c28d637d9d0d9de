"""Scans that land after a later scan of the same visitor become the first one during the night."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.events import ZONES, land, make_event, spread
from warehouse.builds import first_scans
from warehouse.builds.activity import build_activity
from warehouse.builds.first_scans import correct_first_scans, overtaken_table
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake

pytestmark = pytest.mark.usefixtures("few_marts")

MARTS = ("visitors", "visitor_numbers", "activity_15m", "activity_day")


def test_earlier_scan_that_lands_late_becomes_the_first_scan_after_the_nightly_job(
    lake: Lake,
) -> None:
    """For two codes in two partitions; the earlier scan arrives on the day before, and lands an hour late."""
    early = make_event(5, code_id="code_b", partition=1, day=date(2026, 3, 9))
    land(lake, make_event(1), make_event(9, visitor_id="visitor_b"))
    build_activity(lake, ZONES)
    land(lake, early | {"visitor_id": "visitor_b"}, make_event(10, partition=2))
    report = build_activity(lake, ZONES)

    assert report.overtaken == 1
    assert new_people(lake) == {("code_a", date(2026, 3, 10)): 2}
    assert correct_first_scans(lake, ZONES) == [date(2026, 3, 9), date(2026, 3, 10)]
    assert new_people(lake) == {
        ("code_a", date(2026, 3, 10)): 1,
        ("code_b", date(2026, 3, 9)): 1,
    }
    assert correct_first_scans(lake, ZONES) == []
    assert overtaken_table(lake).handle().to_pyarrow_table().num_rows == 0


def test_interrupted_first_scan_correction_is_repeated_completely(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    land(lake, make_event(9))
    build_activity(lake, ZONES)
    land(lake, make_event(5, code_id="code_b", partition=1))
    build_activity(lake, ZONES)
    with monkeypatch.context() as patched:
        patched.setattr(first_scans, "rebuild_day", cut_short)
        with pytest.raises(KeyboardInterrupt):
            correct_first_scans(lake, ZONES)

    correct_first_scans(lake, ZONES)

    assert new_people(lake) == {("code_b", date(2026, 3, 10)): 1}


def test_log_of_a_correction_names_no_visitor(lake: Lake) -> None:
    land(lake, make_event(9))
    build_activity(lake, ZONES)
    land(lake, make_event(5, code_id="code_b", partition=1))
    build_activity(lake, ZONES)
    correct_first_scans(lake, ZONES)

    table = mart_table(lake, "visitors")
    (visitor,) = table.handle().to_pyarrow_table()["visitor"].to_pylist()
    log = "".join(it.read_text() for it in Path(table.url, "_delta_log").glob("*.json"))
    assert "predicate" in log
    assert str(visitor) not in log


def test_scans_that_land_in_order_need_no_correction_of_first_scans(lake: Lake) -> None:
    for start in range(0, 120, 40):
        land(lake, *spread(120)[start : start + 40])
        assert build_activity(lake, ZONES, slice_rows=7).overtaken == 0
    assert not overtaken_table(lake).exists()


def cut_short(*_: Any, **__: Any) -> None:
    raise KeyboardInterrupt


def new_people(lake: Lake) -> dict[tuple[str, date], int]:
    rows = mart_table(lake, "activity_15m").handle().to_pyarrow_table().to_pylist()
    found: dict[tuple[str, date], int] = {}
    for row in rows:
        if row["new_people"]:
            place = (row["code_id"], row["day"])
            found[place] = found.get(place, 0) + row["new_people"]
    return found
