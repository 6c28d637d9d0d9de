"""What would read too much is refused, with the reason; what others hold is none."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.events import ZONES, land, make_event
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
from warehouse.reports.asking import Reports
from warehouse.reports.catalogue import get_report
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
    """Events of both organisations, the last of them beyond the marts."""
    lake = Lake(str(tmp_path_factory.mktemp("lake")))
    land(lake, *ROWS[:120])
    build_activity(lake, ZONES | {"org_a": "UTC", "org_b": "UTC"})
    land(lake, *ROWS[120:])
    found = Analytics(lake)
    yield found
    found.close()


def question(org_id: str, asked: tuple[Filter, ...] = (), **said: Any) -> Question:
    zone = zone_of("UTC")
    return Question(
        org_id=org_id,
        current=SPAN,
        previous=previous(SPAN, SPAN.end, None, zone),
        zone=zone,
        granularity=Granularity.DAY,
        edges=tuple(edges(SPAN, Granularity.DAY, zone)),
        filters=asked,
        **said,
    )


def test_what_would_read_too_much_is_refused_with_the_reason(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MAX_ROWS", 30)

    with pytest.raises(QuestionError, match=r"About 60 events .* shorter range") as refused:
        analytics.ask(question("org_a", (Filter(Dimension.COUNTRY, ("US",)),)))

    assert refused.value.field == "filters"


def test_others_events_are_no_reason_to_refuse(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MAX_ROWS", 60)

    asked = analytics.ask(question("org_a", (Filter(Dimension.COUNTRY, ("US",)),)))

    assert asked.totals == count(ROWS, "org_a", SPAN, (Filter(Dimension.COUNTRY, ("US",)),))


def test_what_the_roll_up_answers_is_never_too_much(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MAX_ROWS", 0)

    assert analytics.ask(question("org_a")).totals.scans > 0


def test_exact_people_are_refused_where_too_many_rows_would_be_read(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MAX_ROWS", 30)

    with pytest.raises(QuestionError, match=r"About 60 events .* let people be estimated") as no:
        analytics.ask(question("org_a", exact=True))

    assert no.value.field == "exact"
    assert (
        analytics.ask(question("org_a", exact=True, metrics=frozenset({"scans"}))).totals.scans > 0
    )
    monkeypatch.setattr(budget, "MAX_ROWS", 200)
    assert analytics.ask(question("org_a", exact=True)).people_method == "exact"


def test_reports_and_pages_of_events_are_refused_as_well(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that fills early is none of that, whatever there is beyond it."""
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

    with pytest.raises(QuestionError, match="at most 100") as refused:
        page(wanted, 50)
    assert refused.value.field == "filters"
    assert page(RawEvents("org_a", SPAN), 10) == 10


def test_a_report_of_too_many_rows_is_refused_by_what_is_the_organisations_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warehouse.builds.activity.marts", marts)
    lake = Lake(str(tmp_path / "lake"))
    land(lake, *ROWS)
    build_activity(lake, ZONES | {"org_a": "UTC", "org_b": "UTC"})
    reports = Reports(lake, threads=1)
    asked = ReportQuestion(
        org_id="org_a",
        report=get_report("funnel"),
        current=SPAN,
        zone=zone_of("UTC"),
        group_by=(Dimension.CODE,),
    )
    monkeypatch.setattr(budget, "MAX_ROWS", 90)
    assert reports.ask(asked).total, "the files hold more, but of both organisations"

    monkeypatch.setattr(budget, "MAX_ROWS", 20)
    with pytest.raises(QuestionError, match="at most 20") as refused:
        reports.ask(asked)
    assert refused.value.field == "interval"
    reports.close()
