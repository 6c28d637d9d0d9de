"""Every answer equals a plain count over raw events, however far the marts have been built."""

import random
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.pipelines.events import ZONES, land, make_event
from tests.warehouse.question_cases import (
    CUSTOM,
    INTERVALS,
    ZONES_ASKED,
    Asked,
    State,
    missing_pairs,
    questions,
)
from tests.warehouse.reference import answer_of
from tests.warehouse.streams import GROUPS, any_now, stream
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import (
    Granularity,
    Range,
    compared,
    edges,
    granularity_for,
    local_midnight,
    resolve,
    zone_of,
)
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import (
    Dimension,
    Filter,
    Metrics,
    Question,
    filters_of_codes,
)
from warehouse.queries.sources import bucket_of
from warehouse.serving.writer import write_copy

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("few_marts")]

UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)
"""Each example builds a lake, so shrinking a failure would take minutes."""
AROUND = datetime(2026, 3, 29, tzinfo=UTC)
EVENTS = 240

moments = st.datetimes(
    AROUND.replace(tzinfo=None) - timedelta(days=40),
    AROUND.replace(tzinfo=None) + timedelta(days=3),
).map(lambda naive: naive.replace(tzinfo=UTC))


def question(span: Range, zone_name: str, **values: Any) -> Question:
    zone = zone_of(zone_name)
    granularity = values.pop("granularity", granularity_for(span))
    return Question(
        org_id=values.pop("org_id", "org_a"),
        current=span,
        previous=values.pop("previous", None),
        zone=zone,
        granularity=granularity,
        edges=tuple(edges(span, granularity, zone)),
        **values,
    )


def put(lake: Lake, rows: list[dict[str, Any]], built: int, zone: str) -> None:
    """Land all rows; the marts cover only the first `built`."""
    if rows[:built]:
        land(lake, *rows[:built])
        build_activity(lake, ZONES | {"org_a": zone})
    if rows[built:]:
        land(lake, *rows[built:])


def test_questions_cover_every_pair_of_question_options() -> None:
    asked = questions()

    assert list(missing_pairs(asked)) == []
    assert {(one.interval, one.zone) for one in asked} == {
        (interval, zone) for interval in INTERVALS for zone in ZONES_ASKED
    }


@pytest.mark.parametrize("home", ZONES_ASKED)
@settings(
    max_examples=1,
    deadline=None,
    phases=UNSHRUNK,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32).filter(bool))
def test_answers_equal_plain_counts(new_lake: Callable[[], Lake], home: str, seed: int) -> None:
    """One stream for the queries over marts that count days in `home`, queried while it arrives."""
    rng = random.Random(f"{home} {seed}")
    now = any_now(rng)
    rows = stream(f"{home} {seed}", EVENTS, now, home)
    seen: list[Metrics] = []
    for state, lake, landed in growing(new_lake(), rows, home):
        analytics = Analytics(lake, threads=1)
        for one in (one for one in questions() if (one.home, one.state) == (home, state)):
            seen += agreed(analytics, landed, one, now, rng)
        analytics.close()

    for metric in fields(Metrics):
        assert any(getattr(metrics, metric.name) for metrics in seen), f"{metric.name} is never met"


def test_scan_is_counted_in_a_time_zone_where_it_falls_on_another_day(
    new_lake: Callable[[], Lake],
) -> None:
    """A scan on the 27th in Chatham is on the 26th in Casablanca, where the 27th is empty."""
    lake = new_lake()
    at = datetime(2026, 8, 26, 14, tzinfo=UTC)
    put(lake, [make_event(0, occurred_at=at, day=at.date())], 1, "Africa/Casablanca")
    chatham = zone_of("Pacific/Chatham")
    span = resolve("1day", at, chatham)

    answer = Analytics(lake).ask(question(span, chatham.key))

    assert (answer.totals.scans, answer.totals.people) == (1, 1)


def growing(
    lake: Lake, rows: list[dict[str, Any]], home: str
) -> Iterator[tuple[State, Lake, list[dict[str, Any]]]]:
    """Yield the lake in each state, with the events that have landed in it."""
    zones = ZONES | {"org_a": home}
    third = len(rows) // 3
    land(lake, *rows[: 2 * third])
    yield State.RAW, lake, rows[: 2 * third]
    build_activity(lake, zones)
    land(lake, *rows[2 * third :])
    yield State.PART, lake, rows
    build_activity(lake, zones)
    yield State.BUILT, lake, rows
    assert write_copy(lake, datetime.now(UTC))
    yield State.SERVED, lake, rows
    yield State.MOVED, lake, rows


