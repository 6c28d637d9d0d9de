"""Reads the address from which an organisation's emails are sent, and the key that signs them."""

from email.utils import formataddr
from typing import NamedTuple

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.messaging.mail_domains.repository import MailDomainRepository
from api.domains.people.customers.sealing import Sealer


class MailIdentity(NamedTuple):
    """A verified domain: the sender that emails show, and the key that signs them."""

    sender: str
    domain: str
    selector: str
    private_key: str


def identity_of(session: Session, sealer: Sealer, org_id: str) -> MailIdentity | None:
    """Return the verified domain from which emails are sent, or None if they are sent from the installation's
    address.
    """
    rows = MailDomainRepository(session).list_all(org_id)
    row = next((it for it in rows if it.state == "verified"), None)
    if row is None:
        return None
    name = row.sender_name or organization_of(session, org_id).name
    return MailIdentity(
        formataddr((name, f"{row.mailbox}@{row.domain}")),
        row.domain,
        row.selector,
        sealer.unwrap(row.private_key_sealed),
    )
