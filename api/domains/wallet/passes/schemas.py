"""Requests and responses about passes. Names in camel case are Apple's."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.kit.schemas import Body, OrgBody, Schema
from api.kit.validation_messages import field_problem
from api.rendering.wallet.apple_package import MOST_IN_BUNDLE
from api.rendering.wallet.content import SERIAL_NUMBER, WalletPass

SerialNumber = Annotated[str, StringConstraints(pattern=rf"^(?:{SERIAL_NUMBER.pattern})$")]
Uses = Annotated[int, Field(ge=1, le=1_000_000)]
ShortText = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class CreatePass(OrgBody):
    """A new pass."""

    content: WalletPass
    serial_number: SerialNumber | None = Field(
        None,
        validation_alias=AliasChoices("serialNumber", "serial_number"),
        description="Letters, digits, dots, dashes and underscores; random by default",
    )
    customer_id: ShortText | None = Field(None, description="The customer who holds it")
    max_uses: Uses | None = Field(
        None,
        description="How often it can be redeemed; by default once for coupons and tickets, and without"
        " limit for others",
    )


class UpdatePass(OrgBody):
    """The new content of a pass. Phones that have it fetch it again."""

    content: WalletPass
    max_uses: Uses | None = Field(None, description="Unchanged by default")


File = Annotated[str, StringConstraints(min_length=1, max_length=90_000)]


class SaveCertificate(OrgBody):
    """A Pass Type ID certificate from Apple with its private key, and the certificate that issued it."""

    certificate: File = Field(
        description="A `.p12` or PEM file with certificate and key, in base64"
    )
    password: Annotated[str, StringConstraints(max_length=200)] | None = Field(
        None, description="The password of that file, if it has one; it is not stored"
    )
    issuer: File = Field(description="Apple's WWDR G4 certificate, DER or PEM, in base64")


class ListCertificates(OrgBody):
    """No parameters except, optionally, the organisation."""


class CertificateRead(Schema):
    """A certificate that signs passes of one type. The key is never returned."""

    passTypeIdentifier: str  # noqa: N815
    teamIdentifier: str  # noqa: N815
    is_development: bool
    expires_at: datetime
    expires_soon: bool = Field(
        description="Whether it expires within 60 days; if so, renew it at Apple and save it again"
    )
    signs_new_passes: bool


class CertificateList(Schema):
    """All certificates of an organisation."""

    items: list[CertificateRead]


class LintFinding(Schema):
    """Something about a pass that its holder would notice."""

    severity: Literal["error", "warning"]
    rule: str
    field: str = Field(description="Path within `content`, such as `fields.points`")
    message: str


def error_of(rule: str, field: str, message: str) -> LintFinding:
    """Return a finding that must be fixed."""
    return LintFinding(severity="error", rule=rule, field=field, message=message)


def warning_of(rule: str, field: str, message: str) -> LintFinding:
    """Return a finding that should be fixed."""
    return LintFinding(severity="warning", rule=rule, field=field, message=message)


class PassSummary(Schema):
    """A pass in a list."""

    pass_id: str
    passTypeIdentifier: str  # noqa: N815
    serialNumber: str  # noqa: N815
    style: str
    description: str
    customer_id: str | None
    customer_name: str | None = Field(description="The customer's name, if known")
    template_id: str | None = Field(description="The pass template that it was created from")
    template_version: int | None
    is_void: bool
    is_development: bool = Field(
        description="Signed with a local development certificate, which phones reject"
    )
    phones: int = Field(description="Number of phones that have it")
    is_stale: bool = Field(
        description="No phone that has it fetched the latest change within a day"
    )
    uses: int = Field(description="How often it has been redeemed")
    max_uses: int | None
    created_at: datetime
    updated_at: datetime


class PassRead(PassSummary):
    """A pass with all its fields."""

    content: WalletPass
    url: str = Field(description="URL to download the signed pass")
    page_url: str = Field(description="Its public page; anyone with the link can see the pass")
    findings: list[LintFinding]


class RegisterDevice(Body):
    """The data that a phone sends when a pass is added to it."""

    push_token: ShortText = Field(validation_alias="pushToken")


class DeviceLog(Body):
    """Problems with the web service that phones report."""

    logs: list[Annotated[str, StringConstraints(max_length=2_000)]] = Field([], max_length=100)


class LogsTaken(Schema):
    """The number of lines in a report."""

    taken: int


class Registered(Schema):
    """Whether a phone is notified of changes to a pass from now on."""

    is_registered: bool


class ChangedPasses(Schema):
    """Passes on a phone that changed. `lastUpdated` is an opaque tag for the next request."""

    serialNumbers: list[str]  # noqa: N815
    lastUpdated: str  # noqa: N815


class PassCodeRef(OrgBody):
    """A code of type `pass`."""

    code_id: ShortText


class SavePassCode(PassCodeRef):
    """The pass that a code leads to."""

    pass_id: ShortText
    is_personal: bool = Field(
        False,
        description="Each visitor gets their own copy: `{{customer.name|Guest}}` in it becomes their name,"
        " `{{serial}}` its serial number, which is also its barcode",
    )
    most: int = Field(1_000, ge=1, le=1_000_000, description="Maximum number of copies")


class BundlePasses(OrgBody):
    """The passes: by their IDs, or those of a customer that are not void."""

    pass_ids: list[ShortText] = Field([], max_length=MOST_IN_BUNDLE)
    customer_id: ShortText | None = None
    group: ShortText | None = Field(
        None, description="Only the customer's passes in this group, such as an order"
    )

    @model_validator(mode="after")
    def _names_some(self) -> Self:
        if bool(self.pass_ids) is (self.customer_id is not None):
            raise field_problem("pass_ids", "send either pass_ids or customer_id")
        return self


class PassCodeRead(Schema):
    """The pass that a code of type `pass` leads to. `pass_id` is null until a pass is chosen."""

    code_id: str
    pass_id: str | None
    is_personal: bool
    most: int | None
    given: int | None = Field(description="How many copies visitors have taken")
