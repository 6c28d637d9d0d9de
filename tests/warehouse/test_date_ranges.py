"""Ranges in any time zone, at any moment."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warehouse.date_ranges import (
    EARLIEST,
    LATEST,
    MONTHS,
    OPTIONS,
    WEEK_STARTS,
    Granularity,
    Range,
    RangeError,
    custom,
    edges,
    granularity_for,
    local_midnight,
    previous,
    resolve,
    year_before,
    zone_of,
)

AWKWARD = (
    "UTC",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "Africa/Casablanca",
    "Africa/Cairo",
    "Pacific/Apia",
    "Pacific/Chatham",
    "America/Sao_Paulo",
    "America/Havana",
    "Asia/Beirut",
    "Atlantic/Azores",
)
VALUES = [value for _, value in OPTIONS]

zones = st.sampled_from(AWKWARD) | st.sampled_from(sorted(available_timezones() - {"localtime"}))
moments = st.datetimes(datetime(2000, 1, 1), datetime(2030, 1, 1)).map(  # noqa: DTZ001
    lambda naive: naive.replace(tzinfo=UTC)
)
week_starts = st.sampled_from(sorted(WEEK_STARTS))


def at(text: str, zone: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


@given(zone_name=zones, now=moments, interval=st.sampled_from(VALUES), week_start=week_starts)
def test_preset_is_an_ordered_pair_of_instants_around_now(
    zone_name: str, now: datetime, interval: str, week_start: str
) -> None:
    zone = zone_of(zone_name)

    span = resolve(interval, now, zone, week_start)

    assert span.start < span.end
    assert span.start <= now
    assert span.start.tzinfo is span.end.tzinfo is UTC
    if interval not in ("24hour", "-1day", *MONTHS):
        assert now in span
        assert span.end == local_midnight(now.astimezone(zone).date() + timedelta(days=1), zone)


@given(zone_name=zones, now=moments)
def test_longer_presets_include_shorter_presets(zone_name: str, now: datetime) -> None:
    zone = zone_of(zone_name)
    today, yesterday, week, month, year = (
        resolve(value, now, zone) for value in ("1day", "-1day", "7day", "1month", "1year")
    )
    this_month = MONTHS[now.astimezone(zone).month - 1]

    assert yesterday.end == today.start
    assert week.start <= yesterday.start < week.end == today.end
    assert year.start <= month.start <= today.start
    assert resolve(this_month, now, zone) == month


@given(zone_name=zones, day=st.dates(date(2000, 1, 1), date(2030, 1, 1)))
def test_midnight_is_the_first_instant_of_its_day(zone_name: str, day: date) -> None:
    zone = zone_of(zone_name)

    instant = local_midnight(day, zone)

    assert instant.astimezone(zone).date() >= day
    assert (instant - timedelta(seconds=1)).astimezone(zone).date() < day
    assert local_midnight(day + timedelta(days=1), zone) >= instant


@given(
    zone_name=zones,
    start=moments,
    length=st.timedeltas(timedelta(minutes=1), timedelta(days=60)),
    granularity=st.sampled_from(Granularity),
    week_start=week_starts,
)
def test_points_are_consecutive_through_the_whole_range(
    zone_name: str, start: datetime, length: timedelta, granularity: Granularity, week_start: str
) -> None:
    span = Range(start, start + length)
    zone = zone_of(zone_name)

    found = edges(span, granularity, zone, week_start)

    assert found[0] == span.start
    assert found == sorted(set(found))
    assert found[-1] < span.end
    for edge in found[1:]:
        local = edge.astimezone(zone)
        if (
            granularity is Granularity.HOUR
            and local.utcoffset() == start.astimezone(zone).utcoffset()
        ):
            assert (local.minute, local.second) == (0, 0)
        if granularity in (Granularity.DAY, Granularity.WEEK, Granularity.MONTH):
            assert edge == local_midnight(local.date(), zone)
        if granularity is Granularity.WEEK:
            assert local.weekday() == WEEK_STARTS[week_start]
        if granularity is Granularity.MONTH:
            assert local.day == 1


@given(zone_name=zones, now=moments, interval=st.sampled_from([*VALUES, None]))
def test_comparison_period_ends_by_the_start_of_the_range_and_is_at_most_a_day_longer(
    zone_name: str, now: datetime, interval: str | None
) -> None:
    zone = zone_of(zone_name)
    span = resolve(interval or "7day", now, zone)

    before = previous(span, now, interval, zone)

    assert before.start <= before.end <= span.start
    # Longer only by a clock change, or by a day that a zone skipped.
    assert before.length <= min(span.end, max(now, span.start)) - span.start + timedelta(days=1)


@pytest.mark.parametrize(
    ("interval", "start", "end"),
    [
        ("1day", "2026-11-21T00:00", "2026-11-22T00:00"),
        ("-1day", "2026-11-20T00:00", "2026-11-21T00:00"),
        ("24hour", "2026-11-20T15:30", "2026-11-21T15:30"),
        ("1week", "2026-11-16T00:00", "2026-11-22T00:00"),
        ("7day", "2026-11-15T00:00", "2026-11-22T00:00"),
        ("1month", "2026-11-01T00:00", "2026-11-22T00:00"),
        ("30day", "2026-10-23T00:00", "2026-11-22T00:00"),
        ("90day", "2026-08-24T00:00", "2026-11-22T00:00"),
        ("1year", "2026-01-01T00:00", "2026-11-22T00:00"),
        ("all", "2026-02-03T00:00", "2026-11-22T00:00"),
        ("november", "2026-11-01T00:00", "2026-11-22T00:00"),
        ("december", "2025-12-01T00:00", "2026-01-01T00:00"),
        ("february", "2026-02-01T00:00", "2026-03-01T00:00"),
    ],
)
def test_presets_on_a_saturday_afternoon_in_new_york(interval: str, start: str, end: str) -> None:
    zone = "America/New_York"
    now = at("2026-11-21T15:30", zone)

    span = resolve(interval, now, zone_of(zone), "monday", at("2026-02-03T09:00", zone))

    assert span == Range(at(start, zone), at(end, zone))


@pytest.mark.parametrize(
    ("week_start", "first"), [("monday", 16), ("sunday", 15), ("saturday", 21)]
)
def test_week_starts_on_the_day_chosen_by_the_organisation(week_start: str, first: int) -> None:
    now = at("2026-11-21T15:30", "UTC")

    span = resolve("1week", now, zone_of("UTC"), week_start)

    assert span.start == datetime(2026, 11, first, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "now", "hours"),
    [
        ("America/New_York", "2026-03-08T12:00", 23),
        ("America/New_York", "2026-11-01T12:00", 25),
        ("Australia/Lord_Howe", "2026-04-05T12:00", 24.5),
        ("Australia/Lord_Howe", "2026-10-04T12:00", 23.5),
        ("Africa/Cairo", "2026-04-24T12:00", 23),
    ],
)
def test_day_of_a_clock_change_has_its_actual_length(zone: str, now: str, hours: float) -> None:
    span = resolve("1day", at(now, zone), zone_of(zone))

    assert span.length == timedelta(hours=hours)


def test_midnight_skipped_by_a_clock_change_is_the_first_instant_after_it() -> None:
    cairo = zone_of("Africa/Cairo")

    local = local_midnight(date(2026, 4, 24), cairo).astimezone(cairo)

    assert (local.day, local.hour) == (24, 1)


def test_day_that_a_zone_skipped_is_empty() -> None:
    apia = zone_of("Pacific/Apia")

    assert local_midnight(date(2011, 12, 30), apia) == local_midnight(date(2011, 12, 31), apia)


def test_hourly_points_stay_on_full_hours_after_a_half_hour_clock_change() -> None:
    zone = zone_of("Australia/Lord_Howe")
    span = resolve("1day", at("2026-04-05T12:00", "Australia/Lord_Howe"), zone)

    found = [edge.astimezone(zone) for edge in edges(span, Granularity.HOUR, zone)]

    assert [(edge.hour, edge.minute) for edge in found[:5]] == [
        (0, 0),
        (1, 0),
        (1, 30),
        (2, 0),
        (3, 0),
    ]


def test_month_to_date_is_compared_with_the_same_part_of_the_previous_month() -> None:
    zone = "America/New_York"
    now = at("2026-11-21T15:30", zone)
    span = resolve("1month", now, zone_of(zone))

    before = previous(span, now, "1month", zone_of(zone))

    assert before == Range(at("2026-10-01T00:00", zone), at("2026-10-21T15:30", zone))


@pytest.mark.parametrize(
    ("interval", "now", "start", "end"),
    [
        # The day of the change has 23 hours, the one before it 24.
        ("-1day", "2026-03-30T10:00", "2026-03-28T00:00", "2026-03-29T00:00"),
        # At ten o'clock, compared with days until ten o'clock.
        ("1day", "2026-03-29T10:00", "2026-03-28T00:00", "2026-03-28T10:00"),
        ("7day", "2026-04-02T10:00", "2026-03-20T00:00", "2026-03-26T10:00"),
        ("1week", "2026-03-29T10:00", "2026-03-16T00:00", "2026-03-22T10:00"),
        ("1month", "2026-04-12T10:00", "2026-03-01T00:00", "2026-03-12T10:00"),
        ("1month", "2026-03-31T10:00", "2026-02-01T00:00", "2026-03-01T00:00"),
        ("1year", "2026-06-01T10:00", "2025-01-01T00:00", "2025-06-01T10:00"),
        ("7day", "2026-10-29T10:00", "2026-10-16T00:00", "2026-10-22T10:00"),
    ],
)
def test_comparison_across_a_clock_change_ends_at_the_same_local_time(
    interval: str, now: str, start: str, end: str
) -> None:
    zone = "Europe/Berlin"
    moment = at(now, zone)
    span = resolve(interval, moment, zone_of(zone))

    before = previous(span, moment, interval, zone_of(zone))

    assert before == Range(at(start, zone), at(end, zone))


def test_length_of_a_range_determines_the_width_of_its_points() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)

    chosen = [
        granularity_for(Range(start, start + timedelta(days=n))) for n in (1, 7, 90, 365, 900)
    ]

    assert chosen == [
        Granularity.HOUR,
        Granularity.DAY,
        Granularity.DAY,
        Granularity.WEEK,
        Granularity.MONTH,
    ]


def test_range_options_match_the_picker() -> None:
    labels = dict(OPTIONS)

    assert labels["Last 24 hour"] == "24hour"
    assert labels["All time"] == "all"
    assert labels["December"] == "december"
    assert len(OPTIONS) == 22


@pytest.mark.parametrize(
    ("start", "end", "field"),
    [
        ("1899-12-31T00:00", "2026-01-01T00:00", "from"),
        ("2026-01-01T00:00", "2100-01-02T00:00", "to"),
        ("2026-01-02T00:00", "2026-01-01T00:00", "to"),
        ("2026-01-01T00:00", "2026-01-01T00:00", "to"),
    ],
)
def test_error_of_an_impossible_custom_range_names_its_field(
    start: str, end: str, field: str
) -> None:
    with pytest.raises(RangeError) as refused:
        custom(at(start, "UTC"), at(end, "UTC"))

    assert refused.value.field == field


@pytest.mark.parametrize("interval", ["", "2day", "January", "1day; drop table", "7DAY"])
def test_unknown_preset_is_refused(interval: str) -> None:
    with pytest.raises(RangeError) as refused:
        resolve(interval, datetime(2026, 1, 1, tzinfo=UTC), zone_of("UTC"))

    assert refused.value.field == "interval"


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../etc/passwd", "/etc/localtime", "UTC\x00"])
def test_unknown_zone_is_refused(name: str) -> None:
    with pytest.raises(RangeError):
        zone_of(name)


@pytest.mark.parametrize("name", ["America/New_York", "Europe/Berlin", "Pacific/Kiritimati"])
def test_first_and_last_day_of_the_picker_can_be_selected_in_every_zone(name: str) -> None:
    zone = zone_of(name)

    whole = custom(local_midnight(date(1900, 1, 1), zone), local_midnight(date(2100, 1, 1), zone))

    assert EARLIEST <= whole.start < EARLIEST + timedelta(days=1)
    assert LATEST - timedelta(days=1) < whole.end <= LATEST


def test_custom_range_of_whole_days_is_compared_with_as_many_previous_days() -> None:
    zone = zone_of("America/New_York")
    october = Range(
        local_midnight(date(2026, 10, 22), zone), local_midnight(date(2026, 11, 21), zone)
    )

    before = previous(october, october.end, None, zone)

    assert before == Range(local_midnight(date(2026, 9, 22), zone), october.start)


@pytest.mark.parametrize(
    ("start", "end", "now", "expected"),
    [
        # Whole local days, although the clocks changed on different days.
        ((2026, 3, 1), (2026, 4, 1), (2026, 6, 1), ((2025, 3, 1), (2025, 4, 1))),
        # A running month is compared with the same part of the earlier one.
        ((2026, 3, 1), (2026, 4, 1), (2026, 3, 9, 15), ((2025, 3, 1), (2025, 3, 9, 15))),
        ((2024, 2, 1), (2024, 3, 1), (2026, 1, 1), ((2023, 2, 1), (2023, 3, 1))),
        ((2025, 2, 1), (2025, 3, 1), (2026, 1, 1), ((2024, 2, 1), (2024, 3, 1))),
        ((2024, 2, 29), (2024, 3, 1), (2026, 1, 1), ((2023, 2, 28), (2023, 3, 1))),
        ((2024, 2, 28, 12), (2024, 2, 29, 6), (2026, 1, 1), ((2023, 2, 28, 12), (2023, 2, 28, 12))),
    ],
)
def test_comparison_with_a_year_before_covers_the_same_calendar_dates(
    start: tuple[int, ...],
    end: tuple[int, ...],
    now: tuple[int, ...],
    expected: tuple[tuple[int, ...], ...],
) -> None:
    zone = zone_of("America/New_York")

    def at(fields: tuple[int, ...]) -> datetime:
        return datetime(*fields, tzinfo=zone).astimezone(UTC)  # type: ignore[misc,arg-type]

    found = year_before(Range(at(start), at(end)), at(now), zone)

    assert found == Range(*map(at, expected))


@given(
    st.integers(0, 7 * 365 * 86_400),
    st.sampled_from(VALUES),
    st.sampled_from(AWKWARD),
)
def test_comparison_range_a_year_before_is_at_most_a_day_longer(
    seconds: int, interval: str, zone_name: str
) -> None:
    now, zone = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds), zone_of(zone_name)
    span = resolve(interval, now, zone, first_event=now - timedelta(days=900))

    before = year_before(span, now, zone)

    assert before.start <= before.end < span.end
    assert before.length <= span.length + timedelta(days=1, hours=2)
    assert timedelta(days=364) <= span.start - before.start <= timedelta(days=367)


def test_range_includes_its_start_and_excludes_its_end() -> None:
    start, instant = datetime(2026, 5, 1, tzinfo=UTC), timedelta(microseconds=1)
    span = Range(start, start + timedelta(days=1))

    assert [it in span for it in (start - instant, start, span.end - instant, span.end)] == [
        False,
        True,
        True,
        False,
    ]
