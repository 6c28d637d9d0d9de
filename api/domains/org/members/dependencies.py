"""Dependencies of the handlers of members and keys."""

from typing import Annotated

from fastapi import Depends, Request
from limits import parse

from api.auth.keys import new_key
from api.auth.member import AdminByLogin
from api.db.session import SessionDep
from api.domains.org.members.invitation_repository import InvitationRepository
from api.domains.org.members.invitation_tokens import InvitationLinks
from api.domains.org.members.invitations import InvitationService
from api.domains.org.members.keys import KeyService
from api.domains.org.members.repository import KeyRepository, MemberRepository
from api.domains.org.members.service import MemberService
from api.jobs.queue import JobsDep
from api.kit.addresses import client_network
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import RateLimitsDep, SettingsDep

INVITATIONS = parse("200 per hour")
"""Invitation emails of one organisation."""


PRESENTATIONS = parse("60 per minute")
"""Invitations that one network may retrieve."""


def _members(
    session: SessionDep, jobs: JobsDep, now: NowDep, settings: SettingsDep
) -> MemberService:
    members, keys = MemberRepository(session), KeyRepository(session)
    links = InvitationLinks(settings.base_url, settings.secret_key)
    return MemberService(members, keys, jobs, links, now, new_id)


def _invitations(session: SessionDep, now: NowDep) -> InvitationService:
    return InvitationService(InvitationRepository(session), now)


def _count_presentation(limits: RateLimitsDep, request: Request) -> None:
    message = "Too many invitations opened from this network. Try again in a minute."
    limits.hit(PRESENTATIONS, "presentations", client_network(request), message=message)


def _count_invitation(limits: RateLimitsDep, member: AdminByLogin) -> None:
    message = "Too many invitations within an hour. Try again later."
    limits.hit(INVITATIONS, "invitations", member.org_id, message=message)


def _keys(session: SessionDep, now: NowDep) -> KeyService:
    return KeyService(session, now, new_id, new_key)


PresentationLimit = Depends(_count_presentation)
InvitationServiceDep = Annotated[InvitationService, Depends(_invitations)]
InvitationLimit = Depends(_count_invitation)
MemberServiceDep = Annotated[MemberService, Depends(_members)]
KeyServiceDep = Annotated[KeyService, Depends(_keys)]
