"""Many people: every number of people equals the plain count, whatever computes it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.events import land, make_event
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Granularity, Range, edges, zone_of
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.cross import cross_table
from warehouse.queries.language import Answer, Dimension, Filter, Question
from warehouse.reports.catalogue import get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportAnswer, ReportQuestion

FIRST = datetime(2026, 3, 10, tzinfo=UTC)
DAYS = 4
PEOPLE = 12_000
SPAN = Range(FIRST, FIRST + timedelta(days=DAYS))
BEFORE = Range(FIRST - timedelta(days=DAYS), FIRST)


def scan(pos: int, person: int, **fields: Any) -> dict[str, Any]:
    occurred_at = FIRST + timedelta(seconds=pos * DAYS * 86_400 // 20_000)
    return make_event(
        pos,
        day=occurred_at.date(),
        occurred_at=occurred_at,
        visitor_id=f"person-{person}",
        country=("US", "GB", "NP")[person % 3],
        code_id="rare" if person % 100 == 0 else "common",
        **fields,
    )


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """Return a lake with 12,000 people in 15,000 scans; the last 1,000 scans, by 500 more people, are not built yet."""
    lake = Lake(str(tmp_path_factory.mktemp("lake")))
    land(lake, *(scan(pos, pos % PEOPLE) for pos in range(15_000)))
    build_activity(lake, {"org_a": "UTC"})
    land(lake, *(scan(pos, PEOPLE + pos % 500) for pos in range(15_000, 16_000)))
    return lake


@pytest.fixture(scope="module")
def analytics(lake: Lake) -> Iterator[Analytics]:
    found = Analytics(lake)
    yield found
    found.close()


def question(span: Range = SPAN, **fields: Any) -> Question:
    zone = zone_of(fields.pop("zone", "UTC"))
    return Question(
        org_id="org_a",
        current=span,
        previous=BEFORE,
        zone=zone,
        granularity=Granularity.DAY,
        edges=tuple(edges(span, Granularity.DAY, zone)),
        group_by=(Dimension.COUNTRY, Dimension.CODE),
        **fields,
    )


def people_by(answer: Answer, dimension: Dimension) -> dict[str, int]:
    return {row.key: row.metrics.people for row in answer.breakdowns[dimension]}


@pytest.mark.parametrize("zone", ["UTC", "Asia/Kathmandu"])
def test_every_part_of_an_answer_counts_people_exactly(analytics: Analytics, zone: str) -> None:
    """In the time zone of the roll-up from its bitmaps, in another one from the visitors themselves."""
    answer = analytics.ask(question(zone=zone))

    persons = [*range(PEOPLE), *range(PEOPLE, PEOPLE + 500)]
    assert answer.totals.people == PEOPLE + 500
    assert answer.totals.new == PEOPLE + 500
    assert answer.totals.returning == 0
    assert people_by(answer, Dimension.COUNTRY) == {
        name: sum(person % 3 == place for person in persons)
        for place, name in enumerate(("US", "GB", "NP"))
    }
    assert people_by(answer, Dimension.CODE) == {"common": 12_375, "rare": 125}


def test_each_point_counts_the_people_who_scanned_in_it(analytics: Analytics) -> None:
    answer = analytics.ask(question())

    # Each person scans at most twice, and on different days except for the 500 people of the tail
    # on the last day, so the people of a day are its scans minus those 500.
    assert [point.metrics.people for point in answer.series] == [
        point.metrics.scans - (500 if place == DAYS - 1 else 0)
        for place, point in enumerate(answer.series)
    ]


def test_few_returning_people_are_distinguished_from_many_new_people(analytics: Analytics) -> None:
    """The last point has some people who came before and 500 who did not; no approximation hides the difference."""
    last = analytics.ask(question(Range(FIRST + timedelta(days=3), SPAN.end))).totals

    assert (last.people, last.new, last.returning) == (500, 500, 0)
    later_half = analytics.ask(question(Range(FIRST + timedelta(days=2), SPAN.end))).totals
    assert (later_half.people, later_half.new) == (5_500, 2_500)
    assert later_half.returning == 3_000


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ((Filter(Dimension.COUNTRY, ("US",)),), 4_167),
        ((Filter(Dimension.COUNTRY, (), ("XX",)),), PEOPLE + 500),
    ],
)
def test_filtered_people_are_counted_exactly(
    analytics: Analytics, filters: tuple[Filter, ...], expected: int
) -> None:
    assert analytics.ask(question(filters=filters)).totals.people == expected


def test_people_counts_are_the_same_before_and_after_the_build(lake: Lake, tmp_path: Path) -> None:
    twin = Lake(str(tmp_path / "lake"))
    land(twin, *(scan(pos, pos % PEOPLE) for pos in range(15_000)))
    land(twin, *(scan(pos, PEOPLE + pos % 500) for pos in range(15_000, 16_000)))
    build_activity(twin, {"org_a": "UTC"})

    built, behind = Analytics(twin).ask(question()), Analytics(lake).ask(question())

    assert built.totals == behind.totals
    assert built.breakdowns == behind.breakdowns
    assert built.series == behind.series


@pytest.mark.parametrize("filters", [(), (Filter(Dimension.CODE, ("rare",)),)])
@pytest.mark.parametrize("days", [1, DAYS])
def test_cards_breakdowns_funnel_cross_table_and_exports_show_the_same_number(
    lake: Lake, analytics: Analytics, filters: tuple[Filter, ...], days: int
) -> None:
    span = Range(FIRST, FIRST + timedelta(days=days))
    asked = question(span, filters=filters)
    reports = Reports(lake, threads=1)

    def report(name: str) -> ReportAnswer:
        return reports.ask(
            ReportQuestion(
                org_id="org_a",
                report=get_report(name),
                current=span,
                zone=asked.zone,
                filters=filters,
                limit=1,
            )
        )

    answer = analytics.ask(asked)
    pairs = cross_table(analytics, replace(asked, previous=None, edges=(span.start,)))
    funnel = report("funnel").rows[0]
    visitors = report("visitors").total
    reports.close()

    people = answer.totals.people
    assert funnel["scan_people"] == visitors == people
    by_country = people_by(answer, Dimension.COUNTRY)
    assert sum(by_country.values()) == people, "everybody is from one country alone"
    cells = {(cell.key, cell.other): cell.metrics.people for cell in pairs.cells}
    for key, whole in by_country.items():
        assert sum(count for (one, _), count in cells.items() if one == key) == whole
