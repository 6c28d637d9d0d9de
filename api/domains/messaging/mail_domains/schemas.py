"""Requests and answers about domains of mails."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.messaging.mail_domains.records import Finding, RecordKind
from api.kit.schemas import OrgBody, Schema

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
    str, StringConstraints(strip_whitespace=True, max_length=80, pattern=r'^[^\x00-\x1f\x7f"<>]*$')
]


class ListMailDomains(OrgBody):
    """All of the organisation."""


class AddMailDomain(OrgBody):
    """A domain that mails shall come from."""

    domain: DomainName
    mailbox: Mailbox = Field("hello", description="What stands before the @")
    sender_name: SenderName = Field("", description="The organisation's name if empty")


class MailDomainRef(OrgBody):
    """Which domain."""

    domain_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class MailRecordRead(Schema):
    """A TXT record that the domain needs."""

    kind: RecordKind
    name: str
    value: str
    finding: Finding | None = Field(description="By the last check; null before the first one")


class MailDomainRead(Schema):
    """A domain that mails can come from."""

    domain_id: str
    domain: str
    sender: str = Field(description="The address that emails come from")
    sender_name: str
    state: Literal["pending", "verified", "failed"] = Field(
        description="`failed`: it was verified, and a record is gone; emails come from the installation's address again"
    )
    is_default: bool = Field(description="Whether emails come from it")
    records: list[MailRecordRead]
    created_at: datetime
    checked_at: datetime | None
    verified_at: datetime | None


class MailDomains(Schema):
    """Every domain; mails come from the first one that is verified."""

    items: list[MailDomainRead]
    total: int = Field(description="At most 10")


class MailDomainRemoved(Schema):
    """A domain that is gone; mails come from another address now."""

    domain_id: str
