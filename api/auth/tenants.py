"""Reads organisations and roles for the domains above. No other module has these statements."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import column, func, select
from sqlalchemy.orm import Session

from api.auth.models import Membership, Organization


@dataclass(frozen=True, slots=True)
class OwnOrganization:
    """An organisation of the logged-in person, and their role in it."""

    org_id: str
    name: str
    logo: str
    role: str
    is_demo: bool
    founded_at: datetime


def organizations_of_login(session: Session) -> list[OwnOrganization]:
    """Return all organisations of the person who makes this request, sorted by name."""
    names = OwnOrganization.__dataclass_fields__
    table = func.organizations_of_login().table_valued(*(column(name) for name in names))
    return [OwnOrganization(*row) for row in session.execute(select(*table.c))]


def organization_of(session: Session, org_id: str) -> Organization:
    """Return the organisation of a request. It exists as long as somebody acts in its name."""
    return session.scalars(select(Organization).where(Organization.org_id == org_id)).one()


def find_organization(session: Session, org_id: str) -> Organization | None:
    """Return an organisation if the session may see it, else None."""
    return session.scalar(select(Organization).where(Organization.org_id == org_id))


def is_open(session: Session, org_id: str) -> bool:
    """Return whether the organisation exists and is not closed."""
    found = select(Organization.org_id).where(
        Organization.org_id == org_id, Organization.deleted_at.is_(None)
    )
    return session.scalar(found) is not None


def role_in(session: Session, org_id: str, user_id: str) -> str | None:
    """Return a user's role in an organisation, or None if they are not a member."""
    found = select(Membership.role).where(
        Membership.user_id == user_id, Membership.org_id == org_id
    )
    return session.scalar(found)
