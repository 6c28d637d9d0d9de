"""The people who work with cards: a member with a login, or staff with a PIN at an enrolled device."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated

from anyio import from_thread
from fastapi import Depends, Request

from api.auth.errors import RoleTooWeak
from api.auth.keys import hash_key
from api.auth.member import (
    AnswersDep,
    MaybeMemberDep,
    Member,
    NamedOrganizationsDep,
    viewer_of,
)
from api.auth.roles import Role
from api.auth.tenants import organization_of
from api.db.session import SessionDep, enter_tenant
from api.db.visitor_pool import VisitorDatabase
from api.domains.promotions.tills.errors import TillLocked
from api.domains.promotions.tills.repository import TillRepository
from api.domains.promotions.tills.visitor_repository import org_of_token
from api.kit.clock import NowDep
from api.kit.errors import NotFound, Unauthenticated

HEADER = "Waypost-Till"
"""The header for the token of a till session, instead of a login."""


@dataclass(frozen=True, slots=True)
class AtTill:
    """A staff member at a device."""

    till_id: str
    staff_id: str


@dataclass(frozen=True, slots=True)
class Operator:
    """The person who makes a call about a card."""

    member: Member
    at: AtTill | None = None


def _at_till(request: Request, session: SessionDep, now: NowDep, named: list[object]) -> Operator:
    token = request.headers.get(HEADER)
    if token is None:
        raise Unauthenticated
    token_hash = hash_key(token)
    org_id = from_thread.run(org_of_token, VisitorDatabase.of(request).pool, token_hash)
    if org_id is None:
        raise TillLocked
    enter_tenant(session, org_id)
    found = TillRepository(session).find_session(org_id, token_hash, now)
    if found is None:
        raise TillLocked
    if any(name != org_id for name in named):
        raise NotFound("Organisation not found.")
    member = viewer_of(organization_of(session, org_id))
    # In records of who did something, the staff member appears like an API key.
    member = replace(member, role=Role.EDITOR, key_id=found.staff_id)
    return Operator(member, AtTill(found.till_id, found.staff_id))


def _require(needed: Role) -> Callable[..., Operator]:
    def check(
        request: Request,
        member: MaybeMemberDep,
        named: NamedOrganizationsDep,
        session: SessionDep,
        now: NowDep,
        answers: AnswersDep,
    ) -> Operator:
        if member is not None and not member.role.reaches(needed):
            raise RoleTooWeak(f"This needs the role {needed} or a stronger one.")
        operator = (
            Operator(member) if member is not None else _at_till(request, session, now, named)
        )
        answers.keep(operator.member.org_id, operator.member.caller_id)
        return operator

    return check


require_operator = _require(Role.EDITOR)
"""Requires an editor or a person at a till, to work with cards."""

ReaderDep = Annotated[Operator, Depends(_require(Role.VIEWER))]
OperatorDep = Annotated[Operator, Depends(require_operator)]
