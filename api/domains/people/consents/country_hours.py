"""Hours at which countries forbid advertising by text message, in the recipient's local time.

It lists only hours that a written rule specifies. For other countries, only the organisation's own quiet hours apply.
This is not legal advice, and states and sectors may be stricter.
"""

from datetime import time
from typing import NamedTuple

from api.domains.people.consents.quiet_hours import QuietHours


class CountryRule(NamedTuple):
    """Quiet hours, whole quiet days (Monday is 0), and the source of the rule."""

    hours: QuietHours
    days: frozenset[int]
    source: str


_NO_DAY: frozenset[int] = frozenset()
SUNDAY = 6

RULES: dict[str, CountryRule] = {
    "US": CountryRule(
        QuietHours(time(21), time(8)), _NO_DAY, "47 CFR 64.1200(c)(1): 8 a.m. to 9 p.m."
    ),
    "PR": CountryRule(
        QuietHours(time(21), time(8)), _NO_DAY, "47 CFR 64.1200(c)(1): 8 a.m. to 9 p.m."
    ),
    "CA": CountryRule(
        QuietHours(time(21, 30), time(9)),
        _NO_DAY,
        "CRTC Unsolicited Telecommunications Rules, Part III, 23: 9:00 to 21:30 on weekdays",
    ),
    "FR": CountryRule(
        QuietHours(time(20), time(8)),
        frozenset({SUNDAY}),
        "AF2M, rules for SMS advertising: not between 20:00 and 8:00, on Sundays and holidays",
    ),
    "IN": CountryRule(
        QuietHours(time(21), time(10)),
        _NO_DAY,
        "TRAI, TCCCPR 2018: promotional messages 10:00 to 21:00",
    ),
}
"""Rules by ISO 3166-1 alpha-2 code. Public holidays are not considered."""
