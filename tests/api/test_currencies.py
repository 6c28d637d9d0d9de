"""Amounts of money in the smallest unit of their currency."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.kit.currencies import amount_of, cents_of, places_of
from runtime.settings import ROOT


@pytest.mark.parametrize(
    ("cents", "currency", "amount"),
    [
        (1250, "EUR", "12.50"),
        (1250, "jpy", "1250"),
        (12_345, "KWD", "12.345"),
        (-5, "USD", "-0.05"),
    ],
)
def test_amounts_have_the_decimal_places_of_their_currency(
    cents: int, currency: str, amount: str
) -> None:
    assert amount_of(cents, currency) == Decimal(amount)
    assert cents_of(amount, currency) == cents


@given(st.integers(-(10**12), 10**12), st.sampled_from(["USD", "JPY", "TND", "XXX"]))
def test_conversion_between_amounts_and_smallest_units_round_trips(
    cents: int, currency: str
) -> None:
    assert cents_of(amount_of(cents, currency), currency) == cents


def test_web_app_has_the_same_currencies_as_the_api() -> None:
    source = (ROOT / "web" / "src" / "blocks" / "currencies.ts").read_text()
    lists = re.findall(r'"([A-Z ]+)"\.split\(" "\)\.map\(\(it\) => \[it, (\d)\]', source)
    assert len(lists) == 2
    for names, places in lists:
        assert {places_of(it) for it in names.split()} == {int(places)}
    assert len(" ".join(names for names, _ in lists).split()) == 23
