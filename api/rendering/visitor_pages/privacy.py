"""What a page for visitors shows about privacy: whether it asks, and the link to the choice."""

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
"""Followed by an organisation's id: where its visitors choose."""
_LONGEST_BACK = 2_000


class PrivacyChoice(NamedTuple):
    """The banner and the link of one page."""

    consent: Consent
    action: str
    """Where the choice is made, and sent to."""
    back: str
    """The page that is shown, to come back to."""
    language: str | None = None
    """The language that the address of the page asks for, if any."""

    @property
    def asks(self) -> bool:
        """Whether the page carries the banner."""
        return self.consent is Consent.ASKED

    @property
    def link(self) -> str:
        """To the page of the choice."""
        parameters = {"back": self.back} | ({"lang": self.language} if self.language else {})
        return f"{self.action}?{urlencode(parameters)}"


@dataclass(frozen=True)
class PrivacyState(AppState):
    """How the consent of a visitor is read. Attached by the lifespan of visits."""

    consent_in: Callable[[Scope, ConsentPolicy], Consent]
    """The consent that the sender of a request gave to an organisation."""


def privacy_choice(brand: Brand) -> PrivacyChoice | None:
    """What this organisation's page shows to the current visitor; None for pages without an organisation, and
    outside a running app.
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
