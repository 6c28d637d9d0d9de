"""The caller of a phone verification: rate-limited, and only from an open page or code."""

from functools import partial
from typing import Annotated

from anyio import from_thread
from fastapi import Depends, Request

from api.auth.member import Member
from api.auth.tenants import find_organization
from api.db.session import SessionDep, enter_tenant
from api.domains.codes.codes.errors import CodeNotFound, CodeNotOpen, invalid_field
from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.decide import refusal_of
from api.domains.content.forms.errors import FormNotFound
from api.domains.content.forms.form_request import resolve_form_request
from api.domains.content.forms.state import FormsState
from api.domains.content.forms.verification.dependencies import PER_ADDRESS, PER_CODE
from api.domains.people.customers.contacts import region_of
from api.domains.visits.visits.code_tenant import enter_tenant_of_code
from api.domains.visits.visits.state import VisitsState
from api.kit.addresses import client_network
from api.kit.clock import NowDep
from api.kit.process_state import ProcessState


class Caller:
    """A visitor's rate-limited request, with the code that it names."""

    def __init__(self, request: Request, session: SessionDep, now: NowDep) -> None:
        self._request = request
        self._session = session
        self._now = now

    def asking(
        self, code_id: str | None, page_id: str | None, me: Member | None
    ) -> tuple[str, str]:
        """Return ID and name of the organisation that requests the number: that of the page or code, else the caller's
        own.
        """
        limits = ProcessState.of(self._request).rate_limits
        limits.hit(PER_ADDRESS, "verify-phone", client_network(self._request))
        if page_id is not None:
            limits.hit(PER_CODE, "verify-phone", code_id or page_id)
            org_id = self._org_of_page(page_id, code_id)
            return org_id, self._name(org_id)
        if code_id is not None:
            limits.hit(PER_CODE, "verify-phone", code_id)
            code = self._code(code_id)
            return code.org_id, code.brand.name
        if me is None:
            raise invalid_field("code_id", "is required without a login", "missing")
        limits.hit(PER_CODE, "verify-phone", me.org_id)
        return me.org_id, self._name(me.org_id)

    def _name(self, org_id: str) -> str:
        organization = find_organization(self._session, org_id)
        return organization.name if organization is not None else ""

    def _org_of_page(self, page_id: str, code_id: str | None) -> str:
        """Return the organisation of the page, which must be open and request a number to verify."""
        pages = FormsState.of(self._request).pages
        resolve = partial(
            resolve_form_request, self._request, pages, page_id=page_id, code_id=code_id
        )
        received = from_thread.run(resolve)
        if received is None or not received.page.confirms:
            raise FormNotFound
        enter_tenant(self._session, received.page.org_id)
        return received.page.org_id

    def _code(self, code_id: str) -> ResolvedCode:
        """Return the code, which must be open: only then does its page request a number and may a message cost its
        owner money. From here on, the session is in its organisation.
        """
        scans = VisitsState.of(self._request).scans
        code = enter_tenant_of_code(scans, self._session, code_id)
        if code is None or code.deleted_at is not None:
            raise CodeNotFound
        if refusal_of(code, self._now) is not None:
            raise CodeNotOpen
        return code

    def region(self, org_id: str) -> str:
        """Return the country of phone numbers without a country code."""
        organization = find_organization(self._session, org_id)
        return region_of(organization.locale if organization is not None else "en-US")


CallerDep = Annotated[Caller, Depends(Caller)]
