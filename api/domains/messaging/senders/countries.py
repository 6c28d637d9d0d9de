"""In which countries a text message may come from a name instead of a number.

https://help.twilio.com/articles/223133767 (International support for Alphanumeric Sender ID)
https://docs.aws.amazon.com/sms-voice/latest/userguide/phone-numbers-sms-by-country.html
https://docs.aws.amazon.com/sms-voice/latest/userguide/registrations-country.html
"""

from typing import Literal

NameRule = Literal["free", "registered", "never"]
"""`registered`: only a name that is registered with the country's networks, through the provider."""

NEVER = frozenset(
    [
        "AF",
        "AR",
        "AS",
        "BE",
        "BR",
        "CA",
        "CL",
        "CN",
        "CO",
        "CR",
        "EC",
        "GF",
        "GU",
        "HU",
        "IR",
        "KG",
        "KR",
        "MP",
        "MX",
        "MY",
        "NI",
        "NR",
        "NZ",
        "PA",
        "PE",
        "PR",
        "PY",
        "SV",
        "SY",
        "TW",
        "US",
        "UY",
        "VE",
        "VI",
        "ZA",
    ]
)
"""Networks there replace a name or drop the message."""
REGISTERED = frozenset(
    [
        "AE",
        "AM",
        "AT",
        "AU",
        "BJ",
        "BY",
        "CD",
        "CI",
        "CM",
        "CU",
        "CZ",
        "EG",
        "ES",
        "ET",
        "FI",
        "GH",
        "GN",
        "HK",
        "ID",
        "IE",
        "IL",
        "IN",
        "JO",
        "KE",
        "KW",
        "KZ",
        "LK",
        "LR",
        "MA",
        "MM",
        "NG",
        "NP",
        "OM",
        "PH",
        "QA",
        "RU",
        "RW",
        "SA",
        "SD",
        "SG",
        "SK",
        "SS",
        "SZ",
        "TH",
        "TN",
        "TR",
        "TZ",
        "UG",
        "VN",
        "ZM",
    ]
)


def rule_of(country: str) -> NameRule:
    """The rule of a country (ISO 3166-1 alpha-2)."""
    if country in NEVER:
        return "never"
    return "registered" if country in REGISTERED else "free"