def agreed(
    analytics: Analytics, rows: list[dict[str, Any]], one: Asked, now: datetime, rng: random.Random
) -> list[Metrics]:
    """Query and compare every number of the answer with a plain count; return some of them."""
    zone = zone_of(one.zone)
    if one.interval == CUSTOM:
        start = now - timedelta(microseconds=rng.randrange(8 * 86_400_000_000))
        span = Range(start, start + timedelta(microseconds=rng.randrange(8 * 86_400_000_000)))
    else:
        first = min(row["occurred_at"] for row in rows)
        span = resolve(one.interval, now, zone, one.week_start, first)
    interval = None if one.interval == CUSTOM else one.interval
    filters = tuple(filter_ for _, filter_ in one.filters)
    asked = replace(
        question(
            span,
            one.zone,
            granularity=one.granularity,
            previous=compared(one.compared, span, now, interval, zone),
            filters=filters_of_codes(filters, GROUPS),
            group_by=one.group_by,
            include_bots=one.include_bots,
            code_groups=GROUPS,
        ),
        edges=tuple(edges(span, one.granularity, zone, one.week_start)),
    )

    answer = analytics.ask(asked)

    expected = answer_of(rows, asked, filters)
    assert answer.totals == expected.totals, one
    assert answer.previous == expected.previous, one
    assert tuple(point.metrics for point in answer.series) == expected.series, one
    for dimension, found in answer.breakdowns.items():
        assert {row.key: row.metrics for row in found} == expected.breakdowns[dimension], one
    agreed_in_part(analytics, rows, asked, filters, rng)
    return [expected.totals, *expected.series]


def agreed_in_part(
    analytics: Analytics,
    rows: list[dict[str, Any]],
    asked: Question,
    filters: tuple[Filter, ...],
    rng: random.Random,
) -> None:
    """Compare some metrics alone in the same way, in parts of any length: those that are not requested are 0."""
    wanted = rng.sample([metric.name for metric in fields(Metrics)], rng.randint(1, 3))
    span, zone = asked.current, asked.zone
    moments = [span.start + span.length * rng.random() for _ in range(6)]
    cuts = {bucket_of(one) for one in moments[:3]}
    cuts |= {local_midnight(one.astimezone(zone).date(), zone) for one in moments[3:]}
    part = replace(
        asked,
        metrics=frozenset(wanted),
        granularity=Granularity.HOUR,
        edges=(span.start, *sorted(one for one in cuts if span.start < one < span.end)),
        group_by=asked.group_by[:1],
    )

    def in_part(metrics: Metrics) -> Metrics:
        return Metrics(**{name: getattr(metrics, name) for name in wanted})

    answer = analytics.ask(part)

    expected = answer_of(rows, part, filters)
    assert answer.totals == in_part(expected.totals), part
    assert answer.previous == (expected.previous and in_part(expected.previous)), part
    assert [point.metrics for point in answer.series] == [
        in_part(one) for one in expected.series
    ], part
    for dimension, found in answer.breakdowns.items():
        known = {key: in_part(one) for key, one in expected.breakdowns[dimension].items()}
        assert {row.key: row.metrics for row in found if row.metrics != Metrics()} == {
            key: one for key, one in known.items() if one != Metrics()
        }, part


def test_hours_are_complete_and_other_breakdowns_have_the_highest_values(
    new_lake: Callable[[], Lake],
) -> None:
    start = datetime(2026, 3, 9, tzinfo=UTC)
    hours = [start + timedelta(hours=number) for number in range(168)]
    sent = [
        make_event(
            pos,
            type="submit",
            day=at.date(),
            occurred_at=at,
            code_id=f"code_{'cab'[pos % 7 % 3]}",
        )
        for pos, at in enumerate(hours)
    ]
    lake = new_lake()
    put(lake, sent, 100, "UTC")
    analytics = Analytics(lake, threads=1)

    found = analytics.ask(
        question(
            Range(start, start + timedelta(days=7)),
            "UTC",
            group_by=(Dimension.HOUR_BY_WEEKDAY, Dimension.CODE),
            breakdown_limit=2,
            metrics=frozenset({"submits"}),
        )
    ).breakdowns
    analytics.close()

    assert {row.key: row.metrics.submits for row in found[Dimension.HOUR_BY_WEEKDAY]} == {
        f"{day}-{hour:02}": 1 for day in range(1, 8) for hour in range(24)
    }
    codes = [(row.key, row.metrics.submits) for row in found[Dimension.CODE]]
    assert codes == [("code_c", 72), ("code_a", 48)]


def test_empty_lake_returns_zeros(new_lake: Callable[[], Lake]) -> None:
    span = Range(AROUND - timedelta(days=7), AROUND)

    answer = Analytics(new_lake()).ask(question(span, "UTC", group_by=(Dimension.CODE,)))

    assert answer.totals.scans == 0
    assert answer.as_of is None
    assert len(answer.series) == 7
