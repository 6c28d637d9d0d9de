"""What a page for visitors shows about privacy: whether it asks, and where the choice is made."""

from typing import NamedTuple
from urllib.parse import quote, urlencode

from api.kit.visitor_language import current_request, lang_in
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.consent import Consent
from api.rendering.visitor_pages.gate_query import address, kept_query

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
        said = {"back": self.back} | ({"lang": self.language} if self.language else {})
        return f"{self.action}?{urlencode(said)}"


def privacy_choice(brand: Brand) -> PrivacyChoice | None:
    """What a page of this organisation shows to the visitor whose request is answered; None for pages
    of nobody, and outside a running app.
    """
    scope, policy = current_request(), brand.consent
    scans = getattr(scope["app"].state, "visits", None) if scope is not None else None
    if scope is None or scans is None or not policy.org_id:
        return None
    query = kept_query(scope["query_string"].decode("latin-1"))
    back = address(quote(scope["path"]), query)
    consent = scans.consent(scans.arrival("GET", scope), policy)
    back = back if len(back) < _LONGEST_BACK else "/"
    return PrivacyChoice(consent, PATH + policy.org_id, back, lang_in(query))
