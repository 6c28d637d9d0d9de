"""How a request gets the services of people and keys."""

from typing import Annotated

from fastapi import Depends

from api.auth.keys import new_key
from api.db.session import SessionDep
from api.domains.members.keys import KeyService
from api.domains.members.repository import KeyRepository, MemberRepository
from api.domains.members.service import MemberService
from api.kit.clock import NowDep
from api.kit.ids import new_id


def _members(session: SessionDep, now: NowDep) -> MemberService:
    return MemberService(MemberRepository(session), now, new_id)


def _keys(session: SessionDep, now: NowDep) -> KeyService:
    return KeyService(KeyRepository(session), now, new_id, new_key)


MemberServiceDep = Annotated[MemberService, Depends(_members)]
KeyServiceDep = Annotated[KeyService, Depends(_keys)]
