"""The detection of changes: the rule over generated answers, in any order; noise is not reported."""

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import sqrt
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pipelines.events import ZONES, land, make_event
from tests.warehouse.reference import answer_of, count
from tests.warehouse.streams import CODES, GROUPS
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Granularity, Range, previous, resolve
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.changes import (
    KINDS,
    LEAST_PART,
    MOST_NAMED,
    SPLIT_BY,
    SPREADS,
    Change,
    edges_of,
    explain,
    explain_move,
    sums_of,
    weeks_before,
)
from warehouse.queries.language import Answer, BreakdownRow, Dimension, Metrics, Question

Numbers = Mapping[str, int]
numbers = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 500), min_size=1)
ZONE = ZoneInfo("America/New_York")
HOURS = [f"{day}-{hour:02}" for day in (1, 2) for hour in (9, 10, 11)]


def answer(
    codes: Numbers, *, countries: Numbers | None = None, hours: Numbers | None = None
) -> Answer:
    def rows(values: Numbers) -> tuple[BreakdownRow, ...]:
        return tuple(BreakdownRow(key, Metrics(scans=value)) for key, value in values.items())

    return Answer(
        totals=Metrics(scans=sum(codes.values())),
        previous=None,
        series=(),
        breakdowns={
            Dimension.CODE: rows(codes),
            Dimension.COUNTRY: rows(countries or {}),
            Dimension.HOUR_BY_WEEKDAY: rows(hours or {}),
        },
        as_of=None,
        tail_events=0,
    )


@settings(max_examples=25, deadline=None)
@given(numbers, numbers, st.lists(st.tuples(st.integers(0, 900), st.integers(0, 900)), max_size=8))
def test_named_causes_explain_the_change_regardless_of_row_order(
    now: Numbers, before: Numbers, earlier: list[tuple[int, int]]
) -> None:
    change = explain("scans", answer(now), answer(before), earlier, days=1, zone=ZONE)

    upside_down = explain(
        "scans",
        answer(dict(reversed(list(now.items())))),
        answer(dict(reversed(list(before.items())))),
        earlier[::-1],
        days=1,
        zone=ZONE,
    )
    assert change == upside_down
    move = change.now - change.before
    assert len(change.causes) <= MOST_NAMED
    assert len({KINDS[cause.dimension] for cause in change.causes}) == len(change.causes)
    if change.is_ordinary:
        assert change.causes == ()
    for cause in change.causes:
        own = cause.now - cause.before
        assert own * move > 0
        assert cause.share == own / move >= LEAST_PART
        assert (cause.now, cause.before) == (now.get(cause.key, 0), before.get(cause.key, 0))


@settings(max_examples=25, deadline=None)
@given(numbers, st.integers(2, 9))
def test_no_cause_is_named_when_everything_changes_by_the_same_factor(
    before: Numbers, times: int
) -> None:
    now = {key: value * times for key, value in before.items()}
    for one, other in ((now, before), (before, now)):
        assert explain("scans", answer(one), answer(other), (), days=1, zone=ZONE).causes == ()


@settings(max_examples=25, deadline=None)
@given(numbers, st.sampled_from("abcdef"), st.integers(200, 5_000))
def test_only_code_that_changed_is_named_as_the_cause(
    before: Numbers, moved: str, more: int
) -> None:
    held = {key: min(value, 40) for key, value in before.items()}
    now = {**held, moved: held.get(moved, 0) + more}

    others = sum(held.values()) - held.get(moved, 0)

    change = explain("scans", answer(now), answer(held), (), days=1, zone=ZONE)

    if others > 0 and others >= 0.3 * sum(held.values()):
        (cause,) = change.causes
        assert (cause.dimension, cause.key, cause.share) == ("code", moved, 1.0)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 5_000), st.integers(0, 5_000))
def test_change_within_random_variation_is_ordinary(now: int, before: int) -> None:
    change = explain("scans", answer({"a": now}), answer({"a": before}), (), days=1, zone=ZONE)
    assert change.is_ordinary == (abs(now - before) <= SPREADS * sqrt(now + before))


def test_change_that_recurs_every_week_is_ordinary() -> None:
    mondays = [(1_000 + n, 100) for n in range(8)]
    assert explain(
        "scans", answer({"a": 1_004}), answer({"a": 100}), mondays, days=1, zone=ZONE
    ).is_ordinary
    assert not explain(
        "scans", answer({"a": 100}), answer({"a": 100}), mondays, days=1, zone=ZONE
    ).is_ordinary


