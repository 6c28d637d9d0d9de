"""How a visitor is identified, and what removes the identifier."""

from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.domains.codes.rules.types import Identity
from api.domains.visits.visits.identity import (
    VisitorIdentities,
    cookie_to_set,
    parse_cookies,
)

TODAY = date(2026, 11, 20)


def counted() -> Callable[[int], bytes]:
    """Return a source of predictable random bytes."""
    made = iter(range(256))
    return lambda length: bytes([next(made)]) * length


@pytest.fixture
def identities() -> VisitorIdentities:
    return VisitorIdentities(b"secret", counted())


def come(identities: VisitorIdentities, **overrides: object) -> Identity:
    """Return the identity of an ordinary visit, with changes."""
    context = {
        "cookie": None,
        "may_remember": True,
        "withdraws": False,
        "may_give_cookie": True,
        "address": "81.2.69.142",
        "agent": "Safari",
        "today": TODAY,
    } | overrides
    return identities.identify(**context)  # type: ignore[arg-type]


def test_visitor_keeps_the_identifier_of_the_first_visit(identities: VisitorIdentities) -> None:
    first = come(identities)

    second = come(identities, cookie=first.new_cookie, address="10.0.0.1")

    assert second == Identity(first.visitor_id, "cookie")


@pytest.mark.parametrize("broken", ["", "x", "a" * 64, "a" * 10_000, "\x00" * 64, "é" * 64, "=;,"])
def test_broken_cookie_counts_as_none(identities: VisitorIdentities, broken: str) -> None:
    identity = come(identities, cookie=broken)

    assert identity.kind == "cookie"
    assert identity.new_cookie is not None


def test_cookie_of_another_installation_counts_as_none(identities: VisitorIdentities) -> None:
    foreign = come(VisitorIdentities(b"other", counted())).new_cookie

    assert identities.read(foreign or "") is None


def test_visitor_who_refuses_gets_no_identifier_and_loses_the_old_one(
    identities: VisitorIdentities,
) -> None:
    cookie = come(identities).new_cookie

    identity = come(identities, cookie=cookie, may_remember=False, withdraws=True)

    assert (identity.kind, identity.new_cookie, identity.forget) == ("daily", None, True)
    assert "Max-Age=0" in (cookie_to_set(identity, is_secure=False) or "")


def test_unreadable_cookie_is_not_deleted_without_a_refusal(
    identities: VisitorIdentities,
) -> None:
    cookie = come(identities).new_cookie

    identity = come(identities, cookie=cookie, may_remember=False)

    assert (identity.kind, identity.new_cookie, identity.forget) == ("daily", None, False)


def test_without_a_cookie_an_ipv6_subscriber_is_one_visitor(
    identities: VisitorIdentities,
) -> None:
    def daily(address: str) -> str:
        return come(identities, may_remember=False, address=address).visitor_id

    morning, moved = daily("2001:db8:7:1:aaaa::1"), daily("2001:db8:7:1:bbbb::2")
    neighbour, mapped = daily("2001:db8:7:2:aaaa::1"), daily("::ffff:81.2.69.142")

    assert morning == moved != neighbour
    assert mapped == daily("81.2.69.142") != daily("81.2.69.143")


def test_daily_hash_is_constant_within_a_day_and_differs_the_next(
    identities: VisitorIdentities,
) -> None:
    morning = come(identities, may_remember=False)
    evening = come(identities, may_remember=False)
    tomorrow = come(identities, may_remember=False, today=date(2026, 11, 21))
    neighbour = come(identities, may_remember=False, address="81.2.69.143")

    assert morning == evening
    assert len({morning.visitor_id, tomorrow.visitor_id, neighbour.visitor_id}) == 3
    assert "81.2.69" not in (morning.visitor_id or "")


def test_bot_gets_no_cookie(identities: VisitorIdentities) -> None:
    assert come(identities, may_give_cookie=False).new_cookie is None


def test_cookie_lasts_a_year_and_is_httponly_and_samesite(identities: VisitorIdentities) -> None:
    value = cookie_to_set(come(identities), is_secure=True)

    assert value is not None
    assert value.startswith("wp_visitor=")
    assert value.endswith("; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure")


@given(st.text())
def test_any_cookie_header_can_be_parsed(header: str) -> None:
    assert all(isinstance(value, str) for value in parse_cookies(header).values())


@given(st.text(max_size=100))
def test_identifier_with_a_foreign_signature_is_rejected(text: str) -> None:
    assert VisitorIdentities(b"secret", counted()).read(text) is None
