"""When each recipient gets a campaign, compared with going through the minutes of a clock."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from api.domains.messaging.campaigns.timing import (
    Timing,
    due_for,
    first_start,
    hours_by_use,
    next_hour,
    share_of,
    shown_first,
)
from api.domains.people.consents.country_hours import RULES
from api.domains.people.consents.quiet_hours import QuietHours, QuietRule, first_allowed
from api.domains.people.consents.region_zones import REGION_ZONES
from api.domains.people.consents.zones import PersonZones, zone_of_phone, zone_of_place

MINUTE = timedelta(minutes=1)
ZONES = (
    *("UTC", "Europe/Lisbon", "America/New_York", "Asia/Kathmandu", "Asia/Kolkata"),
    *("Australia/Lord_Howe", "Pacific/Chatham", "America/St_Johns", "Pacific/Kiritimati"),
    *("Africa/Casablanca", "America/Santiago", "Asia/Beirut"),
)


def clock(text: str) -> datetime:
    """Return a local time without a time zone."""
    return datetime.fromisoformat(text)


NIGHT = QuietHours(time(21, 30), time(8, 0))


def shown(moment: datetime, zone: ZoneInfo) -> datetime:
    """Return the local time of a zone."""
    return moment.astimezone(zone).replace(tzinfo=None)


def walked(local: datetime, zone: ZoneInfo) -> datetime:
    """Return the first minute with this local time or a later one, found by going through all of them."""
    moment = local.replace(tzinfo=UTC) - timedelta(hours=15)
    while shown(moment, zone) < local:
        moment += MINUTE
    return moment


@settings(max_examples=60, deadline=None)
@given(
    local=st.datetimes(clock("2026-01-01T00:00"), clock("2029-01-01T00:00")).map(
        lambda it: it.replace(second=0, microsecond=0)
    ),
    name=st.sampled_from(ZONES),
)
@example(clock("2027-03-28T01:30"), "Europe/Lisbon")
@example(clock("2027-10-31T01:30"), "Europe/Lisbon")
@example(clock("2027-03-14T02:00"), "America/New_York")
@example(clock("2027-11-07T02:10"), "America/New_York")
@example(clock("2027-10-03T02:15"), "Australia/Lord_Howe")
@example(clock("2027-04-04T01:45"), "Australia/Lord_Howe")
@example(clock("2027-03-28T00:00"), "Asia/Beirut")
@example(clock("2028-02-29T09:00"), "Asia/Kathmandu")
@example(clock("2028-02-29T00:00"), "Pacific/Kiritimati")
def test_local_time_is_the_first_moment_at_which_the_clock_shows_it(
    local: datetime, name: str
) -> None:
    zone = ZoneInfo(name)
    found = shown_first(local, zone)
    assert found == walked(local, zone)
    assert found >= first_start(local)


def test_day_that_a_country_skipped_starts_with_the_next_day() -> None:
    """Samoa skipped 30 December 2011."""
    zone = ZoneInfo("Pacific/Apia")
    found = shown_first(clock("2011-12-30T12:00"), zone)
    assert shown(found, zone) == clock("2011-12-31T00:00")


@settings(max_examples=150, deadline=None)
@given(
    start=st.datetimes(
        clock("2026-01-01T00:00"), clock("2029-01-01T00:00"), timezones=st.just(UTC)
    ),
    wait=st.integers(-2_000, 2_000),
    hours=st.integers(0, 72),
    share=st.floats(0, 1, exclude_max=True),
    name=st.sampled_from(ZONES),
    is_local=st.booleans(),
    skips=st.booleans(),
)
def test_nobody_gets_a_campaign_early_twice_or_in_quiet_hours(
    start: datetime, wait: int, hours: int, share: float, name: str, is_local: bool, skips: bool
) -> None:
    zone, now = ZoneInfo(name), start + timedelta(minutes=wait)
    local = start.replace(tzinfo=None, second=0, microsecond=0) if is_local else None
    timing = Timing(start, local, timedelta(hours=hours), "skip" if skips else "defer")

    due = due_for(timing, zone, share, [QuietRule(NIGHT)], now)

    wanted = (walked(local, zone) if local else start) + timedelta(hours=hours) * share
    wanted = max(wanted, now)
    is_quiet = not time(8) <= shown(wanted, zone).time() < time(21, 30)
    assert due_for(timing, zone, share, [], now) == wanted
    if not is_quiet:
        assert due == wanted
    elif skips:
        assert due is None
    else:
        assert due is not None
        assert wanted < due <= wanted + timedelta(hours=12)
        assert time(8) <= shown(due, zone).time() < time(21, 30)


def walked_to_hour(start: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """Return the first moment from `start` on at which the clock shows the hour or skips it."""
    found = start
    while shown(found, zone).hour != hour:
        before = shown(found, zone)
        found = found.replace(second=0, microsecond=0) + MINUTE
        beginning = before.replace(hour=hour, minute=0, second=0, microsecond=0)
        beginning += timedelta(days=beginning <= before)
        if before < beginning < shown(found, zone):
            break
    return found


@settings(max_examples=60, deadline=None)
@given(
    start=st.datetimes(
        clock("2026-01-01T00:00"), clock("2029-01-01T00:00"), timezones=st.just(UTC)
    ),
    hour=st.integers(0, 23),
    name=st.sampled_from(ZONES),
)
@example(datetime(2027, 3, 14, 5, tzinfo=UTC), 2, "America/New_York")
@example(datetime(2027, 11, 7, 4, 30, tzinfo=UTC), 1, "America/New_York")
@example(datetime(2027, 4, 3, 14, 50, tzinfo=UTC), 2, "Australia/Lord_Howe")
@example(datetime(2027, 3, 27, 21, 30, tzinfo=UTC), 0, "Asia/Beirut")
@example(datetime(2028, 2, 28, 23, tzinfo=UTC), 0, "Asia/Kathmandu")
def test_next_best_hour_is_within_a_day(start: datetime, hour: int, name: str) -> None:
    zone = ZoneInfo(name)
    found = next_hour(start, hour, zone)
    assert found == walked_to_hour(start, hour, zone)
    assert start <= found <= start + timedelta(hours=25)


def test_best_hour_outside_quiet_hours_is_chosen_by_the_persons_local_clock() -> None:
    zone, now = ZoneInfo("America/New_York"), datetime(2027, 3, 10, 12, tzinfo=UTC)
    days = [datetime(2027, 3, day, 23, 30, tzinfo=UTC) for day in (1, 2, 20)]
    seen = dict.fromkeys(days, 1) | {datetime(2027, 3, 3, 4, tzinfo=UTC): 2}
    hours = hours_by_use(seen, zone)
    timing = Timing(now, None, timedelta(), "skip", at_best_hour=True)

    assert hours == [18, 23, 19]  # clocks went forward before the 20th
    assert due_for(timing, zone, 0.5, [], now, hours) == datetime(2027, 3, 10, 23, tzinfo=UTC)
    late = QuietRule(QuietHours(time(18), time(19)))
    assert due_for(timing, zone, 0.5, [late], now, hours) == datetime(2027, 3, 11, 4, tzinfo=UTC)
    assert due_for(timing, zone, 0.5, [QuietRule(NIGHT)], now, [23]) is None
    assert due_for(timing, zone, 0.5, [], now, []) == now


def test_assigned_shares_are_sticky_and_evenly_distributed() -> None:
    shares = [share_of("cmp_1", f"cus_{it}") for it in range(4_000)]
    assert shares == [share_of("cmp_1", f"cus_{it}") for it in range(4_000)]
    assert all(0 <= it < 1 for it in shares)
    assert all(
        abs(sum(tenth / 10 <= it < (tenth + 1) / 10 for it in shares) - 400) < 90
        for tenth in range(10)
    )


@pytest.mark.parametrize(
    ("number", "zone"),
    [
        ("+12125550123", "America/New_York"),
        ("+13105550123", "America/Los_Angeles"),
        ("+351912345678", "Europe/Lisbon"),
        ("+9779812345678", "Asia/Katmandu"),
        ("+18005550123", None),  # anywhere in North America
        ("not a number", None),
    ],
)
def test_number_determines_a_time_zone_only_if_its_possible_zones_are_close(
    number: str, zone: str | None
) -> None:
    assert zone_of_phone(number, datetime(2027, 1, 1, tzinfo=UTC)) == zone


def walked_out_of(moment: datetime, rules: list[QuietRule], zone: ZoneInfo) -> datetime:
    """Return the first moment that is not quiet, found by going through all minutes of the zone's clock."""

    def is_quiet(it: datetime) -> bool:
        local = it.astimezone(zone)
        at = local.time()
        return any(
            local.weekday() in rule.days
            or (
                rule.hours.start <= at < rule.hours.end
                if rule.hours.start < rule.hours.end
                else not rule.hours.end <= at < rule.hours.start
            )
            for rule in rules
        )

    if not is_quiet(moment):
        return moment
    found = moment.replace(second=0, microsecond=0) + MINUTE
    while is_quiet(found):
        found += MINUTE
    return found


