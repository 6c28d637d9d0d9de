"""Queries that would read too much are refused, with the reason; other tenants' data never causes that."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.events import ZONES, land, make_event
from tests.warehouse.loyalty_stream import LoyaltyStream
from tests.warehouse.reference import count
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Granularity, Range, edges, previous, zone_of
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.queries import budget, event_pages
from warehouse.queries.analytics import Analytics
from warehouse.queries.event_pages import page_of_events
from warehouse.queries.language import Dimension, Filter, Question, QuestionError
from warehouse.queries.raw_events import RawEvents
from warehouse.reports.catalogue import all_reports, get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportQuestion

FIRST = datetime(2026, 3, 10, tzinfo=UTC)
SPAN = Range(FIRST, FIRST + timedelta(days=4))
ROWS: list[dict[str, Any]] = [
    make_event(
        pos,
        day=FIRST.date() + timedelta(days=pos // 40),
        occurred_at=FIRST + timedelta(hours=pos // 2, minutes=pos),
        org_id="org_b" if pos % 2 else "org_a",
        visitor_id=f"visitor_{pos % 7}",
        code_id="code_of_org_b" if pos % 2 else f"code_{pos % 3}",
        country=("US", "NP", None)[pos % 3],
        type=("scan", "scan", "view")[pos % 3],
    )
    for pos in range(160)
]


@pytest.fixture(scope="module")
def analytics(tmp_path_factory: pytest.TempPathFactory, few_marts: None) -> Iterator[Analytics]:
    """Yield events of both organisations, the last of them beyond the marts."""
    lake = Lake(str(tmp_path_factory.mktemp("lake")))
    land(lake, *ROWS[:120])
    build_activity(lake, ZONES | {"org_a": "UTC", "org_b": "UTC"})
    land(lake, *ROWS[120:])
    found = Analytics(lake)
    yield found
    found.close()


def question(org_id: str, asked: tuple[Filter, ...] = (), **fields: Any) -> Question:
    zone = zone_of("UTC")
    return Question(
        org_id=org_id,
        current=SPAN,
        previous=previous(SPAN, SPAN.end, None, zone),
        zone=zone,
        granularity=Granularity.DAY,
        edges=tuple(edges(SPAN, Granularity.DAY, zone)),
        filters=asked,
        **fields,
    )


def test_question_that_would_read_too_much_is_refused_with_the_reason(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MAX_ROWS", 30)

    with pytest.raises(QuestionError, match=r"About 60 events .* shorter range") as refused:
        analytics.ask(question("org_a", (Filter(Dimension.COUNTRY, ("US",)),)))

    assert refused.value.field == "filters"


def test_events_of_other_organisations_do_not_cause_a_refusal(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MAX_ROWS", 60)

    asked = analytics.ask(question("org_a", (Filter(Dimension.COUNTRY, ("US",)),)))

    assert asked.totals == count(ROWS, "org_a", SPAN, (Filter(Dimension.COUNTRY, ("US",)),))


def test_question_answered_by_the_roll_up_is_never_refused(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MAX_ROWS", 0)

    assert analytics.ask(question("org_a")).totals.scans > 0


def test_reports_and_event_pages_that_would_read_too_much_are_refused(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is filled early is not refused, however much there is beyond it."""
    wanted = RawEvents("org_a", SPAN, (Filter(Dimension.COUNTRY, ("nowhere",)),))
    monkeypatch.setattr(budget, "MAX_ROWS", 100)
    monkeypatch.setattr(event_pages, "ROWS_AT_ONCE", 1)

    def page(of: RawEvents, limit: int) -> int:
        return len(
            analytics.read(
                lambda cursor, tables: page_of_events(
                    cursor, of, None, tables, after=None, limit=limit
                )
            )
        )

    with pytest.raises(QuestionError, match="limit is 100") as refused:
        page(wanted, 50)
    assert refused.value.field == "filters"
    assert page(RawEvents("org_a", SPAN), 10) == 10


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reports]:
    """Yield both organisations' events in all marts, some of them by known customers."""
    monkeypatch.setattr("warehouse.builds.activity.marts", marts)
    lake = Lake(str(tmp_path / "lake"))
    known = [row | {"customer_key": f"customer_{row['pos'] % 5}"} for row in ROWS]
    issued = '{"batch_id":"bat_1","kind":"promo_code","action":"issued","codes":5}'
    batch = make_event(160, org_id="org_a", type="issue", occurred_at=FIRST, data=issued)
    ledger = LoyaltyStream(3, FIRST - timedelta(days=90)).run(60)
    given = (
        '{"reward_id":"rwd_1","action":"given","source":"given","unit":"points","price":0,'
        '"awarded_at":"2026-03-11T09:00:00Z"}'
    )
    gift = make_event(
        161, org_id="org_a", type="award", occurred_at=FIRST, customer_key="ana", data=given
    )
    land(lake, *known, batch, gift, *(row | {"pos": 162 + row["pos"]} for row in ledger))
    build_activity(lake, ZONES | {"org_a": "UTC", "org_b": "UTC"})
    opened = Reports(lake, threads=1)
    yield opened
    opened.close()


