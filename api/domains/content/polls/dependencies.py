"""Dependencies of the vote handlers, including the identification of voters."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request
from limits import parse
from sqlalchemy.orm import Session

from api.auth.member import AnswersDep
from api.db.session import SessionDep
from api.domains.codes.codes.errors import CodeNotFound, CodeNotOpen
from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.decide import gate_of, refusal_of
from api.domains.codes.rules.types import Identity, Visit
from api.domains.content.polls.repository import PollRepository, VoteRepository
from api.domains.content.polls.service import PollService
from api.domains.visits.visits.code_tenant import enter_tenant_of_code
from api.domains.visits.visits.scan_service import VisitorRequest
from api.domains.visits.visits.state import VisitsState
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import ProcessState

PER_ADDRESS = parse("1200 per minute")
PER_CODE = parse("30000 per minute")
READ_PER_ADDRESS = parse("3000 per minute")


def polls_of(session: Session, now: datetime) -> PollService:
    """Return the polls of the organisation that the session has entered, as of this time."""
    return PollService(PollRepository(session), VoteRepository(session), now, new_id)


def _service(session: SessionDep, now: NowDep) -> PollService:
    return polls_of(session, now)


PollServiceDep = Annotated[PollService, Depends(_service)]


class Voter:
    """One request of a visitor about a poll.

    A visitor without a cookie is identified by the hash of the day, and gets no cookie here: otherwise a
    program that drops its cookies would be a new visitor with each vote.
    """

    def __init__(
        self, request: Request, session: SessionDep, now: NowDep, answers: AnswersDep
    ) -> None:
        self._request = request
        self._session = session
        self._now = now
        self._answers = answers
        self.scans = VisitsState.of(request).scans
        self._limits = ProcessState.of(request).rate_limits
        self._incoming: VisitorRequest = self.scans.read_request("POST", request.scope)
        self.visit: Visit

    @property
    def visitor_id(self) -> str:
        """The ID of the voter."""
        return self.visit.identity.visitor_id or ""

    def reading(self, code_id: str) -> ResolvedCode:
        """Return the code whose polls are requested. From here on, the session is in its organisation."""
        self._limits.hit(READ_PER_ADDRESS, "read-votes", self._incoming.network)
        return self._find(code_id)

    @property
    def is_secure(self) -> bool:
        """Whether the visitor uses HTTPS."""
        return self._incoming.is_secure

    def greet(self, code: ResolvedCode) -> Identity:
        """Return the identity of a visitor to a poll's page. There, unlike in API calls, new visitors get a cookie."""
        return self.scans.visit(self._incoming, self._now, code.brand.consent).identity

    def entering(self, code_id: str) -> ResolvedCode:
        """Return the code whose poll is opened on its page. It must be open to this visitor."""
        code = self.reading(code_id)
        self._refuse_shut(code)
        return code

    def voting(self, code_id: str) -> ResolvedCode:
        """Return the code of the poll to vote in. It must be open to this visitor."""
        self._limits.hit(PER_ADDRESS, "vote", self._incoming.network)
        self._limits.hit(PER_CODE, "vote", code_id)
        code = self._find(code_id)
        self._refuse_shut(code)
        self._answers.keep(code.org_id, f"visitor:{self.visitor_id}")
        return code

    def _refuse_shut(self, code: ResolvedCode) -> None:
        visit = self.scans.with_unlocks(self.visit, self._incoming, code, self._now)
        if refusal_of(code, self._now) is not None or gate_of(code, visit) is not None:
            raise CodeNotOpen

    def _find(self, code_id: str) -> ResolvedCode:
        code = enter_tenant_of_code(self.scans, self._session, code_id)
        if code is None or code.deleted_at is not None:
            raise CodeNotFound
        policy = code.brand.consent
        self.visit = self.scans.visit(self._incoming, self._now, policy, may_give_cookie=False)
        return code


VoterDep = Annotated[Voter, Depends(Voter)]
