"""Many small files beyond the marts, as minutes of single commits leave them until the next build."""

from datetime import timedelta

import pytest

from tests.pipelines.events import NOON, land, make_event
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Range, zone_of
from warehouse.lake import Lake
from warehouse.reports.catalogue import get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportQuestion

FILES = 60


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """Return marts of one event, with as many commits beyond them as there are files."""
    lake = Lake(str(tmp_path_factory.mktemp("lake") / "lake"))
    land(lake, make_event(0))
    build_activity(lake, {})
    for pos in range(1, FILES + 1):
        land(lake, make_event(pos, visitor_id=f"visitor_{pos % 7}"))
    return lake


def test_report_on_many_small_files_stays_within_its_memory_limit(lake: Lake) -> None:
    reports = Reports(lake, memory_limit="28MB", threads=2)
    try:
        answer = reports.ask(
            ReportQuestion(
                org_id="org_a",
                report=get_report("funnel"),
                current=Range(NOON - timedelta(days=1), NOON + timedelta(days=1)),
                zone=zone_of("UTC"),
            )
        )
    finally:
        reports.close()

    assert answer.tail_events == FILES
    assert answer.rows[0]["scan_people"] == 8
