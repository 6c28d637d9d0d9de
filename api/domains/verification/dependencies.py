"""Builds what the handlers of phone verification need."""

from functools import partial
from typing import Annotated

from anyio import from_thread
from fastapi import Depends, Request
from limits import parse
from sqlalchemy import select

from api.auth.member import Member
from api.auth.models import Organization
from api.db.session import SessionDep, enter_tenant
from api.domains.codes.errors import CodeNotFound, CodeNotOpen, invalid_field
from api.domains.codes.types import ResolvedCode
from api.domains.submissions.errors import FormNotFound
from api.domains.submissions.reception import receive
from api.domains.submissions.service import region_of
from api.domains.verification.repository import VerificationRepository
from api.domains.verification.service import VerificationService
from api.domains.verification.turns import TakingTurns
from api.domains.visits.decide import refusal_of
from api.domains.visits.desk import VisitDesk
from api.domains.visits.entering import enter_code
from api.integrations.ports.sms_sender import SmsSender
from api.integrations.sandbox.messages import SandboxMessages
from api.kit.addresses import client_network
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.rate_limits import RateLimits

PER_ADDRESS = parse("60 per hour")
PER_CODE = parse("600 per hour")


def _service(request: Request, session: SessionDep, now: NowDep) -> VerificationService:
    state = request.app.state
    sender: SmsSender = state.sms_senders(session, now)
    has_turn = getattr(request.state, "has_sending_turn", False)
    return VerificationService(
        VerificationRepository(session),
        sender if has_turn else TakingTurns(sender, state.sending_turns),
        secret=state.settings.secret_key,
        now=now,
        new_id=new_id,
    )


VerificationServiceDep = Annotated[VerificationService, Depends(_service)]


class Caller:
    """A visitor's request: bounded, and the code it names found."""

    def __init__(self, request: Request, session: SessionDep, now: NowDep) -> None:
        self._request = request
        self._session = session
        self._now = now

    def asking(
        self, code_id: str | None, page_id: str | None, me: Member | None
    ) -> tuple[str, str]:
        """Id and name of the organisation that wants to know: the page's or code's, else the caller's
        own.
        """
        limits: RateLimits = self._request.app.state.rate_limits
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
            raise invalid_field("code_id", "is needed without a login", "missing")
        limits.hit(PER_CODE, "verify-phone", me.org_id)
        return me.org_id, self._name(me.org_id)

    def _name(self, org_id: str) -> str:
        found = select(Organization.name).where(Organization.org_id == org_id)
        return self._session.scalar(found) or ""

    def _org_of_page(self, page_id: str, code_id: str | None) -> str:
        """Whose page it is, which must be open and ask for a number to confirm."""
        asked = partial(receive, self._request, page_id=page_id, code_id=code_id)
        reception = from_thread.run(asked)
        if reception is None or not reception.page.confirms:
            raise FormNotFound
        enter_tenant(self._session, reception.page.org_id)
        return reception.page.org_id

    def _code(self, code_id: str) -> ResolvedCode:
        """The code, which must be open: only then does its page ask for a number, and a message cost
        its owner. The session is its organisation's from here on.
        """
        desk: VisitDesk = self._request.app.state.visits
        code = enter_code(desk, self._session, code_id)
        if code is None or code.deleted_at is not None:
            raise CodeNotFound
        if refusal_of(code, self._now) is not None:
            raise CodeNotOpen
        return code

    def region(self, org_id: str) -> str:
        """Country of phone numbers that name none."""
        found = select(Organization.locale).where(Organization.org_id == org_id)
        return region_of(self._session.scalar(found) or "en-US")


CallerDep = Annotated[Caller, Depends(Caller)]


def _sandbox(session: SessionDep) -> SandboxMessages:
    return SandboxMessages(session)


SandboxDep = Annotated[SandboxMessages, Depends(_sandbox)]
