"""Every statement about domains of mails."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.orm import Session

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.messaging.mail_domains.models import MailDomain

_DUE = text("select org_id, domain_id from mail_domains_to_check(:now)")


def due_for_check(session: Session, now: datetime) -> list[tuple[str, str]]:
    """Organisation and id of domains that are to be checked again."""
    return [(row[0], row[1]) for row in session.execute(_DUE, {"now": now})]


class MailDomainRepository(Repository[MailDomain]):
    """Domains of one organisation, through one session."""

    model = MailDomain

    def list_all(self, org_id: str) -> Sequence[MailDomain]:
        """All: first the one that was chosen last, then the oldest."""
        chosen = MailDomain.default_since.desc().nulls_last()
        return self.session.scalars(
            self.scoped(org_id).order_by(chosen, MailDomain.created_at, MailDomain.domain_id)
        ).all()

    def count(self, org_id: str) -> int:
        """How many there are; nobody else adds one until the transaction ends."""
        lock_until_commit(self.session, "mail-domains", org_id)
        own = self.scoped(org_id).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def find(self, org_id: str, domain_id: str) -> MailDomain | None:
        """One, or None."""
        return self.session.scalar(self.scoped(org_id).where(MailDomain.domain_id == domain_id))

    def find_named(self, org_id: str, domain: str) -> MailDomain | None:
        """One by its name, or None."""
        return self.session.scalar(self.scoped(org_id).where(MailDomain.domain == domain))

    def add(self, row: MailDomain) -> None:
        """Store a new one."""
        self.session.add(row)
        self.session.flush()

    def choose(self, org_id: str, domain_id: str, now: datetime) -> bool:
        """Make a verified domain the one that mails come from; False if it is not verified."""
        chosen = (
            update(MailDomain)
            .where(
                MailDomain.org_id == org_id,
                MailDomain.domain_id == domain_id,
                MailDomain.state == "verified",
            )
            .values(default_since=now)
            .returning(MailDomain.domain_id)
        )
        return self.session.scalar(chosen) is not None

    def remove(self, org_id: str, domain_id: str) -> bool:
        """Delete one; False if there is none."""
        gone = (
            delete(MailDomain)
            .where(MailDomain.org_id == org_id, MailDomain.domain_id == domain_id)
            .returning(MailDomain.domain_id)
        )
        return self.session.scalar(gone) is not None
