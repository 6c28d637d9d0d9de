"""Definitions of metrics for one organisation. How people are counted depends on its consent mode."""

from api.rendering.visitor_pages.consent import ConsentMode
from warehouse.queries.language import DEFINITIONS

_UNTIL_CONSENT = (
    "until they accept, they are known by that hash, so a visitor who comes on two days, or accepts later,"
    " is counted as another person."
)
_OF_PEOPLE = {
    ConsentMode.OPT_OUT: "",
    ConsentMode.OPT_IN: f" Your organisation asks its visitors first (opt-in): {_UNTIL_CONSENT}",
    ConsentMode.BY_COUNTRY: " Your organisation asks visitors first in the EEA, the United Kingdom,"
    f" Switzerland and where the country is unknown: there, {_UNTIL_CONSENT}",
}
_ABOUT_PEOPLE = ("people", "new", "returning")


def definitions_for(consent: str) -> dict[str, str]:
    """Return the definition of each metric for an organisation with this consent mode."""
    more = _OF_PEOPLE[ConsentMode(consent)]
    return {
        name: text + more if name in _ABOUT_PEOPLE else text for name, text in DEFINITIONS.items()
    }
