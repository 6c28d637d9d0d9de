"""Request and response schemas of organisations."""

from datetime import datetime
from typing import Annotated, Any, Literal
from zoneinfo import available_timezones

from pydantic import AfterValidator, AliasChoices, Field, StringConstraints

from api.auth.roles import Role
from api.domains.org.organizations.currencies import KNOWN_CURRENCIES
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.visible_text import OneLine
from api.rendering.visitor_pages.consent import ConsentMode
from api.rendering.visitor_pages.theme import Theme

_NOT_A_PLACE = {"Factory", "localtime"}
"""Names in the time zone database that browsers and DuckDB do not know."""
_ZONES = frozenset(available_timezones() - _NOT_A_PLACE)


def _known_zone(name: str) -> str:
    if name not in _ZONES:
        raise ValueError("must be an IANA time zone, such as Europe/London")
    return name


Name = Annotated[str, OneLine(200)]
TimeZone = Annotated[str, AfterValidator(_known_zone), Field(examples=["America/New_York"])]
Locale = Annotated[
    str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$", max_length=35)
]
Logo = Annotated[
    str,
    StringConstraints(
        # A path on this host, but no `//host`, which browsers read as another host.
        pattern=r"^(https://[^\s\"<>]+|/([^\s\"<>/\\][^\s\"<>]*)?)?$",
        max_length=2048,
    ),
]
Color = Annotated[str, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$")]


def _known_currency(code: str) -> str:
    if code not in KNOWN_CURRENCIES:
        raise ValueError("must be an ISO 4217 currency code, such as EUR")
    return code


Currency = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Z]{3}$"),
    AfterValidator(_known_currency),
    Field(examples=["EUR"]),
]
WeekStart = Literal["monday", "sunday", "saturday"]

_NAMES = AliasChoices("name", "org_name", "organization_name")
_LOGOS = AliasChoices("logo", "organization_logo")


class Brand(Body):
    """The appearance of the organisation for its visitors."""

    color: Color | None = None
    website: (
        Annotated[str, StringConstraints(pattern=r"^https?://\S+$", max_length=2048)] | None
    ) = None
    tagline: (
        Annotated[str, StringConstraints(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")] | None
    ) = None
    theme: Theme | None = Field(None, description="Fonts, colours and shapes of visitors’ pages")


class CheckOrganization(Body):
    """Ignored, because the login decides. Kept for old clients."""

    email: str | None = Field(None, max_length=320)
    id: str | None = Field(None, max_length=255)
    name: str | None = Field(None, max_length=200)


class OrganizationExists(Schema):
    """The organisation to which the caller belongs."""

    organization_id: str
    organization_name: str
    organization_logo: str
    role: str


class GetOrganization(OrgBody):
    """Get the caller's organisation."""


class CreateOrganization(Body):
    """Create an organisation. The caller becomes its owner."""

    name: Name = Field(validation_alias=_NAMES)
    logo: Logo = Field("", validation_alias=_LOGOS)
    time_zone: TimeZone = "UTC"
    locale: Locale = "en-US"
    week_start: WeekStart | None = Field(
        None, description="Defaults to that of the locale, such as Sunday for en-US"
    )


class UpdateOrganization(OrgBody):
    """Change settings. Absent fields do not change."""

    name: Name | None = Field(None, validation_alias=_NAMES)
    logo: Logo | None = Field(None, validation_alias=_LOGOS)
    time_zone: TimeZone | None = None
    locale: Locale | None = None
    week_start: WeekStart | None = Field(None, description="Defaults to that of the locale")
    currency: Currency | None = Field(
        None,
        description="Currency for costs (ISO 4217); defaults to that of the locale",
    )
    brand: Brand | None = None
    retention_months: int | None = Field(
        None,
        ge=0,
        le=120,
        description="Months after which events are deleted; 0 keeps them forever",
    )
    alerts_by_mail: bool | None = Field(
        None,
        description="Whether owners get emails about broken destinations and domains that fail verification",
    )
    visitor_consent: ConsentMode | None = Field(
        None,
        description="When visitors may get a cookie: opt_out (until they refuse), opt_in (after they agree)"
        " or by_country (opt_in in the EEA, the United Kingdom, Switzerland and where the"
        " country is unknown; opt_out elsewhere)",
    )


class OrganizationData(Schema):
    """An organisation as its members see it."""

    org_id: str
    org_name: str
    organization_logo: str
    slug: str
    time_zone: str
    locale: str
    week_start: str
    currency: str = Field(description="Currency for costs (ISO 4217)")
    brand: dict[str, Any]
    retention_months: int | None = Field(description="Null: events are kept forever")
    alerts_by_mail: bool = Field(description="Whether owners get alert emails")
    visitor_consent: ConsentMode = Field(description="When visitors may get a cookie")
    is_demo: bool
    created_at: datetime
    role: str


class Me(Schema):
    """The caller and their organisation."""

    user_id: str | None
    key_id: str | None
    name: str
    email: str | None
    email_verified: bool
    role: str | None
    organization: OrganizationData | None


class OwnOrganizationItem(Schema):
    """An organisation to which the caller belongs, and their role in it."""

    org_id: str
    org_name: str = Field(validation_alias=AliasChoices("org_name", "name"))
    organization_logo: str = Field(validation_alias=AliasChoices("organization_logo", "logo"))
    role: Role
    is_demo: bool


class OwnOrganizations(Schema):
    """All organisations to which the caller belongs, by name."""

    items: list[OwnOrganizationItem]


class OrganizationDeleted(Schema):
    """The organisation was deleted. Logins and keys no longer work, and its codes lead to their fallback."""

    org_id: str
    deleted_at: datetime