@settings(max_examples=60, deadline=None)
@given(
    moment=st.datetimes(
        clock("2026-01-01T00:00"), clock("2029-01-01T00:00"), timezones=st.just(UTC)
    ),
    name=st.sampled_from(ZONES),
    country=st.sampled_from([None, *RULES]),
    has_own=st.booleans(),
)
@example(datetime(2028, 2, 28, 22, tzinfo=UTC), "Asia/Kathmandu", "FR", True)
@example(datetime(2027, 3, 28, 0, 30, tzinfo=UTC), "Europe/Lisbon", "FR", True)
@example(datetime(2027, 3, 27, 22, 30, tzinfo=UTC), "Asia/Beirut", "FR", False)
@example(datetime(2027, 11, 7, 5, 40, tzinfo=UTC), "America/New_York", "US", False)
def test_quiet_hours_of_country_and_organisation_apply_together(
    moment: datetime, name: str, country: str | None, has_own: bool
) -> None:
    own = [QuietRule(NIGHT)] if has_own else []
    law = [QuietRule(RULES[country].hours, RULES[country].days)] if country else []
    zone = ZoneInfo(name)
    assert first_allowed(moment, own + law, zone) == walked_out_of(moment, own + law, zone)


def test_quiet_hours_that_leave_no_time_yield_no_allowed_moment() -> None:
    always = QuietRule(NIGHT, frozenset(range(7)))
    assert first_allowed(datetime(2027, 1, 1, tzinfo=UTC), [always], ZoneInfo("UTC")) is None


