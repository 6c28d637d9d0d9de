"""Amounts of money, stored as integers in the smallest unit of their currency, which is not a hundredth everywhere."""

from decimal import ROUND_HALF_EVEN, Decimal

_PLACES = {
    **dict.fromkeys(
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
        ],
        0,
    ),
    **dict.fromkeys(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"], 3),
}
"""https://www.six-group.com/en/products-services/financial-information/data-standards.html (ISO 4217)"""


def places_of(currency: str) -> int:
    """Return the number of decimal places of a currency; two if it is unknown."""
    return _PLACES.get(currency.upper(), 2)


def amount_of(cents: int, currency: str) -> Decimal:
    """Return an amount in the smallest unit of its currency as a decimal number."""
    return Decimal(cents).scaleb(-places_of(currency))


def cents_of(amount: str | Decimal, currency: str) -> int:
    """Return a decimal amount in the smallest unit of its currency, rounded half to even."""
    exact = Decimal(amount).scaleb(places_of(currency))
    return int(exact.quantize(Decimal(1), rounding=ROUND_HALF_EVEN))
