"""Accepts referred friends from visitors' requests, and renders the page to which they come."""

from typing import Annotated

from anyio import from_thread
from fastapi import Depends, Request, Response
from limits import parse

from api.auth.tenants import organization_of
from api.db.session import SessionDep, enter_tenant
from api.db.visitor_pool import VisitorDatabase
from api.domains.people.customers.contacts import normalised_email, region_of
from api.domains.promotions.referrals.code_texts import parse_code
from api.domains.promotions.referrals.contacts import Contact, contact_in, referrer_in
from api.domains.promotions.referrals.dependencies import ReferralServiceDep
from api.domains.promotions.referrals.errors import ReferralCodeNotFound, require_code
from api.domains.promotions.referrals.schemas import ReferSubscription
from api.domains.promotions.referrals.service import REFER_PATH
from api.domains.promotions.referrals.types import Friend
from api.domains.promotions.referrals.visitor_repository import (
    Invitation,
    find_by_code,
    find_by_organization,
)
from api.domains.promotions.rewards.dependencies import KnowsCodeDep
from api.domains.visits.visits.gate_request import SHOWN_BY_BACK
from api.domains.visits.visits.identity import cookie_to_set
from api.domains.visits.visits.state import VisitsState
from api.kit.clock import NowDep
from api.kit.languages import choose
from api.kit.process_state import ProcessState
from api.kit.schemas import unstorable
from api.rendering.visitor_pages.pages import Notice, Page, page_response
from api.rendering.visitor_pages.state import VisitorPagesState
from api.rendering.visitor_pages.words import spoken

PER_ADDRESS = parse("60 per minute")
PER_ORGANIZATION = parse("3000 per minute")
OPENED_PER_ADDRESS = parse("600 per minute")

_NO_REFERRER = {"referrer-policy": "no-referrer"}
_ANSWER_HEADERS = {**_NO_REFERRER, **SHOWN_BY_BACK}


class ReferralPages:
    """One visitor's request about a referral."""

    def __init__(
        self,
        request: Request,
        session: SessionDep,
        referrals: ReferralServiceDep,
        knows_code: KnowsCodeDep,
        now: NowDep,
    ) -> None:
        self._request = request
        self._session = session
        self._referrals = referrals
        self._knows_code = knows_code
        self._now = now
        self._scans = VisitsState.of(request).scans
        self._pages = VisitorPagesState.of(request).pages
        self._limits = ProcessState.of(request).rate_limits
        self._incoming = self._scans.read_request("POST", request.scope)

    def show(self, text: str) -> Response:
        """Return the page of a code."""
        self._limits.hit(OPENED_PER_ADDRESS, "refer-page", self._incoming.network)
        found = self._by_code(text)
        if found is None:
            return page_response(self._pages.notice(Notice.NOTHING_HERE))
        if not self._referrals.program(found.org_id).is_active:
            return page_response(self._pages.notice(Notice.OVER, found.shown_brand))
        return page_response(self._page(found), **_NO_REFERRER)

    def send(self, text: str, email: str, first_name: str) -> Response:
        """Submit the form of the page. The response is the same for every address."""
        first_name = "" if unstorable(first_name) else first_name.strip()[:100]
        self._limits.hit(PER_ADDRESS, "refer", self._incoming.network)
        found = self._by_code(text)
        if found is None:
            return page_response(self._pages.notice(Notice.NOTHING_HERE))
        if not self._referrals.program(found.org_id).is_active:
            return page_response(self._pages.notice(Notice.OVER, found.shown_brand))
        self._limits.hit(PER_ORGANIZATION, "refer", found.org_id)
        address = normalised_email(email)
        if address is None:
            page = self._page(found, typed=email[:254], status=422)
            return page_response(page, **_ANSWER_HEADERS)
        cookie = self._join(
            found, self._referrals.person(found.org_id, found.customer_id or ""),
            Contact(address, None), first_name or None, None,
        )  # fmt: skip
        response = page_response(self._page(found, is_done=True), **_ANSWER_HEADERS)
        if cookie is not None:
            response.headers.append("set-cookie", cookie)
        return response

    def subscribe(self, body: ReferSubscription) -> str | None:
        """Submit a friend from a page or a program; return the cookie to set, if any.

        Raises:
            ReferralCodeNotFound: there is no such code, neither a referral code nor a QR code.
            Invalid: an email address or phone number is not valid, or the QR code belongs to another organisation.
        """
        self._limits.hit(PER_ADDRESS, "refer", self._incoming.network)
        found = self._by_code(body.id) if body.id is not None else self._by_qr_code(body.code_id)
        if found is None:
            raise ReferralCodeNotFound
        self._limits.hit(PER_ORGANIZATION, "refer", found.org_id)
        region = region_of(organization_of(self._session, found.org_id).locale)
        contact = contact_in(body.email, body.phone_number, region)
        if body.id is not None:
            require_code(self._knows_code, found.org_id, body.code_id)
            referrer: tuple[str, ...] | None = self._referrals.person(
                found.org_id, found.customer_id or ""
            )
        else:
            by_mail, by_phone = referrer_in(body.referral_email, body.referred_by_number, region)
            referrer = self._referrals.find_person(found.org_id, email=by_mail, phone=by_phone)
        return self._join(found, referrer, contact, body.first_name, body.code_id)

    def _join(
        self,
        found: Invitation,
        referrer_ids: tuple[str, ...] | None,
        contact: Contact,
        first_name: str | None,
        code_id: str | None,
    ) -> str | None:
        """Return the cookie to set. It reveals nothing about the referrer, because it is the same without one."""
        visit = self._scans.visit(
            self._incoming, self._now, found.shown_brand.consent, may_give_cookie=True
        )
        identity = visit.identity
        friend = Friend(
            email=contact.email,
            phone=contact.phone,
            visitor_id=identity.visitor_id if identity.kind == "cookie" else None,
            network=self._incoming.network,
        )
        if referrer_ids is not None:
            self._referrals.join(found.org_id, referrer_ids, friend, first_name, code_id)
        return cookie_to_set(identity, is_secure=self._incoming.is_secure)

    def _by_code(self, text: str) -> Invitation | None:
        code = parse_code(text)
        pool = VisitorDatabase.of(self._request).pool
        found = from_thread.run(find_by_code, pool, code) if code is not None else None
        if found is not None:
            enter_tenant(self._session, found.org_id)
        return found

    def _by_qr_code(self, code_id: str | None) -> Invitation | None:
        code = from_thread.run(self._scans.find_code, code_id) if code_id is not None else None
        if code is None:
            return None
        pool = VisitorDatabase.of(self._request).pool
        found = from_thread.run(find_by_organization, pool, code.org_id)
        if found is not None:
            enter_tenant(self._session, found.org_id)
        return found

    def _page(
        self, found: Invitation, *, typed: str = "", status: int = 200, is_done: bool = False
    ) -> Page:
        program, say = self._referrals.program(found.org_id), spoken()
        language = choose(program.words, "", say.language, "")
        own = program.words.get(language) or program.words.get("")
        return self._pages.render(
            "referral.html.jinja",
            status,
            found.shown_brand,
            page="referral",
            code_id=None,
            action=f"{REFER_PATH}{found.code}",
            own_heading=own.heading if own is not None else "",
            own_text=own.text if own is not None else "",
            typed=typed,
            has_problem=status != 200,
            is_done=is_done,
            next_path=f"/{program.code_id}" if program.code_id is not None else "",
        )


ReferralPagesDep = Annotated[ReferralPages, Depends(ReferralPages)]
