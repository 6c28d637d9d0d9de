"""Mail domains of one organisation: added, checked, chosen and removed."""

from collections.abc import Sequence
from datetime import datetime

import idna

from api.auth.member import Member
from api.domains.messaging.mail_domains.errors import (
    MailDomainExists,
    MailDomainNotFound,
    MailDomainNotVerified,
    TooManyMailDomains,
    not_a_domain,
)
from api.domains.messaging.mail_domains.keys import new_key_pair
from api.domains.messaging.mail_domains.models import MailDomain
from api.domains.messaging.mail_domains.records import (
    DnsRecord,
    Lookup,
    check,
    records_of,
)
from api.domains.messaging.mail_domains.repository import MailDomainRepository
from api.domains.messaging.mail_domains.schemas import (
    AddMailDomain,
    MailDomainRead,
    MailRecordRead,
)
from api.domains.people.customers.sealing import Sealer
from api.kit.ids import new_id
from api.kit.public_suffixes import registrable_domain

MAX_DOMAINS = 10


class MailDomainService:
    """Mail domains, in one session."""

    def __init__(
        self,
        rows: MailDomainRepository,
        sealer: Sealer,
        lookup: Lookup,
        spf: str | None,
        now: datetime,
    ) -> None:
        self._rows = rows
        self._sealer = sealer
        self._lookup = lookup
        self._spf = spf
        self._now = now

    def list_all(self, org_id: str) -> list[MailDomainRead]:
        """Return all domains. Emails are sent from the first one that is verified."""
        return self._reads(self._rows.list_all(org_id))

    def add(self, me: Member, body: AddMailDomain) -> MailDomainRead:
        """Add a domain with its own key.

        Raises:
            Invalid: it is not a domain that somebody can own.
            MailDomainExists, TooManyMailDomains: it cannot be added.
        """
        domain = _host(body.domain)
        count = self._rows.count(me.org_id)
        if self._rows.find_named(me.org_id, domain) is not None:
            raise MailDomainExists
        if count >= MAX_DOMAINS:
            raise TooManyMailDomains
        key = new_key_pair()
        domain_id = new_id("mdom")
        row = MailDomain(
            domain_id=domain_id,
            org_id=me.org_id,
            domain=domain,
            mailbox=body.mailbox,
            sender_name=body.sender_name,
            # The selector is unique to each organisation, so that no two of them use the same
            # record.
            selector=f"waypost-{domain_id[-8:].lower()}",
            public_key=key.public,
            private_key_sealed=self._sealer.wrap(key.private),
            state="pending",
            findings={},
            created_at=self._now,
            created_by=me.caller_id or None,
        )
        self._rows.add(row)
        return self._read_of(me.org_id, domain_id)

    def check(self, org_id: str, domain_id: str) -> MailDomainRead:
        """Check the records now. If the name servers do not respond, the state does not change.

        Raises:
            MailDomainNotFound: there is no such domain.
        """
        row = self._found(org_id, domain_id)
        findings = check(self._records(row), row.domain, self._lookup)
        locked = self._rows.lock(org_id, domain_id)
        if locked is None:  # removed during the check
            raise MailDomainNotFound
        row = locked
        row.findings = {str(kind): str(found) for kind, found in findings.items()}
        row.checked_at = self._now
        if all(it == "found" for it in findings.values()):
            row.state, row.verified_at = "verified", row.verified_at or self._now
        elif any(it in ("missing", "wrong") for it in findings.values()):
            row.state = "failed" if row.state in ("verified", "failed") else "pending"
        self._rows.session.flush()
        return self._read_of(org_id, domain_id)

    def choose(self, org_id: str, domain_id: str) -> list[MailDomainRead]:
        """Send emails from a verified domain, and return all domains, with this one first.

        Raises:
            MailDomainNotFound: there is no such domain.
            MailDomainNotVerified: its records were not found.
        """
        self._found(org_id, domain_id)
        if not self._rows.choose(org_id, domain_id, self._now):
            raise MailDomainNotVerified
        self._rows.session.expire_all()
        return self.list_all(org_id)

    def remove(self, org_id: str, domain_id: str) -> None:
        """Remove a domain with its key.

        Raises:
            MailDomainNotFound: there is no such domain.
        """
        if not self._rows.remove(org_id, domain_id):
            raise MailDomainNotFound

    def _found(self, org_id: str, domain_id: str) -> MailDomain:
        row = self._rows.find(org_id, domain_id)
        if row is None:
            raise MailDomainNotFound
        return row

    def _read_of(self, org_id: str, domain_id: str) -> MailDomainRead:
        return next(it for it in self.list_all(org_id) if it.domain_id == domain_id)

    def _records(self, row: MailDomain) -> list[DnsRecord]:
        return records_of(row.domain, row.selector, row.public_key, self._spf)

    def _reads(self, rows: Sequence[MailDomain]) -> list[MailDomainRead]:
        default = next((it.domain_id for it in rows if it.state == "verified"), None)
        return [
            MailDomainRead(
                domain_id=it.domain_id,
                domain=it.domain,
                sender=f"{it.mailbox}@{it.domain}",
                sender_name=it.sender_name,
                state=it.state,
                is_default=it.domain_id == default,
                records=[
                    MailRecordRead(
                        kind=record.kind,
                        name=record.name,
                        value=record.value,
                        finding=it.findings.get(record.kind),
                    )
                    for record in self._records(it)
                ],
                created_at=it.created_at,
                checked_at=it.checked_at,
                verified_at=it.verified_at,
            )
            for it in rows
        ]


def _host(given: str) -> str:
    """Return a domain in the form of DNS.

    Raises:
        Invalid: it is not a domain, or is a suffix that nobody can own alone.
    """
    try:
        domain = idna.encode(given.rstrip("."), uts46=True).decode()
    except (idna.IDNAError, UnicodeError):
        raise not_a_domain() from None
    if "." not in domain or registrable_domain(domain) is None or domain[-1].isdigit():
        raise not_a_domain()
    return domain
