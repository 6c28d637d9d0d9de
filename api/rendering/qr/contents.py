"""The contents of static codes: each kind is encoded as the text that phones understand.

A static code consists of its text. It cannot be changed once it is printed, and its scans cannot be counted.
"""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Literal, Self

import phonenumbers
from pydantic import (
    AfterValidator,
    AnyHttpUrl,
    EmailStr,
    Field,
    StringConstraints,
    model_validator,
)
from segno import helpers

from api.kit.schemas import Schema
from api.kit.timestamps import Moment
from api.kit.visible_text import OneLine
from api.rendering.qr.digital_link import digital_link, gtin_14

Line = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$"),
]
Needed = Annotated[str, OneLine(200)]
Prose = Annotated[str, StringConstraints(max_length=1_000)]


def _international(text: str) -> str:
    try:
        number = phonenumbers.parse(text, None)
    except phonenumbers.NumberParseException:
        number = None
    if number is None or number.extension or not phonenumbers.is_possible_number(number):
        raise ValueError("must be a phone number with country code, such as +14155552671")
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


PhoneNumber = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=40), AfterValidator(_international)
]


class UrlContent(Schema):
    """A web address."""

    kind: Literal["url"]
    url: AnyHttpUrl

    def encoded(self) -> str:
        """Return the text that the picture encodes."""
        return str(self.url)


class TextContent(Schema):
    """Any text."""

    kind: Literal["text"]
    text: Annotated[str, StringConstraints(min_length=1, max_length=2048)]

    def encoded(self) -> str:
        """Return the text that the picture encodes."""
        return self.text


class WifiContent(Schema):
    """A wireless network to join."""

    kind: Literal["wifi"]
    ssid: Annotated[str, StringConstraints(min_length=1, max_length=32)]
    security: Literal["WPA", "WEP", "nopass"] = "WPA"
    password: Annotated[str, StringConstraints(max_length=63)] = ""
    hidden: bool = False

    @model_validator(mode="after")
    def _has_its_password(self) -> Self:
        if self.security == "WPA" and len(self.password) < 8:
            raise ValueError("password must have 8 to 63 letters")
        if self.security == "WEP" and not self.password:
            raise ValueError("password is required")
        return self

    def encoded(self) -> str:
        """Return the text that the picture encodes."""
        is_open = self.security == "nopass"
        return str(
            helpers.make_wifi_data(
                self.ssid,
                None if is_open else self.password,
                None if is_open else self.security,
                self.hidden,
            )
        )


class ContactContent(Schema):
    """A person or a business to save as a contact (vCard 3.0)."""

    kind: Literal["contact"]
    first_name: Line = ""
    last_name: Line = ""
    organization: Line = ""
    title: Line = ""
    email: EmailStr | None = None
    phone: PhoneNumber | None = None
    work_phone: PhoneNumber | None = None
    url: AnyHttpUrl | None = None
    street: Line = ""
    city: Line = ""
    region: Line = ""
    zip: Line = ""
    country: Line = ""

    @model_validator(mode="after")
    def _has_a_name(self) -> Self:
        if not (self.first_name or self.last_name or self.organization):
            raise ValueError("first_name, last_name or organization is required")
        return self

    def encoded(self) -> str:
        """Return the text that the picture encodes."""
        name = f"{_in_vcard(self.last_name)};{_in_vcard(self.first_name)}"
        shown = " ".join(part for part in (self.first_name, self.last_name) if part)
        return str(
            helpers.make_vcard_data(
                name,
                shown or self.organization,
                email=self.email,
                cellphone=self.phone,
                workphone=self.work_phone,
                url=str(self.url) if self.url else None,
                org=self.organization or None,
                title=self.title or None,
                street=self.street or None,
                city=self.city or None,
                region=self.region or None,
                zipcode=self.zip or None,
                country=self.country or None,
            )
        )


class EmailContent(Schema):
    """A draft of an email."""

    kind: Literal["email"]
    to: EmailStr
    subject: Line = ""
    body: Prose = ""

    def encoded(self) -> str:
        """Return the text that the picture encodes."""
        return str(
            helpers.make_make_email_data(
                self.to, subject=self.subject or None, body=self.body or None
            )
        )


class SmsContent(Schema):
    """A draft of a text message."""

    kind: Literal["sms"]
    phone: PhoneNumber
    message: Prose = ""

    def encoded(self) -> str:
        """Return the text that the picture encodes."""
        return f"SMSTO:{self.phone}:{self.message}"


class PhoneContent(Schema):
    """A number to call."""

    kind: Literal["phone"]
    phone: PhoneNumber

    def encoded(self) -> str:
        """Return the text that the picture encodes."""
        return f"tel:{self.phone}"


