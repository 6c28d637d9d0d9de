"""Requests and answers about own domains."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.kit.schemas import MAX_INTEGER, OrgBody, Schema

MAX_DOMAINS = 20

Host = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
HomeUrl = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2048)]


class ListDomains(OrgBody):
    """Asks for the organisation's domains."""


class AddDomain(OrgBody):
    """A host to be proven."""

    host: Host = Field(validation_alias=AliasChoices("host", "domain"), examples=["go.example.com"])


class DomainRef(OrgBody):
    """Which domain."""

    domain_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class UpdateDomain(DomainRef):
    """What is left out stays as it is."""

    is_default: bool | None = Field(
        None, description="Whether codes carry it that choose no other; one domain at most does"
    )
    home_url: HomeUrl | None = Field(
        None, description="Where its bare address leads; empty: a page that says what this is"
    )
    unknown_url: HomeUrl | None = Field(
        None, description="Where paths lead that nobody answers; empty: a page that says so"
    )


class RemoveDomain(DomainRef):
    """A domain to be given up."""

    codes: int = Field(
        0,
        ge=0,
        le=MAX_INTEGER,
        description="How many codes carry it, to confirm that they lose it",
    )


class DomainRead(Schema):
    """A domain, and what proves it."""

    domain_id: str
    host: str = Field(description="As browsers send it")
    shown_host: str = Field(description="As people write it")
    is_proven: bool
    proven_at: datetime | None
    proven_by: Literal["dns", "file"] | None
    checked_at: datetime | None
    problem: str | None = Field(description="Why the last check found no proof")
    lost_at: datetime | None = Field(
        description="Since when its proof is gone; its codes work nonetheless"
    )
    is_default: bool
    home_url: str | None
    unknown_url: str | None = Field(description="Where paths lead that nobody answers")
    home_problem: str | None = Field(
        description="Why its bare address led nowhere when it was looked at last night"
    )
    unknown_problem: str | None = Field(description="The same of `unknown_url`")
    codes: int = Field(description="How many codes carry it")
    record_name: str = Field(description="Name of the TXT record")
    proof: str = Field(description="What the record or the file says")
    file_url: str = Field(description="Where the file is looked for instead of the record")
    created_at: datetime


class Domains(Schema):
    """The organisation's domains."""

    items: list[DomainRead]
    total: int
    product_host: str = Field(description="The host that codes carry without an own one")
    most: int = Field(description="How many an organisation can have")


class DomainRemoved(Schema):
    """A domain that was given up."""

    domain_id: str
    codes: int = Field(description="How many codes carried it; they carry another host from now on")


class KnownHost(Schema):
    """A host for which a certificate may be had."""

    is_known: bool
