"""The organisation as its visitors see it."""

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
    """The organisation as its visitors see it: its look, and whether it may recognise them."""

    name: str = ""
    logo_url: str = ""
    color: str = ""
    consent: ConsentPolicy = NO_ORGANIZATION
    theme: Theme | None = None

    @property
    def look(self) -> Look:
        """The look of all pages without a theme of their own."""
        return look_of(self.theme, self.color) if self.name else PLAIN

    @classmethod
    def of(
        cls, org_id: str, name: str, logo: str | None, look: Mapping[str, Any], consent: str
    ) -> Self:
        """Return the brand from these columns of `organizations`."""
        policy = ConsentPolicy(org_id, ConsentMode(consent))
        return cls(name, logo or "", color_in(look), policy, Theme.read(look.get("theme")))


def color_in(look: Mapping[str, Any]) -> str:
    """Return the colour in the column `brand` of an organisation, or an empty text for none."""
    color = str(look.get("color") or "")
    return color if _COLOR.match(color) else ""


NO_BRAND = Brand()
"""The brand of pages that belong to no organisation."""
