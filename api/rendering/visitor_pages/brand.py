"""The organisation as its visitors meet it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from api.rendering.visitor_pages.consent import NO_ORGANIZATION, ConsentMode, ConsentPolicy
from api.rendering.visitor_pages.theme import Theme
from api.rendering.visitor_pages.tokens import PLAIN, Look, look_of

_COLOR = re.compile(r"#[0-9A-Fa-f]{6}\Z")


@dataclass(frozen=True, slots=True)
class Brand:
    """The organisation as its visitors meet it: how it looks, and whether it may remember them."""

    name: str = ""
    logo_url: str = ""
    color: str = ""
    consent: ConsentPolicy = NO_ORGANIZATION
    theme: Theme | None = None

    @property
    def look(self) -> Look:
        """How all pages look that have no theme of their own."""
        return look_of(self.theme, self.color) if self.name else PLAIN

    @classmethod
    def of(
        cls, org_id: str, name: str, logo: str | None, look: Mapping[str, Any], consent: str
    ) -> Self:
        """The brand in these columns of `organizations`."""
        policy = ConsentPolicy(org_id, ConsentMode(consent))
        return cls(name, logo or "", color_in(look), policy, Theme.read(look.get("theme")))


def color_in(look: Mapping[str, Any]) -> str:
    """The colour in the column `brand` of an organisation; empty for none."""
    color = str(look.get("color") or "")
    return color if _COLOR.match(color) else ""


NO_BRAND = Brand()
"""Of pages that belong to no organisation."""
