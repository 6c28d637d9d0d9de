"""The caller of a request as handlers see it, and the role that each handler requires."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Depends, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from api.auth.directory import Directory
from api.auth.errors import (
    EmailNotVerified,
    InvalidKey,
    InvalidToken,
    LoginNeeded,
    NoOrganization,
    NotAMember,
    RoleTooWeak,
)
from api.auth.keys import PREFIX, hash_key, is_key
from api.auth.models import Organization
from api.auth.roles import Role
from api.auth.state import AuthState
from api.auth.tokens import Claims
from api.db.idempotency import HEADER, claim
from api.db.session import SessionDep
from api.kit.addresses import client_network
from api.kit.errors import NotFound, Unauthenticated
from api.kit.process_state import ProcessState
from api.kit.rate_limits import WRONG_CREDENTIALS
from runtime.settings import Settings

ORGANIZATION_HEADER = "Waypost-Organization"
"""Names the organisation in which a login acts. The database checks that the login belongs to it."""


_bearer = HTTPBearer(
    auto_error=False,
    description="An access token of the identity provider, or an API key `wp_…`. A login acts in the"
    f" organisation that the header `{ORGANIZATION_HEADER}` names, one of its own (404 `not_a_member` for any"
    " other); without the header, in the one that it joined first. A key has only its own.",
)


@dataclass(frozen=True, slots=True)
class Person:
    """A person with a valid login, who may belong to several organisations or to none."""

    user_id: str
    name: str
    email: str | None
    email_verified: bool


@dataclass(frozen=True, slots=True)
class Caller:
    """A person or program with valid credentials that may not belong to an organisation yet."""

    user_id: str | None
    key_id: str | None
    name: str
    email: str | None
    email_verified: bool
    organization: Organization | None
    role: Role | None


@dataclass(frozen=True, slots=True)
class Member:
    """A caller inside their organisation."""

    org_id: str
    role: Role
    user_id: str | None
    key_id: str | None
    name: str
    email: str | None
    time_zone: str
    locale: str
    week_start: str
    visitor_consent: str
    is_demo: bool

    @property
    def sees_unused_codes(self) -> bool:
        """Return whether they see codes that are worth something to anyone who has them: promo and one-time codes that
        can still be used.
        """
        return self.role.reaches(Role.EDITOR)

    @property
    def caller_id(self) -> str:
        """Return the ID of the person or key, for records of who did something."""
        return self.user_id or self.key_id or ""


def viewer_of(organization: Organization) -> Member:
    """Return a member without an identity who may read this organisation's numbers, for shared links and emailed
    reports.
    """
    return Member(
        org_id=organization.org_id,
        role=Role.VIEWER,
        user_id=None,
        key_id=None,
        name="",
        email=None,
        time_zone=organization.time_zone,
        locale=organization.locale,
        week_start=organization.week_start,
        visitor_consent=organization.visitor_consent,
        is_demo=organization.is_demo,
    )


Credentials = Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]


def _caller(
    request: Request,
    credentials: Credentials,
    session: SessionDep,
) -> Caller:
    if credentials is None:
        raise Unauthenticated
    directory = Directory(session, ProcessState.of(request).clock())
    chosen = request.headers.get(ORGANIZATION_HEADER)
    with _counted(request):
        if credentials.credentials.startswith(PREFIX):
            return _by_key(credentials.credentials, directory, chosen)
        return _by_login(_claims(request, credentials), directory, chosen)


@contextmanager
def _counted(request: Request) -> Iterator[None]:
    try:
        yield
    except (InvalidToken, InvalidKey):
        ProcessState.of(request).rate_limits.hit(
            WRONG_CREDENTIALS,
            client_network(request),
            message="Too many wrong logins from this address. Try again later.",
        )
        raise


def _claims(request: Request, credentials: HTTPAuthorizationCredentials) -> Claims:
    return AuthState.of(request).tokens.check(credentials.credentials)


def _by_key(key: str, directory: Directory, chosen: str | None) -> Caller:
    found = directory.place_of_key(hash_key(key)) if is_key(key) else None
    if found is None:
        raise InvalidKey
    if chosen not in (None, found.organization.org_id):
        raise NotAMember
    return Caller(
        user_id=None,
        key_id=found.key.key_id,
        name=found.key.name,
        email=None,
        email_verified=False,
        organization=found.organization,
        role=found.role,
    )


def _by_login(claims: Claims, directory: Directory, chosen: str | None) -> Caller:
    user = directory.user_of(claims)
    place = directory.place_of(user, chosen)
    return Caller(
        user_id=user.user_id,
        key_id=None,
        name=user.name,
        email=user.email,
        email_verified=user.email_verified,
        organization=place.organization if place else None,
        role=Role(place.role) if place else None,
    )


CallerDep = Annotated[Caller, Depends(_caller)]
"""Anyone with a valid login or key."""


async def _named_organizations(request: Request) -> list[Any]:
    """Return the organisations that the request names, in either spelling, in its body and query."""
    named: list[Any] = [
        value for name, value in request.query_params.multi_items() if name in ("org_id", "orgID")
    ]
    if "json" in request.headers.get("content-type", "") and await request.body():
        try:
            body = await request.json()
        except (ValueError, RecursionError):  # what is nested too deep names nobody
            body = None
        if isinstance(body, dict):
            named += [body[name] for name in ("org_id", "orgID") if name in body]
    return [value for value in named if value not in (None, "")]


NamedOrganizationsDep = Annotated[list[Any], Depends(_named_organizations)]
"""The organisations that the request names."""


async def _body(request: Request) -> bytes:
    # Uploads are streamed, so their bytes are not part of an idempotent request's identity.
    media_type = request.headers.get("content-type", "")
    if media_type.startswith("multipart/"):
        return b""
    if media_type.startswith("application/x-www-form-urlencoded"):
        form = await request.form()  # already read if the route takes a form
        return urlencode([(name, str(value)) for name, value in form.multi_items()]).encode()
    return await request.body()


BodyDep = Annotated[bytes, Depends(_body)]
"""The request's body, unchanged."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Stores the response to the request under its Idempotency-Key."""

    request: Request
    session: Session
    body: bytes
    now: datetime
    settings: Settings

    def keep(self, org_id: str, caller_id: str) -> None:
        """Claim the key for this caller. Raises Replay if a request with the key was answered before."""
        self.request.state.claim = claim(
            self.session,
            self.request,
            body=self.body,
            org_id=org_id,
            caller=caller_id,
            now=self.now,
            secret=self.settings.secret_key,
        )


