"""Request and response schemas of mail domains."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.messaging.mail_domains.records import Finding, RecordKind
from api.kit.schemas import OrgBody, Schema
from api.kit.visible_text import EMPTY_IF_INVISIBLE

DomainName = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, min_length=4, max_length=253)
]
Mailbox = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, to_lower=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$"
    ),
]
SenderName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=80, pattern=r'^[^\x00-\x1f\x7f"<>]*$'),
    EMPTY_IF_INVISIBLE,
]


class ListMailDomains(OrgBody):
    """List the domains of the organisation."""


class AddMailDomain(OrgBody):
    """A domain from which to send emails."""

    domain: DomainName
    mailbox: Mailbox = Field("hello", description="The part before the @")
    sender_name: SenderName = Field("", description="By default the organisation's name")


class MailDomainRef(OrgBody):
    """Identifies a domain."""

    domain_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class MailRecordRead(Schema):
    """A TXT record that the domain requires."""

    kind: RecordKind
    name: str
    value: str
    finding: Finding | None = Field(
        description="The result of the last check; null before the first one"
    )


class MailDomainRead(Schema):
    """A domain for sending emails."""

    domain_id: str
    domain: str
    sender: str = Field(description="The address from which emails are sent")
    sender_name: str
    state: Literal["pending", "verified", "failed"] = Field(
        description="`failed`: the domain was verified, but a record is missing now. Emails are sent"
        " from the installation's address until it is found again"
    )
    is_default: bool = Field(description="Whether emails are sent from this domain")
    records: list[MailRecordRead]
    created_at: datetime
    checked_at: datetime | None
    verified_at: datetime | None


class MailDomains(Schema):
    """Domains. Emails are sent from the first one that is verified."""

    items: list[MailDomainRead]
    total: int = Field(description="At most 10")


class MailDomainRemoved(Schema):
    """The domain that was removed. Emails are now sent from another address."""

    domain_id: str
