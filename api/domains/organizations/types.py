"""Shapes of organisations that other domains may see."""

from enum import StrEnum
from typing import NamedTuple


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


NOBODYS = ConsentPolicy()
"""Of what belongs to no organisation."""