def test_two_kinds_of_causes_can_be_named_and_long_ranges_use_weekdays_instead_of_hours() -> None:
    before = answer(
        {"a": 100, "b": 100}, countries={"US": 200}, hours=dict.fromkeys(HOURS, 30) | {"2-09": 50}
    )
    now = answer(
        {"a": 400, "b": 100}, countries={"US": 500}, hours=dict.fromkeys(HOURS, 30) | {"2-09": 350}
    )

    short = explain("scans", now, before, (), days=1, zone=ZONE)
    long = explain("scans", now, before, (), days=7, zone=ZONE)

    assert [(cause.dimension, cause.key) for cause in short.causes] == [
        ("hour", "09"),
        ("code", "a"),
    ]
    assert [(cause.dimension, cause.key) for cause in long.causes] == [
        ("code", "a"),
        ("weekday", "2"),
    ]


def test_previous_weeks_keep_local_times_across_clock_changes() -> None:
    zone = ZoneInfo("America/New_York")
    noon = datetime(2026, 3, 10, 12, tzinfo=zone).astimezone(UTC)
    midnight = datetime(2026, 3, 10, tzinfo=zone).astimezone(UTC)
    current = Range(midnight, midnight + timedelta(days=1))
    previous = Range(midnight - timedelta(days=1), noon - timedelta(days=1))

    pairs = weeks_before(current, previous, noon, zone)

    first, _ = pairs[0]
    assert [edge.astimezone(zone).hour for edge in (first.start, first.end)] == [0, 12]
    edges = edges_of(pairs)
    assert edges == sorted(set(edges))
    sums = sums_of(pairs, {edge: 2**place for place, edge in enumerate(edges)})
    assert sums[0][0] == sum(
        2**place for place, edge in enumerate(edges) if first.start <= edge < first.end
    )


@pytest.mark.usefixtures("few_marts")
def test_explanation_of_a_change_equals_plain_counts(tmp_path: Path) -> None:
    """One code's mornings grow at the end, for half a day inside and half a day beyond the marts."""
    now = datetime(2026, 3, 31, 17, 15, tzinfo=UTC)
    rng = random.Random(73)
    moments = [now - timedelta(minutes=rng.randrange(130 * 1440)) for _ in range(700)]
    rows = [
        make_event(0, occurred_at=at, code_id=rng.choice(CODES), country=rng.choice(("US", "CA")))
        | {"type": rng.choice(("scan", "scan", "view")), "is_bot": rng.random() < 0.2}
        for at in sorted(moments)
    ]
    rows += [
        make_event(0, occurred_at=now - timedelta(hours=4, seconds=9 * n), code_id="code_2")
        for n in range(150)
    ]
    rows = [
        row | {"pos": pos, "day": row["occurred_at"].date(), "event_id": str(pos)}
        for pos, row in enumerate(rows)
    ]
    lake = Lake(str(tmp_path / "lake"))
    land(lake, *rows[:-75])
    build_activity(lake, ZONES | {"org_a": ZONE.key})
    land(lake, *rows[-75:])
    analytics = Analytics(lake, threads=1)
    named: set[str] = set()
    for interval in ("1day", "24hour", "7day", "30day"):
        span = resolve(interval, now, ZONE)
        asked = Question(
            org_id="org_a",
            current=span,
            previous=previous(span, now, interval, ZONE),
            zone=ZONE,
            granularity=Granularity.DAY,
            edges=(span.start,),
            group_by=SPLIT_BY,
            code_groups=GROUPS,
        )
        for metric in ("scans", "views"):
            change = explain_move(analytics, asked, metric, now)

            assert change == plainly_explained(rows, asked, metric, now)
            named |= {cause.dimension for cause in change.causes}
    analytics.close()

    assert {"code", "hour", "weekday"} <= named


def plainly_explained(
    rows: list[dict[str, Any]], asked: Question, metric: str, now: datetime
) -> Change:
    """Return the same explanation, computed from every single event."""
    assert asked.previous

    def answered(span: Range) -> Answer:
        found = answer_of(rows, replace(asked, current=span, edges=(span.start,)), ())
        split = {
            dimension: tuple(BreakdownRow(key, metrics) for key, metrics in several.items())
            for dimension, several in found.breakdowns.items()
        }
        return Answer(found.totals, None, (), split, None, 0)

    pairs = weeks_before(asked.current, asked.previous, now, asked.zone)
    earlier = [
        (getattr(count(rows, "org_a", one), metric), getattr(count(rows, "org_a", other), metric))
        for one, other in pairs
    ]
    days = asked.current.length / timedelta(days=1)
    return explain(
        metric,
        answered(asked.current),
        answered(asked.previous),
        earlier,
        days=days,
        zone=asked.zone,
    )
