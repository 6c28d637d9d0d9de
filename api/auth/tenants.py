"""Reads organisations and roles for the domains above; nobody else spells these statements."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import column, func, select
from sqlalchemy.orm import Session

from api.auth.models import Membership, Organization


@dataclass(frozen=True, slots=True)
class OwnOrganization:
    """An organisation of the person who is logged in, and their role in it."""

    org_id: str
    name: str
    logo: str
    role: str
    is_demo: bool
    founded_at: datetime


def organizations_of_login(session: Session) -> list[OwnOrganization]:
    """All organisations of the person of this request, by name."""
    names = OwnOrganization.__dataclass_fields__
    table = func.organizations_of_login().table_valued(*(column(name) for name in names))
    return [OwnOrganization(*row) for row in session.execute(select(*table.c))]


def organization_of(session: Session, org_id: str) -> Organization:
    """The organisation of a request; it is there as long as somebody acts in its name."""
    return session.scalars(select(Organization).where(Organization.org_id == org_id)).one()


def find_organization(session: Session, org_id: str) -> Organization | None:
    """An organisation, if the session may see it."""
    return session.scalar(select(Organization).where(Organization.org_id == org_id))


def is_open(session: Session, org_id: str) -> bool:
    """Whether there is such an organisation that was not closed."""
    found = select(Organization.org_id).where(
        Organization.org_id == org_id, Organization.deleted_at.is_(None)
    )
    return session.scalar(found) is not None


def role_in(session: Session, org_id: str, user_id: str) -> str | None:
    """A user's role in an organisation; None for who is no member."""
    found = select(Membership.role).where(
        Membership.user_id == user_id, Membership.org_id == org_id
    )
    return session.scalar(found)
