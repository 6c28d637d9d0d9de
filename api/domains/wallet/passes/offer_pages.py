"""The page on which a visitor gets their own pass. Opening it gives no pass, because link previews open pages too."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request, Response
from limits import parse

from api.domains.codes.rules.types import Identity, Method
from api.domains.visits.visits.identity import cookie_to_set
from api.domains.visits.visits.state import VisitsState
from api.domains.wallet.passes.addresses import offer_path, pass_path
from api.domains.wallet.passes.dependencies import OfferServiceDep
from api.domains.wallet.passes.errors import AllPassesGiven
from api.domains.wallet.passes.offers import requires_name
from api.domains.wallet.passes.visitor_repository import PublicPass
from api.kit.clock import NowDep
from api.kit.process_state import ProcessState
from api.kit.schemas import unstorable
from api.rendering.visitor_pages.pages import Notice, page_response
from api.rendering.visitor_pages.state import VisitorPagesState
from api.rendering.wallet.content import WalletPass

GIVEN_PER_ADDRESS = parse("60 per hour")
"""A café's guests share an address, but so do the requests of a script that takes many passes."""
LONGEST_NAME = 60


class OfferPages:
    """One visitor's request about an offer."""

    def __init__(self, request: Request, offers: OfferServiceDep, now: NowDep) -> None:
        self._pages = VisitorPagesState.of(request).pages
        self._limits = ProcessState.of(request).rate_limits
        self._scans = VisitsState.of(request).scans
        method: Method = "POST" if request.method == "POST" else "GET"
        self._incoming = self._scans.read_request(method, request.scope)
        self._offers = offers
        self._now = now

    def show(self, offer: PublicPass | None) -> Response:
        """Return the page of an offer. A visitor who already has a pass from it is redirected to that pass."""
        content = self._source(offer)
        if offer is None or content is None:
            return page_response(self._pages.notice(Notice.NOTHING_HERE))
        identity = self._identity(offer, may_give_cookie=False)
        known = self._offers.find_given(offer.org_id, offer.pass_id, _remembered(identity))
        if known is not None:
            return _led_to(pass_path(known))
        if _is_over(content, self._now):
            return page_response(self._pages.notice(Notice.OVER, offer.shown_brand))
        page = self._pages.render(
            "pass_offer.html.jinja",
            200,
            offer.shown_brand,
            page="pass-offer",
            code_id=None,
            description=content.description,
            action=offer_path(offer.pass_id),
            requires_name=requires_name(content),
        )
        return page_response(page, **{"referrer-policy": "no-referrer"})

    def give(self, offer: PublicPass | None, name: str) -> Response:
        """Give a pass, and redirect to it."""
        content = self._source(offer)
        if offer is None or content is None:
            return page_response(self._pages.notice(Notice.NOTHING_HERE))
        if _is_over(content, self._now):
            return page_response(self._pages.notice(Notice.OVER, offer.shown_brand))
        self._limits.hit(GIVEN_PER_ADDRESS, "pass offer", offer.pass_id, self._incoming.network)
        identity = self._identity(offer, may_give_cookie=True)
        name = "" if unstorable(name) else " ".join(name.split())[:LONGEST_NAME]
        try:
            given = self._offers.give(offer.org_id, offer.pass_id, _remembered(identity), name)
        except AllPassesGiven:
            return page_response(self._pages.notice(Notice.LIMIT, offer.shown_brand))
        answer = _led_to(pass_path(given))
        cookie = cookie_to_set(identity, is_secure=self._incoming.is_secure)
        if cookie is not None:
            answer.headers.append("set-cookie", cookie)
        return answer

    def _source(self, offer: PublicPass | None) -> WalletPass | None:
        return self._offers.source(offer.org_id, offer.pass_id) if offer is not None else None

    def _identity(self, offer: PublicPass, *, may_give_cookie: bool) -> Identity:
        consent = offer.shown_brand.consent
        visit = self._scans.visit(
            self._incoming, self._now, consent, may_give_cookie=may_give_cookie
        )
        return visit.identity


def _is_over(content: WalletPass, now: datetime) -> bool:
    return content.is_void or (content.expires_at is not None and content.expires_at <= now)


def _remembered(identity: Identity) -> str | None:
    """Return the visitor if a cookie identifies them. A hash of the day may stand for two people at one address."""
    return identity.visitor_id if identity.kind == "cookie" else None


def _led_to(path: str) -> Response:
    return Response(status_code=303, headers={"location": path, "cache-control": "no-store"})


OfferPagesDep = Annotated[OfferPages, Depends(OfferPages)]
