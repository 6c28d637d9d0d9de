"""Requests and responses about pass templates."""

from datetime import datetime
from typing import Annotated

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.wallet.pass_templates.content import TemplateContent
from api.domains.wallet.passes.schemas import LintFinding, SerialNumber
from api.kit.pagination import PagedBody
from api.kit.schemas import OrgBody, Schema, Version
from api.kit.visible_text import OneLine
from api.rendering.wallet.content import Style, WalletPass
from api.rendering.wallet.losses import Wallet

TemplateId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
TemplateName = Annotated[str, OneLine(80)]
Column = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,39}$")]
Placeholder = Annotated[str, StringConstraints(max_length=81)]
LONGEST_VALUE = 200
ShortText = Annotated[str, StringConstraints(max_length=LONGEST_VALUE)]
CustomerId = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class ListPassTemplates(PagedBody):
    """A page of templates, by name."""

    filter: ShortText | None = Field(None, description="Text that the name must contain")


class SavePassTemplate(OrgBody):
    """Create a template or, with `template_id`, save the draft of an existing one."""

    template_id: TemplateId | None = None
    name: TemplateName
    content: TemplateContent
    revision: Version | None = Field(
        None, description="The revision that you read; if it is not the latest, nothing is saved"
    )


class PassTemplateRef(OrgBody):
    """The template."""

    template_id: TemplateId


class CheckPassTemplate(OrgBody):
    """Preview a draft for a person. Nothing is saved."""

    content: TemplateContent
    sample: dict[Placeholder, ShortText] = Field(
        {}, max_length=60, description="Values by placeholder; all others get sample values"
    )


class PublishPassTemplate(PassTemplateRef):
    """Publish the draft."""

    revision: Version | None = Field(
        None, description="The revision that you read; if it is not the latest, nothing happens"
    )


class ListPassTemplateVersions(PagedBody):
    """A page of a template's versions, newest first."""

    template_id: TemplateId


class RestorePassTemplate(PassTemplateRef):
    """Make a version the draft."""

    version: Version
    publish: bool = Field(False, description="Publish it right away as a new version")


class CreateFromTemplate(PassTemplateRef):
    """Create a pass from the published version. A customer who already has one from this template gets that
    one.
    """

    customer_id: CustomerId | None = Field(None, description="The customer who holds it")
    serial_number: SerialNumber | None = Field(
        None, validation_alias=AliasChoices("serialNumber", "serial_number")
    )
    values: dict[Column, ShortText] = Field(
        {}, max_length=50, description="Values of `{{row.…}}`, by column"
    )
    code: ShortText | None = Field(
        None, description="Value of `{{code}}`; by default a random one is created"
    )
    another: bool = Field(
        False, description="Create another one for a customer who already has one"
    )


class RefreshPass(OrgBody):
    """Refresh the values of a pass, such as the customer's balance."""

    pass_id: TemplateId
    values: dict[Column, ShortText] = Field({}, max_length=50, description="Columns that changed")


class WalletLoss(Schema):
    """A part of a pass that a wallet does not show."""

    wallet: Wallet
    rule: str
    field: str = Field(description="Path within `content`")
    message: str


class CheckedPassTemplate(Schema):
    """A draft as the sample person would get it."""

    content: WalletPass | None = Field(
        description="Null if it is not a valid pass; `findings` say why"
    )
    findings: list[LintFinding]
    losses: list[WalletLoss]
    placeholders: dict[str, str] = Field(
        description="Every placeholder with its value in this sample"
    )


class PassTemplateSummary(Schema):
    """A template in a list."""

    template_id: str
    name: str
    style: Style
    description: str
    background: str
    foreground: str
    revision: int
    published_version: int | None
    has_changes: bool = Field(description="Whether the draft differs from the published version")
    passes: int = Field(description="Number of passes created from it")
    content: TemplateContent = Field(description="The draft")
    small_pictures: dict[str, str] = Field(
        description="The address of the smallest copy for each picture of the draft, by the picture's ID"
    )
    created_at: datetime
    updated_at: datetime


class PassTemplateRead(PassTemplateSummary):
    """A template with its draft."""


class PublishedPassTemplate(PassTemplateRead):
    """The published template, and the job that updates its passes."""

    job_id: str | None = Field(description="Null if there is nothing to update")


class PassTemplateVersionRead(Schema):
    """A published version."""

    version: int
    is_published: bool
    content: TemplateContent
    published_at: datetime
    published_by: str | None


class PassTemplateDeleted(Schema):
    """The template that was deleted. Passes created from it stay as they are."""

    template_id: str
