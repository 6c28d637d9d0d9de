"""Countries in which a text message may come from a name instead of a number, as far as this is documented.

From the providers' own tables, read on 2026-11-29. Networks change their rules, and the provider has the last word. A
country on no list accepts any name. If the provider refuses the name nevertheless, the message comes from a number.

- AWS: https://docs.aws.amazon.com/sms-voice/latest/userguide/phone-numbers-sms-by-country.html, of which
  github.com/awsdocs/amazon-pinpoint-user-guide has doc-source/channels-sms-countries.md at 031a8b0 (column "Supports
  Sender IDs"), and https://docs.aws.amazon.com/sms-voice/latest/userguide/registrations-country.md
- Twilio: https://help.twilio.com/articles/223133767, in the form of the list in github.com/calcom/cal.com
  (packages/features/ee/workflows/lib/alphanumericSenderIdSupport.ts): numbers instead of unregistered names
"""

from typing import Literal

NameRule = Literal["free", "registered", "never"]
"""`registered`: only names that are registered with the country's networks, through the provider."""

NEVER = frozenset(
    [
        *("AR", "BE", "BR", "BS", "CA", "CG", "CL", "CN", "CO", "CR", "DO", "EC", "FM", "GT"),
        *("GU", "HU", "KN", "KR", "KY", "LC", "LR", "MC", "MH", "MX", "MY", "MZ", "NI", "NZ"),
        *("PE", "PR", "PY", "SV", "TM", "US", "UY", "VE", "VI", "ZA"),
    ]
)
"""Countries whose networks replace a name or drop the message. AWS: no."""
REGISTERED_AWS = frozenset(
    [
        *("AE", "AT", "AU", "BY", "EG", "ES", "FI", "ID", "IE", "IN", "JO", "KE", "KW", "KZ"),
        *("LK", "PH", "QA", "RU", "SA", "SG", "TH", "TR", "VN"),
    ]
)
"""AWS: registration required, or a registration form exists."""
REGISTERED_TWILIO = frozenset(
    [
        *("AF", "AM", "BJ", "CD", "CI", "CM", "CU", "CZ", "ET", "GF", "GH", "GN", "GW", "HK"),
        *("IL", "IR", "KG", "MA", "MM", "NG", "NP", "NR", "OM", "PA", "RS", "RW", "SD", "SS"),
        *("SY", "SZ", "TN", "TW", "TZ", "UG", "ZM"),
    ]
)
"""Twilio: only with registration, or not at all. AWS: names are accepted."""
REGISTERED = REGISTERED_AWS | REGISTERED_TWILIO


def rule_of(country: str) -> NameRule:
    """Return the rule of a country (ISO 3166-1 alpha-2)."""
    if country in NEVER:
        return "never"
    return "registered" if country in REGISTERED else "free"
