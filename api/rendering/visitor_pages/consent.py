"""Whether an organisation may recognise a visitor's browser, based on its policy, the visitor's choice and their
country.

Storing an identifier on a device, or reading one from it, requires prior consent in the EEA (Directive 2002/58/EC,
article 5(3)), the United Kingdom (PECR, regulation 6) and, in effect, in Switzerland. Without consent, a visitor is
identified by a hash that is valid for one day, and nothing is stored.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

CHOICE_COOKIE = "wp_consent"
"""On its own, the cookie stores a refusal for everybody on this host. With `_` and an organisation's ID appended, it
stores the choice for that organisation.
"""
GIVEN = "given"
REFUSED = "refused"

_EU = (
    "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE"
    # Parts of member states that have their own code in ISO 3166.
    " AX GF GP MF MQ RE YT"
)
OPT_IN_COUNTRIES = frozenset(f"{_EU} IS LI NO GB CH".split())
"""The EEA, the United Kingdom and Switzerland, by ISO 3166-1 alpha-2."""
_NO_COUNTRIES = frozenset({"EU", "AP", "XX", "ZZ"})
"""The entries of IP address tables for an unknown country."""


HOST_POLICY = "waypost.host_policy"
"""The key in the scope of a request to a custom domain under which the policy of its organisation is stored."""


class ConsentMode(StrEnum):
    """When an organisation may recognise a visitor's browser."""

    OPT_OUT = "opt_out"
    """From the first visit, until the visitor refuses."""
    OPT_IN = "opt_in"
    """After the visitor agreed, not before."""
    BY_COUNTRY = "by_country"
    """After agreement if the law requires it or the country is unknown, else as opt-out."""


class ConsentPolicy(NamedTuple):
    """The organisation whose visitors they are, and when it may recognise them."""

    org_id: str = ""
    """Empty if a request concerns no organisation."""
    mode: ConsentMode = ConsentMode.OPT_OUT


NO_ORGANIZATION = ConsentPolicy()
"""The policy of requests that concern no organisation."""


class Consent(StrEnum):
    """A visitor's consent for one organisation."""

    ASSUMED = "assumed"
    """The visitor has not chosen, and does not have to choose first."""
    GIVEN = "given"
    ASKED = "asked"
    """Consent is required, and was neither given nor refused."""
    REFUSED = "refused"
    SIGNALLED = "signalled"
    """The browser refuses on behalf of the visitor: Global Privacy Control or Do Not Track."""

    @property
    def may_remember(self) -> bool:
        """Whether an identifier may be stored on the device, and read from it."""
        return self in (Consent.ASSUMED, Consent.GIVEN)


def choice_cookie(org_id: str) -> str:
    """Return the name of the cookie that stores the choice for this organisation."""
    return f"{CHOICE_COOKIE}_{org_id}"


def consent_of(
    policy: ConsentPolicy,
    country: str | None,
    cookies: Mapping[str, str],
    headers: Mapping[str, str],
) -> Consent:
    """Return the visitor's consent. A browser signal takes precedence over a choice, and a choice for the organisation
    over one for the whole host.
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
    """Return whether a visitor from this country must agree first. None means that the country is unknown."""
    if mode is ConsentMode.BY_COUNTRY:
        return not country or country in OPT_IN_COUNTRIES or country in _NO_COUNTRIES
    return mode is ConsentMode.OPT_IN


def withdraws_identifier(consent: Consent, cookies: Mapping[str, str]) -> bool:
    """Return whether to delete an identifier on the device: after a refusal, unless the visitor agreed for another
    organisation on the same host.
    """
    if consent is Consent.SIGNALLED:
        return True
    beginning = f"{CHOICE_COOKIE}_"
    return consent is Consent.REFUSED and not any(
        value == GIVEN for name, value in cookies.items() if name.startswith(beginning)
    )
