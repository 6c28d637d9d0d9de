"""What changed: the rule over generated answers, whatever their order; nothing said of noise."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from math import sqrt
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from warehouse.date_ranges import Range
from warehouse.queries.changes import (
    KINDS,
    LEAST_PART,
    MOST_NAMED,
    SPREADS,
    edges_of,
    explain,
    sums_of,
    weeks_before,
)
from warehouse.queries.language import Answer, BreakdownRow, Dimension, Metrics

Numbers = Mapping[str, int]
numbers = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 500), min_size=1)
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
        people_method="exact",
        people_error=0,
        as_of=None,
        tail_events=0,
    )


@settings(max_examples=25, deadline=None)
@given(numbers, numbers, st.lists(st.tuples(st.integers(0, 900), st.integers(0, 900)), max_size=8))
def test_what_is_named_explains_the_move_and_the_order_of_rows_does_not_matter(
    now: Numbers, before: Numbers, earlier: list[tuple[int, int]]
) -> None:
    change = explain("scans", answer(now), answer(before), earlier, days=1)

    upside_down = explain(
        "scans",
        answer(dict(reversed(list(now.items())))),
        answer(dict(reversed(list(before.items())))),
        earlier[::-1],
        days=1,
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
def test_nothing_is_named_when_everything_moves_alike(before: Numbers, times: int) -> None:
    now = {key: value * times for key, value in before.items()}
    for one, other in ((now, before), (before, now)):
        assert explain("scans", answer(one), answer(other), (), days=1).causes == ()


@settings(max_examples=25, deadline=None)
@given(numbers, st.sampled_from("abcdef"), st.integers(200, 5_000))
def test_one_code_that_moved_alone_is_named(before: Numbers, moved: str, more: int) -> None:
    held = {key: min(value, 40) for key, value in before.items()}
    now = {**held, moved: held.get(moved, 0) + more}

    others = sum(held.values()) - held.get(moved, 0)

    change = explain("scans", answer(now), answer(held), (), days=1)

    if others > 0 and others >= 0.3 * sum(held.values()):
        (cause,) = change.causes
        assert (cause.dimension, cause.key, cause.share) == ("code", moved, 1.0)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 5_000), st.integers(0, 5_000))
def test_what_chance_may_do_is_ordinary(now: int, before: int) -> None:
    change = explain("scans", answer({"a": now}), answer({"a": before}), (), days=1)
    assert change.is_ordinary == (abs(now - before) <= SPREADS * sqrt(now + before))


def test_a_move_that_comes_each_week_is_ordinary() -> None:
    mondays = [(1_000 + n, 100) for n in range(8)]
    assert explain("scans", answer({"a": 1_004}), answer({"a": 100}), mondays, days=1).is_ordinary
    assert not explain("scans", answer({"a": 100}), answer({"a": 100}), mondays, days=1).is_ordinary


def test_two_kinds_may_be_named_and_long_ranges_have_weekdays_instead_of_hours() -> None:
    before = answer(
        {"a": 100, "b": 100}, countries={"US": 200}, hours=dict.fromkeys(HOURS, 30) | {"2-09": 50}
    )
    now = answer(
        {"a": 400, "b": 100}, countries={"US": 500}, hours=dict.fromkeys(HOURS, 30) | {"2-09": 350}
    )

    short = explain("scans", now, before, (), days=1)
    long = explain("scans", now, before, (), days=7)

    assert [(cause.dimension, cause.key) for cause in short.causes] == [
        ("hour", "09"),
        ("code", "a"),
    ]
    assert [(cause.dimension, cause.key) for cause in long.causes] == [
        ("code", "a"),
        ("weekday", "2"),
    ]


def test_weeks_before_keep_the_clock_on_the_wall() -> None:
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