async def _answers(request: Request, session: SessionDep) -> Answers:
    state = ProcessState.of(request)
    return Answers(request, session, await _body(request), state.clock(), state.settings)


AnswersDep = Annotated[Answers, Depends(_answers)]


def _person(
    request: Request,
    credentials: Credentials,
    session: SessionDep,
) -> Person:
    if credentials is None:
        raise Unauthenticated
    if credentials.credentials.startswith(PREFIX):
        raise LoginNeeded
    directory = Directory(session, ProcessState.of(request).clock())
    with _counted(request):
        user = directory.user_of(_claims(request, credentials))
    return Person(user.user_id, user.name, user.email, user.email_verified)


PersonDep = Annotated[Person, Depends(_person)]
"""Anyone with a valid login, for resources that belong to them in no organisation or in several. API keys are
refused.
"""


async def _member(request: Request, caller: CallerDep) -> Member:
    return _member_of(caller, await _named_organizations(request))


def _member_of(caller: Caller, named: list[Any]) -> Member:
    organization, role = caller.organization, caller.role
    if organization is None or role is None:
        raise NoOrganization if caller.email_verified else EmailNotVerified
    if any(name != organization.org_id for name in named):
        raise NotFound("Organisation not found.")
    return Member(
        org_id=organization.org_id,
        role=role,
        user_id=caller.user_id,
        key_id=caller.key_id,
        name=caller.name,
        email=caller.email,
        time_zone=organization.time_zone,
        locale=organization.locale,
        week_start=organization.week_start,
        visitor_consent=organization.visitor_consent,
        is_demo=organization.is_demo,
    )


def _maybe_member(
    request: Request,
    credentials: Credentials,
    session: SessionDep,
    named: NamedOrganizationsDep,
) -> Member | None:
    if credentials is None:
        return None
    return _member_of(_caller(request, credentials, session), named)


MaybeMemberDep = Annotated[Member | None, Depends(_maybe_member)]
"""The member, on calls that visitors make too, or None without a login. A login without an organisation is refused as
usual.
"""


def require(needed: Role, by_login: bool = False) -> Callable[..., Awaitable[Member]]:
    """Return a dependency that admits members with this role or a stronger one."""

    async def check(
        request: Request, member: Annotated[Member, Depends(_member)], session: SessionDep
    ) -> Member:
        if by_login and member.user_id is None:
            raise LoginNeeded
        if not member.role.reaches(needed):
            raise RoleTooWeak(f"This needs the role {needed} or a stronger one.")
        if HEADER in request.headers:
            answers = await _answers(request, session)
            await run_in_threadpool(answers.keep, member.org_id, member.caller_id)
        return member

    return check


ViewerDep = Annotated[Member, Depends(require(Role.VIEWER))]
EditorDep = Annotated[Member, Depends(require(Role.EDITOR))]
AdminDep = Annotated[Member, Depends(require(Role.ADMIN))]
ViewerByLogin = Annotated[Member, Depends(require(Role.VIEWER, by_login=True))]
AdminByLogin = Annotated[Member, Depends(require(Role.ADMIN, by_login=True))]
