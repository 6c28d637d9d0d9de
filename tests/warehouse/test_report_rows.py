"""The events behind a row of a report are those that a plain search through all events finds."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.pipelines.events import ZONES, land
from tests.support.acts import random_acts
from tests.warehouse.event_groups import data_of
from tests.warehouse.reference import family_of, is_human
from tests.warehouse.report_reference import is_undone, step_of
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Range, zone_of
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.event_pages import events_behind, page_of_events
from warehouse.queries.language import Dimension, Filter
from warehouse.queries.raw_events import RawEvents
from warehouse.queries.report_rows import BEHIND_REPORTS
from warehouse.reports.catalogue import get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportQuestion
from warehouse.visitor_names import visitor_name

NOW = datetime(2026, 3, 29, 10, 7, tzinfo=UTC)
SPAN = Range(NOW - timedelta(days=30, minutes=11), NOW - timedelta(minutes=4))
WITHOUT_CUSTOMERS = {"issue", "miss"}
ROWS = [
    row
    if row["type"] in WITHOUT_CUSTOMERS
    else row | {"customer_key": (None, "ana", "ben")[row["pos"] % 3]}
    for row in random_acts(21, 240, NOW)
]
FAMILIES = {
    "votes": "vote",
    "redemptions": "redemption",
    "redeemed_codes": "redemption",
    "messages": "message",
    "passes": "pass",
    "orders": "order",
    "games": "play",
    "prizes": "prize",
    "automations": "automation",
    "automation_steps": "automation",
    "game_scores": "play",
    "visitors": "scan",
    "forms": "submit",
    "leaderboard": "scan",
}


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = Lake(str(tmp_path_factory.mktemp("lake")))
    land(lake, *ROWS[:160])
    build_activity(lake, ZONES)
    land(lake, *ROWS[160:])
    return lake


def is_behind(name: str, row: dict[str, Any], of: dict[str, str]) -> bool:
    if name == "funnel":
        return step_of(row) is not None
    if name == "customers":
        is_theirs = row["type"] != "automation"  # workers move people through automations
        return is_theirs and row.get("customer_key") == of["customer_id"]
    if ("redemption" if is_undone(row) else family_of(row)) != FAMILIES[name]:
        return False
    if name == "game_scores" and data_of(row).get("score") is None:
        return False
    who = visitor_name(row["visitor_id"]) if row["visitor_id"] else ""
    fields = {"season": 1, "code_id": row["code_id"], "visitor": who, "player": who, **data_of(row)}
    fields["automation_id"] = fields.get("source_id")
    for field, value in of.items():
        values = {str(fields.get(field) or "")}
        if field == "choice":
            values.add(str(fields.get("previous_choice") or ""))
        if value not in values:
            return False
    return True


@pytest.mark.parametrize("name", sorted(BEHIND_REPORTS))
def test_events_behind_a_report_row_are_those_that_it_counts(lake: Lake, name: str) -> None:
    report, behind = get_report(name), BEHIND_REPORTS[name]
    reports, analytics = Reports(lake, threads=1), Analytics(lake, threads=1)
    group_by = (Dimension.CODE,) if report.group_by else ()
    answer = reports.ask(
        ReportQuestion(
            org_id="org_a",
            report=report,
            current=SPAN,
            zone=zone_of("UTC"),
            group_by=group_by,
            limit=10_000,
        )
    )
    own = [
        row
        for row in ROWS
        if row["org_id"] == "org_a" and row["occurred_at"] in SPAN and is_human(row)
    ]
    assert answer.rows
    for found in answer.rows[:6]:
        of = {field: str(found[field]) for field in behind.fields}
        filters = (Filter(Dimension.CODE, only=(found["key"],)),) if group_by else ()
        wanted = RawEvents("org_a", SPAN, filters, report=name, row=tuple(of.items()))

        page, total = analytics.read(
            lambda cursor, tables, wanted=wanted: (  # type: ignore[misc]
                page_of_events(cursor, wanted, None, tables, after=None, limit=500),
                events_behind(cursor, wanted, None, tables),
            )
        )

        chosen = [
            row
            for row in own
            if is_behind(name, row, of) and (not group_by or (row["code_id"] or "") == found["key"])
        ]
        expected = {row["pos"] for row in chosen}
        assert {event.place.pos for event in page} == expected, (name, of)
        assert total == len(expected)
        if name == "leaderboard":
            assert found["scans"] == total
        if name == "visitors":
            assert found["scans"] == total
        if name == "game_scores":
            assert found["plays"] == total
        if name == "redemptions":
            assert found["used"] == sum(-1 if is_undone(row) else 1 for row in chosen)
    hostile = tuple((field, "' or true --") for field in behind.fields) or (("", ""),)
    nothing = RawEvents("org_a", SPAN, report=name, row=hostile)
    if behind.fields:
        assert (
            analytics.read(lambda cursor, tables: events_behind(cursor, nothing, None, tables)) == 0
        )
    reports.close()
    analytics.close()
