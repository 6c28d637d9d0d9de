"""Whether an organisation may remember a visitor's browser: its policy, the visitor's choice, their country.

Storing an identifier on a device, or reading one that lies there, needs prior consent in the EEA
(Directive 2002/58/EC, article 5(3)), the United Kingdom (PECR, regulation 6) and, in effect, in
Switzerland. Where it is not given, a visitor is known by the hash of one day and nothing is stored.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

CHOICE_COOKIE = "wp_consent"
"""Alone it holds a refusal towards everybody at this host; with `_` and an organisation's id behind it,
the choice made towards that organisation."""
GIVEN = "given"
REFUSED = "refused"

_EU = (
    "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE"
    # Parts of member states that have a code of their own in ISO 3166.
    " AX GF GP MF MQ RE YT"
)
OPT_IN_COUNTRIES = frozenset(f"{_EU} IS LI NO GB CH".split())
"""The EEA, the United Kingdom and Switzerland, by ISO 3166-1 alpha-2."""
_NO_COUNTRIES = frozenset({"EU", "AP", "XX", "ZZ"})
"""What tables of addresses say where they know no country."""


HOST_POLICY = "waypost.host_policy"
"""Under this name the scope of a request to an organisation's own host holds its policy."""


class ConsentMode(StrEnum):
    """When an organisation may remember a visitor's browser."""

    OPT_OUT = "opt_out"
    """From the first visit, until the visitor refuses."""
    OPT_IN = "opt_in"
    """After the visitor agreed, not before."""
    BY_COUNTRY = "by_country"
    """After agreement where the law asks for it, and where the country is unknown; else as opt-out."""


class ConsentPolicy(NamedTuple):
    """Whose visitors they are, and when that organisation may remember them."""

    org_id: str = ""
    """Empty where a request names nothing of any organisation."""
    mode: ConsentMode = ConsentMode.OPT_OUT


NO_ORGANIZATION = ConsentPolicy()
"""Of what belongs to no organisation."""


class Consent(StrEnum):
    """A visitor's consent towards one organisation."""

    ASSUMED = "assumed"
    """Nobody said anything, and nothing has to be said first."""
    GIVEN = "given"
    ASKED = "asked"
    """Agreement is needed and neither given nor refused."""
    REFUSED = "refused"
    SIGNALLED = "signalled"
    """The browser refuses for the visitor: Global Privacy Control or Do Not Track."""

    @property
    def may_remember(self) -> bool:
        """Whether an identifier may be stored on the device, and read from it."""
        return self in (Consent.ASSUMED, Consent.GIVEN)


def choice_cookie(org_id: str) -> str:
    """Name of the cookie that holds the choice made towards this organisation."""
    return f"{CHOICE_COOKIE}_{org_id}"


def consent_of(
    policy: ConsentPolicy,
    country: str | None,
    cookies: Mapping[str, str],
    headers: Mapping[str, str],
) -> Consent:
    """The visitor's consent. A browser signal wins over a choice, and a choice for the organisation wins over
    one for the whole host.
    """
    if headers.get("sec-gpc") == "1" or headers.get("dnt") == "1":
        return Consent.SIGNALLED
    choice = cookies.get(choice_cookie(policy.org_id)) if policy.org_id else None
    if choice == GIVEN:
        return Consent.GIVEN
    if choice == REFUSED or cookies.get(CHOICE_COOKIE) == REFUSED:
        return Consent.REFUSED
    return Consent.ASKED if needs_opt_in(policy.mode, country) else Consent.ASSUMED


def needs_opt_in(mode: ConsentMode, country: str | None) -> bool:
    """Whether a visitor from this country must agree first; None: the country is unknown."""
    if mode is ConsentMode.BY_COUNTRY:
        return not country or country in OPT_IN_COUNTRIES or country in _NO_COUNTRIES
    return mode is ConsentMode.OPT_IN


def withdraws_identifier(consent: Consent, cookies: Mapping[str, str]) -> bool:
    """Whether to delete an identifier on the device: after a refusal, unless the visitor agreed for another
    organisation on the same host.
    """
    if consent is Consent.SIGNALLED:
        return True
    beginning = f"{CHOICE_COOKIE}_"
    return consent is Consent.REFUSED and not any(
        value == GIVEN for name, value in cookies.items() if name.startswith(beginning)
    )
