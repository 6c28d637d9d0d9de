"""All SQL statements about custom domains in the admin."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import ColumnElement, and_, case, false, func, select, text, true, update
from sqlalchemy.exc import IntegrityError

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.codes.codes.tables import codes
from api.domains.hosts.custom_domains.models import CustomDomain


class DomainRepository(Repository[CustomDomain]):
    """Custom domains of one organisation."""

    model = CustomDomain

    def lock(self, org_id: str) -> None:
        """Lock the organisation's domains until the transaction ends."""
        lock_until_commit(self.session, "own-domains", org_id)

    def count(self, org_id: str) -> int:
        """Return the number of domains."""
        return (
            self.session.scalar(select(func.count()).select_from(self.scoped(org_id).subquery()))
            or 0
        )

    def add(self, domain: CustomDomain) -> bool:
        """Store a new domain. Return False if the organisation already has it."""
        try:
            with self.session.begin_nested():
                self.session.add(domain)
                self.session.flush()
        except IntegrityError as error:
            if "custom_domains_org_id_host_key" not in str(error.orig):
                raise
            return False
        return True

    def list_all(self, org_id: str) -> list[CustomDomain]:
        """Return all domains, the default first and the others by name."""
        ordered = self.scoped(org_id).order_by(CustomDomain.is_default.desc(), CustomDomain.host)
        return list(self.session.scalars(ordered))

    def find(self, org_id: str, domain_id: str) -> CustomDomain | None:
        """Return a domain."""
        return self.session.scalar(self.scoped(org_id).where(CustomDomain.domain_id == domain_id))

    def find_for_update(self, org_id: str, domain_id: str) -> CustomDomain | None:
        """Return a domain, locked until the transaction ends."""
        wanted = self.scoped(org_id).where(CustomDomain.domain_id == domain_id).with_for_update()
        return self.session.scalar(wanted.execution_options(populate_existing=True))

    def prove(self, domain: CustomDomain, how: str, now: datetime) -> bool:
        """Store that it is verified. Return False if another organisation has this host. The database decides."""
        try:
            with self.session.begin_nested():
                domain.proven_at = domain.proven_at or now
                domain.proven_by = how
                domain.problem = domain.lost_at = domain.notified_at = None
                domain.checked_at = now
                self.session.flush()
        except IntegrityError as error:
            if "custom_domains_proven" not in str(error.orig):
                raise
            self.session.refresh(domain)
            return False
        return True

    def free_of_closed(self, host: str) -> bool:
        """Remove the host from the organisation that has it, if that is closed, and return whether this was the
        case.
        """
        return bool(self.session.scalar(select(func.free_host_of_closed(host))))

    def let_no_other_be_default(self, org_id: str, domain_id: str) -> None:
        """Clear the default flag of the domain that has it."""
        self.session.execute(
            update(CustomDomain)
            .where(CustomDomain.org_id == org_id, CustomDomain.is_default)
            .where(CustomDomain.domain_id != domain_id)
            .values(is_default=False)
        )

    def carried(self, org_id: str) -> Mapping[str, int]:
        """Return the number of codes that use each domain. Codes without a choice use the default."""
        base = codes.alias()
        chosen: ColumnElement[bool] = case(
            (codes.c.on_product_host, false()),
            (codes.c.domain_id.is_not(None), CustomDomain.domain_id == codes.c.domain_id),
            (base.c.on_product_host, false()),
            (base.c.domain_id.is_not(None), CustomDomain.domain_id == base.c.domain_id),
            else_=CustomDomain.is_default,
        )
        counted = (
            select(CustomDomain.domain_id, func.count().label("codes"))
            .select_from(codes)
            .outerjoin(
                base, and_(base.c.code_id == codes.c.base_code_id, base.c.org_id == codes.c.org_id)
            )
            .join(CustomDomain, and_(CustomDomain.org_id == codes.c.org_id, chosen == true()))
            .where(codes.c.org_id == org_id, codes.c.deleted_at.is_(None))
            .where(CustomDomain.proven_at.is_not(None))
            .group_by(CustomDomain.domain_id)
        )
        return {it.domain_id: it.codes for it in self.session.execute(counted)}

    def find_unreported(self, org_id: str) -> list[CustomDomain]:
        """Return the domains that failed verification and have not been reported yet, locked."""
        wanted = (
            self.scoped(org_id)
            .where(CustomDomain.lost_at.is_not(None), CustomDomain.notified_at.is_(None))
            .order_by(CustomDomain.host)
            .with_for_update()
        )
        return list(self.session.scalars(wanted))

    def mark_reported(self, found: Iterable[CustomDomain], now: datetime) -> None:
        """Record that the owners have been notified."""
        for it in found:
            it.notified_at = now
        self.session.flush()

    def organizations_with_unreported(self) -> list[str]:
        """Return the organisations with unreported failures, regardless of which one the session has entered."""
        return list(self.session.scalars(text("select org_id from domains_to_report()")))

    def remove(self, domain: CustomDomain) -> None:
        """Remove a domain. Codes that chose it have no choice from then on."""
        self.session.delete(domain)
        self.session.flush()

    def save(self) -> None:
        """Write the changes."""
        self.session.flush()
