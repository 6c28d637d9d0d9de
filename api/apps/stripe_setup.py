"""Objects that `waypost stripe-setup` creates: the plans of this release with the operator's prices."""

from collections.abc import Iterator, Mapping

from api.domains.commerce.payments.plans import CREDIT_PACKS, DEFAULT, PLANS, credits_key, price_key
from api.domains.commerce.payments.usage_reports import SCANS
from api.integrations.payment_provider import set_up_account
from api.integrations.ports.payment_provider import Interval, Offer, Step
from runtime.settings import Settings

PRICES: Mapping[str, int] = {
    "starter_month": 1_900,
    "starter_year": 19_000,
    "growth_month": 7_900,
    "growth_year": 79_000,
    "business_month": 29_900,
    "business_year": 299_000,
    "credits_1000": 900,
    "credits_10000": 7_900,
    "credits_100000": 69_000,
}
"""Amounts in the smallest unit of the currency, unless the operator gives others."""
INTERVALS: tuple[Interval, ...] = ("month", "year")


class BadPrice(Exception):
    """A price is not valid. The message names it."""


def amounts(given: list[str]) -> dict[str, int]:
    """Return the prices by name, replaced by those given on the command line, like `starter_month=2400`. Raises
    BadPrice.
    """
    found = dict(PRICES)
    for text in given:
        name, _, amount = text.partition("=")
        if name not in found or not amount.isascii() or not amount.isdigit():
            raise BadPrice(f"{text} is no price. Names are: {', '.join(found)}.")
        found[name] = int(amount)
    return found


def offers_of(prices: Mapping[str, int]) -> list[Offer]:
    """Return the plans and the packs of message credits."""
    plans = [
        Offer(
            it.name,
            f"Waypost {it.name.capitalize()}",
            {
                price_key(it.name, interval): (interval, prices[f"{it.name}_{interval}"])
                for interval in INTERVALS
            },
        )
        for it in PLANS
        if it.name != DEFAULT
    ]
    packs = [
        Offer(
            f"credits_{pack}",
            f"{pack:,} messages",
            {credits_key(pack): (None, prices[f"credits_{pack}"])},
        )
        for pack in CREDIT_PACKS
    ]
    return [*plans, *packs]


def set_up_stripe(settings: Settings, currency: str, given: list[str]) -> Iterator[Step]:
    """Create the objects that are missing in the Stripe account of the settings. Raises BadPrice, and the errors of
    `set_up_account`.
    """
    return set_up_account(settings, offers_of(amounts(given)), currency, SCANS)
