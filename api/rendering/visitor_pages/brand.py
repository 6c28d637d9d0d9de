"""The organisation as its visitors meet it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from api.rendering.visitor_pages.consent import NO_ORGANIZATION, ConsentMode, ConsentPolicy


@dataclass(frozen=True, slots=True)
class Brand:
    """The organisation as its visitors meet it: how it looks, and whether it may remember them."""

    name: str = ""
    logo_url: str = ""
    color: str = ""
    consent: ConsentPolicy = NO_ORGANIZATION

    @classmethod
    def of(
        cls, org_id: str, name: str, logo: str | None, look: Mapping[str, Any], consent: str
    ) -> Self:
        """The brand in these columns of `organizations`."""
        policy = ConsentPolicy(org_id, ConsentMode(consent))
        return cls(name, logo or "", str(look.get("color") or ""), policy)


NO_BRAND = Brand()
"""Of pages that belong to no organisation."""
