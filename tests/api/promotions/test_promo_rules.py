"""Properties of promo code formats, validity windows and distances."""

import math
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from api.domains.codes.codes.promo_lock import LockState
from api.domains.promotions.promo_locks import code_format, guess_limits, keyhash
from api.domains.promotions.promo_locks.types import Location, PromoState, Reason, Terms
from api.domains.promotions.promo_locks.validity import distance_m, refusal, state
from api.kit.csv_cells import csv_lines, neutral

MOMENTS = st.integers(1_577_836_800, 1_893_456_000).map(
    lambda seconds: datetime.fromtimestamp(seconds, UTC)
)
CODES = st.text(code_format.ALPHABET, min_size=4, max_size=32)
PLACES = st.builds(Location, st.floats(-90, 90), st.floats(-180, 180))
FILLING = st.lists(st.sampled_from([" ", "-", "–", "\u00a0", "\t", "\u200b", "."]), max_size=40)


def refusal_at(terms: Terms, now: datetime, **facts: Any) -> Reason | None:
    known: dict[str, Any] = {
        "withdrawn": False,
        "used": 0,
        "used_by_customer": 0,
        "location": None,
    }
    return refusal(terms, now=now, **known | facts)


@given(CODES, FILLING, st.randoms())
def test_case_and_separators_never_matter(code: str, filling: list[str], random: Any) -> None:
    letters = [random.choice([letter.lower(), letter]) for letter in code]
    for mark in filling:
        letters.insert(random.randrange(len(letters) + 1), mark)

    assert code_format.parse("".join(letters)) == code


@given(st.text(max_size=200))
def test_parsing_a_parsed_code_changes_nothing(text: str) -> None:
    code = code_format.parse(text)

    assert code is None or (code_format.parse(code) == code and code.isascii() and code.isalnum())


@given(CODES, CODES)
def test_different_codes_stay_different(one: str, other: str) -> None:
    assume(one != other)

    assert code_format.parse(one) != code_format.parse(other)


@given(st.randoms(use_true_random=False), st.integers(4, 32))
def test_generated_codes_have_no_look_alike_characters(random: Any, length: int) -> None:
    made = code_format.generate(random.choice, length)

    assert not set(made) & set("0O1ILZ5S8B")
    assert code_format.parse(code_format.grouped(made).lower()) == made


@given(MOMENTS, MOMENTS, MOMENTS)
def test_time_window_includes_its_start_and_excludes_its_end(
    starts_at: datetime, ends_at: datetime, now: datetime
) -> None:
    assume(starts_at < ends_at)
    terms = Terms(starts_at=starts_at, ends_at=ends_at)

    reason = refusal_at(terms, now)

    assert (reason is None) == (starts_at <= now < ends_at)
    assert reason in (None, Reason.NOT_YET, Reason.OVER)
    assert refusal_at(terms, starts_at) is None
    assert refusal_at(terms, ends_at) is Reason.OVER


@given(
    st.builds(
        Terms,
        max_uses=st.none() | st.integers(1, 5),
        uses_per_customer=st.none() | st.integers(1, 5),
        starts_at=st.none() | MOMENTS,
        ends_at=st.none() | MOMENTS,
        place=st.none() | PLACES,
        radius_m=st.integers(10, 100_000),
    ),
    st.booleans(),
    st.integers(0, 6),
    st.integers(0, 6),
    st.none() | PLACES,
    MOMENTS,
)
def test_code_that_opens_has_state_open(
    terms: Terms,
    withdrawn: bool,
    used: int,
    by_customer: int,
    location: Location | None,
    now: datetime,
) -> None:
    reason = refusal_at(
        terms,
        now,
        withdrawn=withdrawn,
        used=used,
        used_by_customer=by_customer,
        location=location,
    )
    seen = state(terms, withdrawn=withdrawn, used=used, now=now)

    if reason is None:
        assert seen is PromoState.OPEN
        assert terms.place is None or location is not None
    if seen is not PromoState.OPEN:
        assert reason is not None


@given(st.integers(1, 1_000))
def test_last_use_opens_and_the_next_use_does_not(most: int) -> None:
    terms, now = Terms(max_uses=most), datetime(2026, 3, 1, tzinfo=UTC)

    assert refusal_at(terms, now, used=most - 1) is None
    assert refusal_at(terms, now, used=most) is Reason.USED_UP
    assert state(terms, withdrawn=False, used=most - 1, now=now) is PromoState.OPEN
    assert state(terms, withdrawn=False, used=most, now=now) is PromoState.USED_UP


@given(st.integers(1, 1_000))
def test_last_use_of_a_customer_opens_and_the_next_use_does_not(most: int) -> None:
    terms, now = Terms(uses_per_customer=most), datetime(2026, 3, 1, tzinfo=UTC)

    assert refusal_at(terms, now, used_by_customer=most - 1) is None
    assert refusal_at(terms, now, used_by_customer=most) is Reason.USED_BY_YOU


@given(st.integers(10, 100_000))
def test_code_with_a_place_opens_only_within_its_radius(radius_m: int) -> None:
    vienna, now = Location(48.2083, 16.3731), datetime(2026, 3, 1, tzinfo=UTC)
    terms = Terms(place=vienna, radius_m=radius_m)
    degree_m = distance_m(vienna, Location(49.2083, 16.3731))

    def north(meters: float) -> Location:
        return Location(48.2083 + meters / degree_m, 16.3731)

    assert refusal_at(terms, now, location=north(radius_m * 0.99)) is None
    assert refusal_at(terms, now, location=north(radius_m * 1.01)) is Reason.TOO_FAR


@given(PLACES, PLACES)
def test_distances_are_symmetric_and_bounded(one: Location, other: Location) -> None:
    there, back = distance_m(one, other), distance_m(other, one)

    assert math.isclose(there, back, abs_tol=1e-3)
    assert 0 <= there <= 20_015_200
    assert distance_m(one, one) == 0


def test_distance_between_two_known_places_is_correct() -> None:
    vienna, new_york = Location(48.2083, 16.3731), Location(40.7128, -74.0060)

    assert distance_m(vienna, new_york) == pytest.approx(6_806_000, rel=0.005)


@given(MOMENTS)
def test_attempt_limit_window_contains_its_moment(now: datetime) -> None:
    begin = guess_limits.window_of(now)

    assert begin <= now < begin + guess_limits.WINDOW
    assert guess_limits.window_of(begin) == begin


def test_master_key_matches_only_its_hash() -> None:
    stored = keyhash.hash_key("STAFFONLY42", lambda count: b"s" * count)

    assert keyhash.is_key(stored, "STAFFONLY42")
    assert not keyhash.is_key(stored, "STAFFONLY43")
    assert "STAFF" not in stored


def test_stored_lock_without_master_epoch_stays_open() -> None:
    lock = LockState.from_json({"enabled": True, "epoch": 4})

    assert (lock.master_epoch, LockState.from_json(lock.to_json())) == (4, lock)


@given(st.text(max_size=20))
def test_no_csv_cell_starts_a_formula(text: str) -> None:
    cell = neutral(text)

    assert not str(cell).lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert cell in (text, f"'{text}")


def test_csv_lines_are_generated_lazily() -> None:
    lines = csv_lines(["a", "b"], iter([[1, "=x"], [None, datetime(2026, 1, 2, tzinfo=UTC)]]))

    assert list(lines) == ["\ufeffa,b\r\n", "1,'=x\r\n", ",2026-01-02T00:00:00+00:00\r\n"]
