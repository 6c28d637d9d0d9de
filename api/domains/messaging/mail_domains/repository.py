"""All SQL statements about mail domains."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.orm import Session

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.messaging.mail_domains.models import MailDomain

_DUE = text("select org_id, domain_id from mail_domains_to_check(:now)")


def due_for_check(session: Session, now: datetime) -> list[tuple[str, str]]:
    """Return organisation and ID of the domains that are due for another check."""
    return [(row[0], row[1]) for row in session.execute(_DUE, {"now": now})]


class MailDomainRepository(Repository[MailDomain]):
    """Mail domains of one organisation, in one session."""

    model = MailDomain

    def list_all(self, org_id: str) -> Sequence[MailDomain]:
        """Return all domains: first the one that was chosen last, then the others, oldest first."""
        chosen = MailDomain.default_since.desc().nulls_last()
        return self.session.scalars(
            self.scoped(org_id).order_by(chosen, MailDomain.created_at, MailDomain.domain_id)
        ).all()

    def count(self, org_id: str) -> int:
        """Return the number of domains, and prevent others from being added until the transaction ends."""
        lock_until_commit(self.session, "mail-domains", org_id)
        own = self.scoped(org_id).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def find(self, org_id: str, domain_id: str) -> MailDomain | None:
        """Return a domain, or None."""
        return self.session.scalar(self.scoped(org_id).where(MailDomain.domain_id == domain_id))

    def lock(self, org_id: str, domain_id: str) -> MailDomain | None:
        """Return a mail domain, locked until the transaction ends, or None."""
        own = self.scoped(org_id).where(MailDomain.domain_id == domain_id)
        return self.session.scalar(own.with_for_update().execution_options(populate_existing=True))

    def find_named(self, org_id: str, domain: str) -> MailDomain | None:
        """Return the domain with this name, or None."""
        return self.session.scalar(self.scoped(org_id).where(MailDomain.domain == domain))

    def add(self, row: MailDomain) -> None:
        """Store a new domain."""
        self.session.add(row)
        self.session.flush()

    def choose(self, org_id: str, domain_id: str, now: datetime) -> bool:
        """Make a verified domain the one from which emails are sent. Return False if it is not verified."""
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
        """Delete a domain. Return False if there is none."""
        gone = (
            delete(MailDomain)
            .where(MailDomain.org_id == org_id, MailDomain.domain_id == domain_id)
            .returning(MailDomain.domain_id)
        )
        return self.session.scalar(gone) is not None
