"""Requests and responses about terms."""

from datetime import datetime
from typing import Annotated

from pydantic import AliasChoices, EmailStr, Field, StringConstraints

from api.domains.codes.codes.schemas import CodeId
from api.kit.pagination import ListBody
from api.kit.schemas import MAX_INTEGER, Body, OrgBody, Schema, Version
from api.kit.visible_text import OneLine
from api.rendering.rich_text.sanitizing import MAX_HTML

TermsId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Title = Annotated[str, OneLine(160)]


class UpdateTerms(OrgBody):
    """A new version of the terms of the organisation or of one code. The same text creates none."""

    terms_id: TermsId | None = None
    code_id: CodeId | None = Field(None, description="A code that has its own terms")
    title: Title
    body: Annotated[str, StringConstraints(min_length=1, max_length=MAX_HTML)] = Field(
        validation_alias=AliasChoices("body", "text"),
        description="HTML, of which only formatting and links are kept, or plain paragraphs",
    )
    based_on: int | None = Field(
        None,
        ge=0,
        le=MAX_INTEGER,
        description="The version that you edited; 409 if it has changed since",
    )


class GetTerms(OrgBody):
    """The terms to return; by default all of the organisation."""

    terms_id: TermsId | None = None
    code_id: CodeId | None = None


class ListAcceptances(ListBody):
    """A page of acceptances, most recent first. `filter` searches code, visitor and network (email addresses are
    encrypted and cannot be searched); sort by accepted_at, version.
    """

    terms_id: TermsId
    version: Version | None = None


class TermsVersionRead(Schema):
    """One version."""

    version: int
    title: str
    body: str
    text_hash: str
    published_at: datetime
    published_by: str | None
    acceptances: int


class TermsRead(Schema):
    """Terms with their versions, newest first."""

    terms_id: str
    org_id: str
    code_id: str | None
    code_name: str | None
    title: str
    body: str
    current_version: int
    text_hash: str
    published_at: datetime
    public_url: str
    acceptances: int = Field(description="Total for all versions")
    versions: list[TermsVersionRead]


class AllTerms(Schema):
    """All terms of the organisation: its own first, then those of single codes."""

    items: list[TermsRead]
    total: int


class AcceptanceRead(Schema):
    """Who accepted a version, as far as known."""

    acceptance_id: str
    terms_id: str
    version: int
    text_hash: str
    code_id: str | None
    visitor: str = Field(description="The visitor's identifier, or the hash of one day")
    visitor_name: str = Field(description="The visitor's name, as the dashboard has it")
    email: str | None
    address: str = Field(description="Their network, never the full IP address")
    accepted_at: datetime


class WhichTerms(Body):
    """Terms as visitors refer to them: by code, by organisation (ID or slug) or by their own ID."""

    code_id: TermsId | None = Field(None, validation_alias=AliasChoices("code_id", "qr_id"))
    terms_id: TermsId | None = None
    org: TermsId | None = Field(None, validation_alias=AliasChoices("org", "org_id", "orgID"))

    @property
    def name(self) -> str:
        """The identifier that takes precedence."""
        return self.terms_id or self.code_id or self.org or ""


class AcceptTerms(WhichTerms):
    """Consent to one version."""

    version: int = Field(ge=1, le=1_000_000)
    email: EmailStr | None = None


class CheckTerms(WhichTerms):
    """Check whether this visitor has accepted the version in force."""

    email: EmailStr | None = Field(
        None, description="Look for consent given with this email address"
    )


class Accepted(Schema):
    """A stored acceptance."""

    accepted: bool
    terms_id: str
    version: int
    text_hash: str
    accepted_at: datetime
    terms_url: str


class Checked(Schema):
    """What this visitor has accepted."""

    accepted: bool = Field(description="Whether it is the version in force")
    terms_id: str
    current_version: int
    accepted_version: int | None
    accepted_at: datetime | None
    terms_url: str