class PlaceContent(Schema):
    """A place on the map."""

    kind: Literal["place"]
    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)

    def encoded(self) -> str:
        """Return the text that the picture encodes."""
        return str(helpers.make_geo_data(round(self.latitude, 6), round(self.longitude, 6)))


class EventContent(Schema):
    """A calendar event (iCalendar)."""

    kind: Literal["event"]
    title: Needed
    starts_at: Moment
    ends_at: Moment | None = None
    place: Line = ""
    description: Prose = ""

    @model_validator(mode="after")
    def _ends_after_it_starts(self) -> Self:
        if self.ends_at is not None and self.ends_at <= self.starts_at:
            raise ValueError("ends_at must come after starts_at")
        return self

    def encoded(self) -> str:
        """Return the text that the picture encodes."""
        from icalendar import Event

        event = Event()
        event.add("summary", self.title)
        event.add("dtstart", _in_utc(self.starts_at))
        event.add("dtend", _in_utc(self.ends_at or self.starts_at + timedelta(hours=1)))
        if self.place:
            event.add("location", self.place)
        if self.description:
            event.add("description", self.description)
        return str(event.to_ical().decode()).strip()


class Gs1Content(Schema):
    """A product as a GS1 Digital Link, which both checkouts and phones can read."""

    kind: Literal["gs1"]
    gtin: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=20), AfterValidator(gtin_14)
    ] = Field(description="8, 12, 13 or 14 digits, the last of them their check digit")
    domain: Annotated[
        str,
        StringConstraints(
            strip_whitespace=True, to_lower=True, pattern=r"^[a-zA-Z0-9.-]{1,200}(:[0-9]{1,5})?$"
        ),
    ] = "id.gs1.org"
    batch: Annotated[str, StringConstraints(strip_whitespace=True, max_length=20)] = ""
    serial: Annotated[str, StringConstraints(strip_whitespace=True, max_length=20)] = ""
    expires_on: date | None = None

    @model_validator(mode="after")
    def _has_letters_of_gs1(self) -> Self:
        self.encoded()
        return self

    def encoded(self) -> str:
        """Return the text that the picture encodes."""
        return digital_link(self.domain, self.gtin, self.batch, self.serial, self.expires_on)


class PaymentContent(Schema):
    """A transfer in euros for banking apps in the SEPA area (EPC069-12)."""

    kind: Literal["payment"]
    name: Annotated[str, OneLine(70)]
    iban: Annotated[str, StringConstraints(strip_whitespace=True, max_length=42)]
    bic: Annotated[str, StringConstraints(strip_whitespace=True, max_length=11)] = ""
    amount: Decimal = Field(ge=Decimal("0.01"), le=Decimal("999999999.99"), decimal_places=2)
    reference: Annotated[str, StringConstraints(strip_whitespace=True, max_length=35)] = Field(
        "", description="A creditor reference (ISO 11649); instead of `purpose_text`"
    )
    purpose_text: Annotated[Line, StringConstraints(max_length=140)] = ""

    @model_validator(mode="after")
    def _can_be_paid(self) -> Self:
        from stdnum import bic, iban, iso11649
        from stdnum.exceptions import ValidationError as NotValid

        try:
            self.iban = iban.validate(self.iban)
        except NotValid:
            raise ValueError("iban is not a valid account number") from None
        try:
            self.bic = bic.validate(self.bic) if self.bic else ""
        except NotValid:
            raise ValueError("bic is not a valid bank identifier") from None
        try:
            self.reference = iso11649.validate(self.reference) if self.reference else ""
        except NotValid:
            raise ValueError(
                "reference is not a valid creditor reference, such as RF18..."
            ) from None
        if bool(self.reference) == bool(self.purpose_text):
            raise ValueError("needs either reference or purpose_text")
        return self

    def encoded(self) -> str:
        """Return the text that the picture encodes."""
        lines = ("BCD", "002", "1", "SCT", self.bic, self.name, self.iban, f"EUR{self.amount:.2f}")
        return "\n".join((*lines, "", self.reference, self.purpose_text)).rstrip()


Contents = Annotated[
    UrlContent
    | TextContent
    | WifiContent
    | ContactContent
    | EmailContent
    | SmsContent
    | PhoneContent
    | PlaceContent
    | EventContent
    | Gs1Content
    | PaymentContent,
    Field(discriminator="kind"),
]
"""The content of a static code."""


def _in_vcard(text: str) -> str:
    escaped = text.replace("\\", "\\\\")
    return escaped.replace(";", "\\;").replace(",", "\\,")


def _in_utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(microsecond=0)
