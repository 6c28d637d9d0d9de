"""Dependencies of the handlers of members and keys."""

from typing import Annotated

from fastapi import Depends
from limits import parse

from api.auth.keys import new_key
from api.auth.member import AdminByLogin
from api.db.session import SessionDep
from api.domains.org.members.keys import KeyService
from api.domains.org.members.repository import KeyRepository, MemberRepository
from api.domains.org.members.service import MemberService
from api.jobs.queue import JobsDep
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import RateLimitsDep

INVITATIONS = parse("200 per hour")
"""Invitation mails of one organisation."""


def _members(session: SessionDep, jobs: JobsDep, now: NowDep) -> MemberService:
    return MemberService(MemberRepository(session), KeyRepository(session), jobs, now, new_id)


def _count_invitation(limits: RateLimitsDep, member: AdminByLogin) -> None:
    message = "Too many invitations within an hour. Try again later."
    limits.hit(INVITATIONS, "invitations", member.org_id, message=message)


def _keys(session: SessionDep, now: NowDep) -> KeyService:
    return KeyService(session, now, new_id, new_key)


InvitationLimit = Depends(_count_invitation)
MemberServiceDep = Annotated[MemberService, Depends(_members)]
KeyServiceDep = Annotated[KeyService, Depends(_keys)]
