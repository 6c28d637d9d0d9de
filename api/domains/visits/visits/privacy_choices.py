"""Shows and stores whether an organisation may recognise a visitor's browser."""

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from limits import parse
from starlette.responses import RedirectResponse

from api.db.visitor_pool import VisitorDatabase
from api.domains.visits.visits.brand_repository import find_brand
from api.domains.visits.visits.identity import COOKIE_SECONDS, cookie_to_set
from api.domains.visits.visits.scan_service import ScanService, VisitorRequest
from api.domains.visits.visits.state import VisitsState
from api.kit.addresses import client_network
from api.kit.process_state import ProcessState
from api.kit.request_context import is_served
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.consent import GIVEN, REFUSED, Consent, choice_cookie
from api.rendering.visitor_pages.gate_query import PRIVACY_CHOSEN, address, preserved_query, seal
from api.rendering.visitor_pages.pages import Notice, page_response
from api.rendering.visitor_pages.privacy import PATH
from api.rendering.visitor_pages.state import VisitorPagesState

PER_ADDRESS = parse("120 per minute")
_SAME_SITE = frozenset({"same-origin", "same-site", "none"})


class PrivacyChoices:
    """The privacy choice of the visitor in one request."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._scans = VisitsState.of(request).scans
        self._pages = VisitorPagesState.of(request).pages

    async def show(self, org_id: str, back: str) -> Response:
        """Return the page with the current choice and the two buttons that change it."""
        brand = await self._brand(org_id)
        if brand is None:
            return page_response(self._pages.notice(Notice.NOTHING_HERE))
        incoming = self._scans.read_request("GET", self._request.scope)
        consent = self._scans.consent(incoming, brand.consent)
        return page_response(self._pages.privacy(brand, consent, _own_path(back)))

    async def choose(self, org_id: str, choice: str, back: str, *, by_script: bool) -> Response:
        """Store the choice `yes` or `no`. Redirects back to the page on which it was made; 204 for a script."""
        brand = await self._brand(org_id)
        if brand is None:
            return page_response(self._pages.notice(Notice.NOWHERE))
        is_foreign = self._request.headers.get("sec-fetch-site", "none") not in _SAME_SITE
        if is_foreign or choice not in ("yes", "no"):
            return page_response(self._pages.notice(Notice.UNREADABLE))
        incoming = self._scans.read_request("POST", self._request.scope)
        answer = (
            Response(status_code=204)
            if by_script
            else _redirect_back(_own_path(back), self._scans, org_id)
        )
        answer.headers["cache-control"] = "no-store"
        if self._scans.consent(incoming, brand.consent) is not Consent.SIGNALLED:
            self._keep(answer, incoming, brand, GIVEN if choice == "yes" else REFUSED)
        return answer

    def _keep(self, answer: Response, incoming: VisitorRequest, brand: Brand, value: str) -> None:
        chosen = f"{choice_cookie(brand.consent.org_id)}={value}"
        secure = "; Secure" if incoming.is_secure else ""
        answer.headers.append(
            "set-cookie",
            f"{chosen}; Max-Age={COOKIE_SECONDS}; Path=/; HttpOnly; SameSite=Lax{secure}",
        )
        # From here on the choice applies as if the browser had sent it. If there are two cookies,
        # the first applies.
        cookies = f"{chosen}; {incoming.headers.get('cookie', '')}"
        with_choice = incoming._replace(headers={**incoming.headers, "cookie": cookies})
        identity = self._scans.visit(with_choice, self._scans.now(), brand.consent).identity
        cookie = cookie_to_set(identity, is_secure=incoming.is_secure)
        if cookie is not None:
            answer.headers.append("set-cookie", cookie)

    async def _brand(self, org_id: str) -> Brand | None:
        """Return the brand of the organisation, if it exists and is served on the host of the request."""
        limits = ProcessState.of(self._request).rate_limits
        limits.hit(PER_ADDRESS, "privacy", client_network(self._request))
        if not is_served(org_id) or "\x00" in org_id:
            return None
        row = await find_brand(VisitorDatabase.of(self._request).pool, org_id)
        return Brand.of(org_id, *row) if row is not None else None


async def _choices(request: Request) -> PrivacyChoices:
    return PrivacyChoices(request)


PrivacyChoicesDep = Annotated[PrivacyChoices, Depends(_choices)]


def _redirect_back(back: str, scans: ScanService, org_id: str) -> Response:
    if not back:
        return RedirectResponse(PATH + org_id, status_code=303)
    path, _, query = back.partition("?")
    sealed = seal(scans.secret, path, {PRIVACY_CHOSEN: "1"}, scans.now())
    where = address(path, preserved_query(query), f"{PRIVACY_CHOSEN}={sealed}")
    return RedirectResponse(where, status_code=303)


def _own_path(written: str) -> str:
    """Return the path and query on this host to redirect back to, or an empty text for anything else."""
    try:
        parts = urlsplit(written)
    except ValueError:
        return ""
    is_path = written.startswith("/") and not written.startswith("//") and "\\" not in written
    is_plain = written.isascii() and written.isprintable() and " " not in written
    if not is_path or not is_plain or parts.scheme or parts.netloc or parts.path.startswith(PATH):
        return ""
    return parts._replace(fragment="").geturl()
