"""Request and response schemas of custom domains."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.kit.schemas import MAX_INTEGER, OrgBody, Schema
from api.kit.visible_text import VISIBLE

MAX_DOMAINS = 20

Host = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300), VISIBLE
]
HomeUrl = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2048)]


class ListDomains(OrgBody):
    """List the organisation's domains."""


class AddDomain(OrgBody):
    """Add a host."""

    host: Host = Field(validation_alias=AliasChoices("host", "domain"), examples=["go.example.com"])


class DomainRef(OrgBody):
    """Identifies a domain."""

    domain_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class UpdateDomain(DomainRef):
    """Change a domain. Fields that are absent do not change."""

    is_default: bool | None = Field(
        None, description="Whether codes use it by default; at most one domain is the default"
    )
    home_url: HomeUrl | None = Field(
        None,
        description="Where its home page redirects to; empty: a page with the organisation's name",
    )
    unknown_url: HomeUrl | None = Field(
        None, description="Where paths that are not found redirect to; empty: a not-found page"
    )


class RemoveDomain(DomainRef):
    """Remove a domain."""

    codes: int = Field(
        0,
        ge=0,
        le=MAX_INTEGER,
        description="How many codes use it, to confirm that their printed links stop working",
    )


class DomainRead(Schema):
    """A domain, and how to verify it."""

    domain_id: str
    host: str = Field(description="As browsers send it (punycode)")
    shown_host: str = Field(description="As people write it")
    is_proven: bool
    proven_at: datetime | None
    proven_by: Literal["dns", "file"] | None
    checked_at: datetime | None
    problem: str | None = Field(description="Why the last check failed")
    lost_at: datetime | None = Field(
        description="Since when verification has failed; its codes keep working"
    )
    is_default: bool
    home_url: str | None
    unknown_url: str | None = Field(description="Where paths that are not found redirect to")
    home_problem: str | None = Field(
        description="What was wrong with the home page redirect in last night's check"
    )
    unknown_problem: str | None = Field(
        description="What was wrong with `unknown_url` in last night's check"
    )
    codes: int = Field(description="How many codes use it")
    record_name: str = Field(description="Name of the TXT record")
    proof: str = Field(description="Value of the record, or content of the file")
    file_url: str = Field(description="Where the file is expected, instead of the record")
    created_at: datetime


class Domains(Schema):
    """The organisation's domains."""

    items: list[DomainRead]
    total: int
    product_host: str = Field(description="The host of codes without a custom domain")
    most: int = Field(description="Maximum number of domains")


class DomainRemoved(Schema):
    """The domain that was removed."""

    domain_id: str
    codes: int = Field(description="How many codes used it; from now on they use another host")


class KnownHost(Schema):
    """A host for which a certificate may be issued."""

    is_known: bool