def report_question(name: str, **fields: Any) -> ReportQuestion:
    report = get_report(name)
    return ReportQuestion(
        org_id="org_a",
        report=report,
        current=SPAN,
        zone=zone_of("UTC"),
        group_by=(Dimension.CODE,) if report.group_by else (),
        **fields,
    )


def test_report_is_refused_only_for_too_many_rows_of_the_organisation_itself(
    reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = report_question("funnel")
    monkeypatch.setattr(budget, "MAX_ROWS", 90)
    assert reports.ask(asked).total, "the files hold more, but of both organisations"

    monkeypatch.setattr(budget, "MAX_ROWS", 20)
    with pytest.raises(QuestionError, match="limit is 20") as refused:
        reports.ask(asked)
    assert refused.value.field == "interval"
    with pytest.raises(QuestionError, match="limit is 20"), reports.stream(asked):
        pass


FROM_THE_FIRST_EVENT = (
    *("customers", "customer_segments", "code_health", "code_stock", "code_batches", "visitors"),
    *("visitor_frequency", "silent_placements"),
    *("points_vintages", "point_costs", "points_liability", "points_by_month", "points_breakage"),
    *("reward_gifts", "churn_risk", "churn_levels"),
)


@pytest.mark.parametrize("name", FROM_THE_FIRST_EVENT)
def test_report_on_all_events_regardless_of_range_is_refused_too(
    reports: Reports, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    asked = report_question(name)
    assert reports.ask(asked).total or name == "silent_placements"
    monkeypatch.setattr(budget, "MAX_ROWS", 0)

    with pytest.raises(QuestionError, match="reads all events since the first") as refused:
        reports.ask(asked)

    assert refused.value.field == "report"


def test_read_budget_applies_to_every_report(
    reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MAX_ROWS", -1)
    monkeypatch.setattr("warehouse.reports.mart_scans.MartFiles.rows", 1)
    for name in all_reports():
        with pytest.raises(QuestionError, match="would have to be read"):
            reports.ask(report_question(name))


def test_cohorts_read_events_from_the_range_start_on_or_all_events_if_filtered(
    reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = report_question("retention_weeks")
    monkeypatch.setattr(budget, "MAX_ROWS", 5)

    with pytest.raises(QuestionError, match="Choose a shorter range") as refused:
        reports.ask(asked)
    assert refused.value.field == "interval"
    by_code = (Filter(Dimension.CODE, ("code_1",)),)
    with pytest.raises(QuestionError, match="Remove the filters") as filtered:
        reports.ask(report_question("retention_weeks", filters=by_code))
    assert filtered.value.field == "filters"


def test_both_ranges_of_a_comparison_count_toward_the_read_budget(
    reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    halves = (Range(FIRST, FIRST + timedelta(days=2)), Range(FIRST + timedelta(days=2), SPAN.end))
    alone = [replace(report_question("funnel"), current=half) for half in halves]
    both = replace(alone[1], previous=alone[0].current)
    monkeypatch.setattr(budget, "MAX_ROWS", 60)
    for one in alone:
        reports.ask(one)

    with pytest.raises(QuestionError, match="turn the comparison off") as refused:
        reports.ask(both)

    assert refused.value.field == "interval"
