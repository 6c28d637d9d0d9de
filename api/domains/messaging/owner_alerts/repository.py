"""All SQL statements about alerts."""

from datetime import datetime

from sqlalchemy import Row, select, text, update
from sqlalchemy.dialects.postgresql import insert

from api.auth.models import Membership, Organization, User
from api.auth.roles import Role
from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.messaging.owner_alerts.models import OwnerAlert, OwnerAlertMail


class AlertRepository(Repository[OwnerAlert]):
    """Alerts of one organisation."""

    model = OwnerAlert

    def lock(self, org_id: str) -> None:
        """Lock the creation of alerts for this organisation until the transaction ends."""
        lock_until_commit(self.session, "owner-alerts", org_id)

    def organization(self, org_id: str) -> Organization:
        """Return the organisation itself."""
        mine = select(Organization).where(Organization.org_id == org_id)
        return self.session.scalars(mine).one()

    def add(self, alert: OwnerAlert) -> None:
        """Store a new alert."""
        self.session.add(alert)
        self.session.flush()

    def find(self, org_id: str, alert_id: str) -> OwnerAlert | None:
        """Return an alert."""
        return self.session.scalar(self.scoped(org_id).where(OwnerAlert.alert_id == alert_id))

    def find_due(self, org_id: str, alert_id: str, now: datetime) -> OwnerAlert | None:
        """Return an alert that is due and that no other worker is queueing."""
        due = self.scoped(org_id).where(
            OwnerAlert.alert_id == alert_id,
            OwnerAlert.state == "waiting",
            OwnerAlert.next_try_at <= now,
        )
        return self.session.scalar(due.with_for_update(skip_locked=True))

    def list_due(self, now: datetime) -> list[Row[str, str]]:
        """Return organisation and ID of every due alert of all organisations."""
        due = text("select org_id, alert_id from due_owner_alerts(:at)")
        return list(self.session.execute(due, {"at": now}))

    def owners(self, org_id: str) -> list[tuple[str, str]]:
        """Return user ID and verified address of every owner."""
        owners = (
            select(User.user_id, User.email)
            .join(Membership, Membership.user_id == User.user_id)
            .where(Membership.org_id == org_id, Membership.role == Role.OWNER)
            .where(User.email_verified, User.email.is_not(None))
            .order_by(User.email)
        )
        return [(user_id, email) for user_id, email in self.session.execute(owners) if email]

    def claim_mail(self, alert: OwnerAlert, user_id: str, now: datetime) -> bool:
        """Claim an email before it is sent. Return False if it was sent, or may have been."""
        claim = insert(OwnerAlertMail).values(
            alert_id=alert.alert_id,
            user_id=user_id,
            org_id=alert.org_id,
            state="sending",
            changed_at=now,
        )
        claimed = claim.on_conflict_do_update(
            index_elements=["alert_id", "user_id"],
            set_={"state": "sending", "changed_at": claim.excluded.changed_at},
            where=OwnerAlertMail.state == "failed",
        ).returning(OwnerAlertMail.user_id)
        return self.session.scalar(claimed) is not None

    def mark_mail(
        self, alert: OwnerAlert, user_id: str, state: str, message: str, now: datetime
    ) -> None:
        """Store the state of an email."""
        self.session.execute(
            update(OwnerAlertMail)
            .where(
                OwnerAlertMail.org_id == alert.org_id,
                OwnerAlertMail.alert_id == alert.alert_id,
                OwnerAlertMail.user_id == user_id,
            )
            .values(state=state, message=message[:300], changed_at=now)
        )

    def finish(self, alert: OwnerAlert) -> None:
        """Mark an alert as done, because every email was sent."""
        self.session.execute(
            update(OwnerAlert)
            .where(OwnerAlert.org_id == alert.org_id, OwnerAlert.alert_id == alert.alert_id)
            .values(state="done")
        )
