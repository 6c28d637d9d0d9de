"""Reads organisations and roles for the domains above; nobody else spells these statements."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.auth.models import Membership, Organization


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
