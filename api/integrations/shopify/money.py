"""Amounts of Shopify, in the smallest unit of their currency."""

from collections.abc import Mapping
from decimal import ROUND_HALF_EVEN, Decimal

_WITHOUT_CENTS = frozenset(
    [
        "BIF",
        "CLP",
        "DJF",
        "GNF",
        "ISK",
        "JPY",
        "KMF",
        "KRW",
        "PYG",
        "RWF",
        "UGX",
        "VND",
        "VUV",
        "XAF",
        "XOF",
        "XPF",
    ]
)
_WITH_THREE_PLACES = frozenset(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"])


def cents(money: Mapping[str, str]) -> int:
    """An amount in the smallest unit of its currency (ISO 4217)."""
    currency = money["currencyCode"]
    places = 0 if currency in _WITHOUT_CENTS else 3 if currency in _WITH_THREE_PLACES else 2
    amount = Decimal(money["amount"]).scaleb(places)
    return int(amount.quantize(Decimal(1), rounding=ROUND_HALF_EVEN))