def test_time_zone_comes_from_profile_then_number_then_last_scan_then_organisation() -> None:
    moment = datetime(2027, 1, 1, tzinfo=UTC)
    zones = PersonZones("Asia/Kathmandu", moment)
    ours, toll_free, seen = "+351912340001", "+18005550143", "Asia/Tokyo"
    assert zones.of("Asia/Seoul", lambda: ours, seen).key == "Asia/Seoul"
    assert zones.of(None, lambda: ours, seen).key == "Europe/Lisbon"
    assert zones.of(None, lambda: None, seen).key == "Asia/Tokyo"
    assert zones.of(None, lambda: toll_free, seen).key == "Asia/Tokyo"
    assert zones.of(None, lambda: None, None).key == "Asia/Kathmandu"
    assert zones.of(None, lambda: "+14155550143", None).key == "America/Los_Angeles"


@pytest.mark.parametrize(
    ("country", "region", "expected"),
    [
        ("PT", "", "Europe/Lisbon"),
        ("US", "California", "America/Los_Angeles"),
        ("US", "", None),
        ("AU", "western australia", "Australia/Perth"),
        ("CA", "Québec", "America/Toronto"),
        ("RU", "Moscow", None),
        ("XX", "", None),
    ],
)
def test_place_determines_a_time_zone_only_if_its_possible_zones_are_close(
    country: str, region: str, expected: str | None
) -> None:
    assert zone_of_place(country, region, datetime(2027, 7, 1, tzinfo=UTC)) == expected


def test_time_zones_of_all_regions_exist() -> None:
    for zones in REGION_ZONES.values():
        assert set(zones.values()) <= available_timezones()
