"""All SQL statements about organisations."""

from datetime import datetime

from sqlalchemy import delete, update
from sqlalchemy.exc import IntegrityError

from api.auth.models import ApiKey, Invitation, Membership, Organization
from api.auth.roles import Role
from api.db.session import enter_tenant
from api.db.tenancy import Repository


class OrganizationRepository(Repository[Organization]):
    """The caller's own organisation."""

    model = Organization

    def get(self, org_id: str) -> Organization:
        """Return the organisation, without a lock."""
        return self.session.scalars(self.scoped(org_id)).one()

    def get_to_change(self, org_id: str) -> Organization:
        """Return the organisation, locked until the transaction ends, so that no concurrent change is lost."""
        found = self.scoped(org_id).with_for_update(key_share=True)
        return self.session.scalars(found.execution_options(populate_existing=True)).one()

    def add(self, organization: Organization) -> bool:
        """Store a new organisation and enter its tenant scope. Return False if its slug is taken."""
        enter_tenant(self.session, organization.org_id)
        try:
            with self.session.begin_nested():
                self.session.add(organization)
                self.session.flush()
        except IntegrityError:
            return False
        return True

    def add_owner(self, org_id: str, user_id: str, now: datetime) -> None:
        """Add the first owner."""
        self.session.add(
            Membership(org_id=org_id, user_id=user_id, role=Role.OWNER, created_at=now)
        )
        self.session.flush()

    def close(self, org_id: str, now: datetime) -> None:
        """Mark it as deleted, revoke its keys and invitations, and remove its members."""
        for statement in (
            update(Organization).where(Organization.org_id == org_id).values(deleted_at=now),
            update(ApiKey)
            .where(ApiKey.org_id == org_id, ApiKey.revoked_at.is_(None))
            .values(revoked_at=now),
            update(Invitation)
            .where(Invitation.org_id == org_id, Invitation.accepted_at.is_(None))
            .values(revoked_at=now),
            delete(Membership).where(Membership.org_id == org_id),
        ):
            self.session.execute(statement.execution_options(synchronize_session=False))
