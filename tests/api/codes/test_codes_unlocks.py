"""Cookies that keep a code unlocked: signed, for one code, one way, one epoch, and with an expiry."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.domains.codes.codes.unlocks import (
    UnlockMethod,
    cookie_name,
    is_unlocked,
    make_unlock,
    unlock_cookie,
)

SECRET = b"a secret of the tests"
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
CODE = "aaaaaaaaaa"


def cookies(value: str, what: UnlockMethod = "promo", code_id: str = CODE) -> dict[str, str]:
    return {cookie_name(code_id, what): value}


def test_unlock_opens_its_code_until_it_expires() -> None:
    value = make_unlock(SECRET, CODE, "promo", 3, NOW + timedelta(hours=1))

    assert is_unlocked(SECRET, cookies(value), CODE, "promo", 3, NOW)
    assert is_unlocked(SECRET, cookies(value), CODE, "promo", 3, NOW + timedelta(minutes=59))
    assert not is_unlocked(SECRET, cookies(value), CODE, "promo", 3, NOW + timedelta(hours=1))


@pytest.mark.parametrize(
    ("secret", "code_id", "what", "epoch"),
    [
        (b"another secret", CODE, "promo", 3),
        (SECRET, "bbbbbbbbbb", "promo", 3),
        (SECRET, CODE, "password", 3),
        (SECRET, CODE, "master", 3),
        (SECRET, CODE, "promo", 4),
        (SECRET, CODE, "promo", 2),
    ],
)
def test_unlock_opens_no_other_code(
    secret: bytes, code_id: str, what: UnlockMethod, epoch: int
) -> None:
    value = make_unlock(SECRET, CODE, "promo", 3, NOW + timedelta(hours=1))

    assert not is_unlocked(secret, cookies(value, what, code_id), code_id, what, epoch, NOW)


@given(st.text(max_size=80))
def test_unlock_with_a_foreign_signature_opens_nothing(value: str) -> None:
    assert not is_unlocked(SECRET, cookies(value), CODE, "promo", 0, NOW)


def test_expiry_of_an_unlock_cookie_cannot_be_extended() -> None:
    epoch, ends, signature = make_unlock(SECRET, CODE, "promo", 0, NOW).split(".")
    longer = f"{epoch}.{int(ends) + 9999}.{signature}"

    assert not is_unlocked(SECRET, cookies(longer), CODE, "promo", 0, NOW)


def test_unlock_cookie_is_hidden_from_scripts_and_expires_with_the_unlock() -> None:
    until = NOW + timedelta(minutes=10)

    cookie = unlock_cookie(SECRET, CODE, "password", 1, until, NOW, is_secure=True)

    assert cookie.startswith(f"wp_open_password_{CODE}=1.")
    assert cookie.endswith("; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure")
