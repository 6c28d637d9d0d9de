"""Every statement about alerts."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import and_, case, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from api.auth.models import Membership, Organization, User
from api.auth.roles import Role
from api.db.tenancy import Repository
from api.db.turns import take_turn
from api.domains.codes.codes.models import Code
from api.domains.codes.health.models import DestinationCheck
from api.domains.hosts.custom_domains.models import OwnDomain
from api.domains.messaging.owner_alerts.models import OwnerAlert, OwnerAlertMail


class Broken(NamedTuple):
    """An address that began to lead nowhere, and its code's name."""

    check: DestinationCheck
    name: str


class AlertRepository(Repository[OwnerAlert]):
    """Alerts of one organisation."""

    model = OwnerAlert

    def lock(self, org_id: str) -> None:
        """Let nobody else look for news of this organisation until the transaction ends."""
        take_turn(self.session, "owner-alerts", org_id)

    def organization(self, org_id: str) -> Organization:
        """The organisation itself."""
        mine = select(Organization).where(Organization.org_id == org_id)
        return self.session.scalars(mine).one()

    def untold(self, org_id: str, now: datetime) -> list[Broken]:
        """What leads nowhere and was not told yet, of codes that live; those broken longest first.

        A child lives as long as its base, unless its state or window is its own. The rows are locked,
        so that what is told is what is marked.
        """
        base = aliased(Code)
        own_state = or_(base.code_id.is_(None), Code.overrides.contains(["state"]))
        own_window = or_(base.code_id.is_(None), Code.overrides.contains(["window"]))
        state = case((own_state, Code.state), else_=base.state)
        until = case((own_window, Code.active_until), else_=base.active_until)
        wanted = (
            select(DestinationCheck, Code.name)
            .join(Code, Code.code_id == DestinationCheck.code_id)
            .outerjoin(base, and_(base.code_id == Code.base_code_id, base.org_id == Code.org_id))
            .where(DestinationCheck.org_id == org_id, Code.org_id == org_id)
            .where(DestinationCheck.state != "fine", DestinationCheck.told_at.is_(None))
            .where(Code.deleted_at.is_(None), state == "active")
            .where(or_(until.is_(None), until > now))
            .order_by(DestinationCheck.url, DestinationCheck.code_id)
            .with_for_update(of=DestinationCheck)
        )
        found = [Broken(check, name) for check, name in self.session.execute(wanted)]
        return sorted(found, key=lambda it: (it.check.broken_since or now, it.name, it.check.url))

    def untold_domains(self, org_id: str) -> list[OwnDomain]:
        """Domains whose proof is gone and of which nobody was told, locked."""
        wanted = (
            select(OwnDomain)
            .where(OwnDomain.org_id == org_id)
            .where(OwnDomain.lost_at.is_not(None), OwnDomain.told_at.is_(None))
            .order_by(OwnDomain.host)
            .with_for_update()
        )
        return list(self.session.scalars(wanted))

    def mark_told(self, found: Iterable[DestinationCheck | OwnDomain], now: datetime) -> None:
        """Keep that the owners know."""
        for it in found:
            it.told_at = now
        self.session.flush()

    def add(self, alert: OwnerAlert) -> None:
        """Store a new alert."""
        self.session.add(alert)
        self.session.flush()

    def find(self, org_id: str, alert_id: str) -> OwnerAlert | None:
        """One alert."""
        return self.session.scalar(self.scoped(org_id).where(OwnerAlert.alert_id == alert_id))

    def find_due(self, org_id: str, alert_id: str, now: datetime) -> OwnerAlert | None:
        """An alert that is due and that nobody else is queueing at the moment."""
        due = self.scoped(org_id).where(
            OwnerAlert.alert_id == alert_id,
            OwnerAlert.state == "waiting",
            OwnerAlert.next_try_at <= now,
        )
        return self.session.scalar(due.with_for_update(skip_locked=True))

    def owners(self, org_id: str) -> list[tuple[str, str]]:
        """User id and proven address of every owner."""
        wanted = (
            select(User.user_id, User.email)
            .join(Membership, Membership.user_id == User.user_id)
            .where(Membership.org_id == org_id, Membership.role == Role.OWNER)
            .where(User.email_verified, User.email.is_not(None))
            .order_by(User.email)
        )
        return [(user_id, email) for user_id, email in self.session.execute(wanted) if email]

    def claim_mail(self, alert: OwnerAlert, user_id: str, now: datetime) -> bool:
        """Take it on oneself to send a mail; False when it was sent, or may have been."""
        wanted = insert(OwnerAlertMail).values(
            alert_id=alert.alert_id,
            user_id=user_id,
            org_id=alert.org_id,
            state="sending",
            changed_at=now,
        )
        claimed = wanted.on_conflict_do_update(
            index_elements=["alert_id", "user_id"],
            set_={"state": "sending", "changed_at": wanted.excluded.changed_at},
            where=OwnerAlertMail.state == "failed",
        ).returning(OwnerAlertMail.user_id)
        return self.session.scalar(claimed) is not None

    def mark_mail(
        self, alert: OwnerAlert, user_id: str, state: str, message: str, now: datetime
    ) -> None:
        """Keep how a mail went."""
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
        """Every mail of it is out."""
        self.session.execute(
            update(OwnerAlert)
            .where(OwnerAlert.org_id == alert.org_id, OwnerAlert.alert_id == alert.alert_id)
            .values(state="done")
        )
