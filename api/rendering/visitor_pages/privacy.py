"""The privacy elements of visitors' pages: the banner, if consent is needed, and the link to the choice."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote, urlencode

from starlette.types import Scope

from api.kit.app_state import AppState
from api.kit.request_context import current_request, language_in
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.consent import Consent, ConsentPolicy
from api.rendering.visitor_pages.gate_query import address, preserved_query

PATH = "/privacy/"
"""Followed by an organisation's ID: the page on which its visitors make their choice."""
_LONGEST_BACK = 2_000


class PrivacyChoice(NamedTuple):
    """The banner and the link of one page."""

    consent: Consent
    action: str
    """The address of the choice, to which its form is sent."""
    back: str
    """The current page, to which the visitor returns."""
    language: str | None = None
    """The language requested in the address of the page, if any."""

    @property
    def asks(self) -> bool:
        """Whether the page shows the banner."""
        return self.consent is Consent.ASKED

    @property
    def link(self) -> str:
        """The link to the page of the choice."""
        parameters = {"back": self.back} | ({"lang": self.language} if self.language else {})
        return f"{self.action}?{urlencode(parameters)}"


@dataclass(frozen=True)
class PrivacyState(AppState):
    """Determines the consent of a visitor. Attached by the lifespan of visits."""

    consent_in: Callable[[Scope, ConsentPolicy], Consent]
    """Returns the consent that the sender of a request gave to an organisation."""


def privacy_choice(brand: Brand) -> PrivacyChoice | None:
    """Return the privacy elements of this organisation's page for the current visitor, or None for pages without an
    organisation and outside a running app.
    """
    request, policy = current_request(), brand.consent
    if request is None or request.app is None or not policy.org_id:
        return None
    privacy = PrivacyState.find(request.app)
    if privacy is None:
        return None
    query = preserved_query(request.query)
    back = address(quote(request.path), query)
    consent = privacy.consent_in(request.scope, policy)
    back = back if len(back) < _LONGEST_BACK else "/"
    return PrivacyChoice(consent, PATH + policy.org_id, back, language_in(query))
