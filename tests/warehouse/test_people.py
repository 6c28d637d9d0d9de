"""Many people: exact as long as that is promised, then a sketch within the error it states."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.events import land, make_event
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Granularity, Range, edges, zone_of
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics, metrics_of
from warehouse.queries.counted import SUMS
from warehouse.queries.language import Dimension, Filter, Question
from warehouse.queries.visitors import People

FIRST = datetime(2026, 3, 10, tzinfo=UTC)
DAYS = 4
PEOPLE = 12_000
SPAN = Range(FIRST, FIRST + timedelta(days=DAYS))
BEFORE = Range(FIRST - timedelta(days=DAYS), FIRST)


def scan(pos: int, person: int, **said: Any) -> dict[str, Any]:
    occurred_at = FIRST + timedelta(seconds=pos * DAYS * 86_400 // 20_000)
    return make_event(
        pos,
        day=occurred_at.date(),
        occurred_at=occurred_at,
        visitor_id=f"person-{person}",
        country=("US", "GB", "NP")[person % 3],
        code_id="rare" if person % 100 == 0 else "common",
        **said,
    )


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """12,000 people in 15,000 scans; the last 1,000 scans, by 500 more people, are not built yet."""
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


def question(span: Range = SPAN, **said: Any) -> Question:
    zone = zone_of(said.pop("zone", "UTC"))
    return Question(
        org_id="org_a",
        current=span,
        previous=BEFORE,
        zone=zone,
        granularity=Granularity.DAY,
        edges=tuple(edges(span, Granularity.DAY, zone)),
        group_by=(Dimension.COUNTRY, Dimension.CODE),
        **said,
    )


def test_many_people_are_estimated_within_the_stated_error(analytics: Analytics) -> None:
    answer = analytics.ask(question())

    assert answer.people_method == "hll"
    assert 0.01 < answer.people_error < 0.02
    three = 3 * answer.people_error
    assert answer.totals.people == pytest.approx(PEOPLE + 500, rel=three)
    assert answer.totals.scans == 16_000
    by_country = {row.key: row.metrics.people for row in answer.breakdowns[Dimension.COUNTRY]}
    assert by_country["US"] == pytest.approx(4_000 + 167, rel=three)
    rare = next(row for row in answer.breakdowns[Dimension.CODE] if row.key == "rare")
    assert rare.metrics.people == pytest.approx(125, abs=3)


def test_sketches_and_sums_speak_of_the_same_points(analytics: Analytics) -> None:
    answer = analytics.ask(question())

    for point in answer.series:
        assert point.metrics.people == pytest.approx(
            point.metrics.scans, rel=4 * answer.people_error, abs=600
        )


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"filters": (Filter(Dimension.COUNTRY, ("US",)),)}, 4_167),
        ({"filters": (Filter(Dimension.COUNTRY, (), ("XX",)),)}, PEOPLE + 500),
        ({"zone": "Asia/Kathmandu"}, PEOPLE + 500),
        ({"exact": True}, PEOPLE + 500),
    ],
)
def test_what_the_roll_up_cannot_answer_is_counted_exactly(
    analytics: Analytics, asked: dict[str, Any], expected: int
) -> None:
    answer = analytics.ask(question(**asked))

    assert (answer.people_method, answer.people_error) == ("exact", 0.0)
    assert answer.totals.people == expected


def test_exact_people_are_exact_in_every_part_of_the_answer(analytics: Analytics) -> None:
    answer = analytics.ask(question(exact=True))

    by_country = {row.key: row.metrics.people for row in answer.breakdowns[Dimension.COUNTRY]}
    persons = [*range(PEOPLE), *range(PEOPLE, PEOPLE + 500)]
    assert by_country == {
        name: sum(person % 3 == place for person in persons)
        for place, name in enumerate(("US", "GB", "NP"))
    }
    # Each scans at most twice, and never on one day: whoever scanned on a day is one of its people.
    assert [point.metrics.people for point in answer.series] == [
        point.metrics.scans - (500 if place == DAYS - 1 else 0)
        for place, point in enumerate(answer.series)
    ]


def test_fewer_than_ten_thousand_are_counted_exactly(analytics: Analytics) -> None:
    later_half = Range(FIRST + timedelta(days=2), SPAN.end)

    answer = analytics.ask(question(later_half))

    assert (answer.people_method, answer.people_error) == ("exact", 0.0)
    assert answer.totals.people == 2_000 + 3_000 + 500


def test_estimate_is_the_same_before_and_after_the_build(lake: Lake, tmp_path: Path) -> None:
    twin = Lake(str(tmp_path / "lake"))
    land(twin, *(scan(pos, pos % PEOPLE) for pos in range(15_000)))
    land(twin, *(scan(pos, PEOPLE + pos % 500) for pos in range(15_000, 16_000)))
    build_activity(twin, {"org_a": "UTC"})

    built, behind = Analytics(twin).ask(question()), Analytics(lake).ask(question())

    assert built.totals == behind.totals
    assert built.breakdowns == behind.breakdowns


@pytest.mark.parametrize(
    ("method", "estimated", "shown", "returning"),
    [("hll", 63_900, 65_600, 0), ("hll", 70_000, 70_000, 4_400), ("exact", 0, 0, 0)],
)
def test_an_estimate_is_never_below_those_who_were_counted_as_new(
    method: str, estimated: int, shown: int, returning: int
) -> None:
    place = ("total", "")
    counted = {place: dict.fromkeys(SUMS, 0) | {"new": 65_600}}

    found = metrics_of(counted, People({place: estimated}, method), place)

    assert (found.people, found.returning) == (shown, returning)
