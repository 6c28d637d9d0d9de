"""The content of a mobile pass, independent of any wallet and its vendor's terms.

An adapter converts it for its wallet and reports what that wallet cannot show.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal, Self
from zoneinfo import available_timezones

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationInfo,
    field_validator,
    model_validator,
)

from api.kit.timestamps import Moment

Style = Literal["coupon", "store_card", "event_ticket", "boarding_pass", "generic"]
Zone = Literal["header", "primary", "secondary", "auxiliary", "back"]
FieldFormat = Literal["text", "number", "percent", "currency", "date", "time", "date_time"]
Alignment = Literal["natural", "left", "center", "right"]
BarcodeFormat = Literal["qr", "aztec", "pdf417", "code128"]
Transit = Literal["air", "boat", "bus", "train", "generic"]
Slot = Literal[
    "icon",
    "logo",
    "strip",
    "thumbnail",
    "background",
    "footer",
    "artwork",
    "hero",
    "wide_logo",
]
"""The positions of pictures on a pass. Which of them are shown depends on the style and on the wallet."""

Color = Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$", to_lower=True)]
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Z][A-Za-z]{1,3})?$")]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,39}$")]
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]
Label = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60)]
LongText = Annotated[str, StringConstraints(max_length=2_000)]


def _known_zone(name: str) -> str:
    if name not in _ZONES:
        raise ValueError("is not a time zone")
    return name


_ZONES = frozenset(available_timezones())
Code = Annotated[str, StringConstraints(strip_whitespace=True, max_length=20)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60)]
Team = Annotated[str, StringConstraints(strip_whitespace=True, max_length=8)]
TimeZone = Annotated[str, StringConstraints(max_length=64), AfterValidator(_known_zone)]
EventKind = Literal[
    "generic",
    "live_performance",
    "movie",
    "sports",
    "conference",
    "convention",
    "workshop",
    "social_gathering",
]

MOST_FIELDS = 20
MOST_PLACES = 10
"""Maximum number of locations that Apple reads from one pass."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class FieldTexts(_Part):
    """A field's texts in one language. Absent ones are as in the pass's own language."""

    label: Label | None = None
    value: LongText | None = None
    change_message: Label | None = None


_MOMENT: TypeAdapter[Any] = TypeAdapter(Moment)
_NUMBER: TypeAdapter[Any] = TypeAdapter(
    Annotated[Decimal, Field(max_digits=15, decimal_places=4, allow_inf_nan=False)]
)
_VALUES: Mapping[str, TypeAdapter[Any]] = {
    "text": TypeAdapter(LongText),
    "date": _MOMENT,
    "time": _MOMENT,
    "date_time": _MOMENT,
}


class PassField(_Part):
    """One field of a pass."""

    key: Key
    zone: Zone
    label: Label = ""
    format: FieldFormat = "text"
    value: str | Decimal | Moment
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] | None = None
    alignment: Alignment = "natural"
    change_message: Label | None = Field(
        None, description="What the lock screen says when the value changes; `%@` is the new value"
    )
    translations: dict[Language, FieldTexts] = {}

    @field_validator("value", mode="before")
    @classmethod
    def _read_by_format(cls, value: object, info: ValidationInfo) -> object:
        kind: TypeAdapter[Any] = _VALUES.get(info.data.get("format", "text"), _NUMBER)
        return kind.validate_python(value)

    @model_validator(mode="after")
    def _has_a_currency_if_money(self) -> Self:
        if (self.format == "currency") is not (self.currency is not None):
            raise ValueError("currency belongs to the format currency, and that needs one")
        return self


class Barcode(_Part):
    """The code that staff scan. The picture encodes the message, and `text` is below it."""

    format: BarcodeFormat = "qr"
    message: Annotated[str, StringConstraints(min_length=1, max_length=1_000)]
    text: Annotated[str, StringConstraints(max_length=120)] | None = None

    @model_validator(mode="after")
    def _fits_its_format(self) -> Self:
        if self.format == "code128" and not (self.message.isascii() and len(self.message) <= 80):
            raise ValueError("message of a Code 128 must be ASCII of at most 80 characters")
        return self


class Place(_Part):
    """A location near which the phone offers the pass on its lock screen."""

    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    text: Label | None = None


class Period(_Part):
    """A period in which the phone offers the pass on its lock screen."""

    start: Moment
    end: Moment | None = None

    @model_validator(mode="after")
    def _ends_later(self) -> Self:
        if self.end is not None and self.end <= self.start:
            raise ValueError("end must be later than start")
        return self


class Trip(_Part):
    """The trip of a boarding pass."""

    transit: Transit = "generic"
    origin: Line
    origin_code: Annotated[str, StringConstraints(max_length=10)] | None = None
    destination: Line
    destination_code: Annotated[str, StringConstraints(max_length=10)] | None = None
    departs_at: Moment | None = None
    arrives_at: Moment | None = None
    boards_at: Moment | None = None
    origin_time_zone: TimeZone | None = Field(
        None, description="Where it departs, like `Europe/Berlin`; by default the organisation's"
    )
    destination_time_zone: TimeZone | None = None
    vehicle_number: Code | None = None
    seat: Code | None = None
    carrier_code: Annotated[str, StringConstraints(pattern=r"^[A-Z0-9]{2}$")] | None = Field(
        None, description="Of a flight: the airline's IATA code"
    )
    flight_number: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,4}[A-Z]?$")] | None = None
    passenger: Name | None = None
    confirmation: Code | None = Field(None, description="The booking reference")
    terminal: Code | None = None
    gate: Code | None = None
    boarding_group: Code | None = None


class Event(_Part):
    """The event of an event ticket."""

    name: Line
    venue: Line
    address: Annotated[str, StringConstraints(max_length=200)] | None = None
    starts_at: Moment
    ends_at: Moment | None = None
    seat: Code | None = None
    row: Code | None = None
    section: Name | None = None
    kind: EventKind = "generic"
    room: Name | None = Field(None, description="The hall or room within the venue")
    region: Name | None = Field(None, description="The town or region of the venue")
    latitude: float | None = Field(None, ge=-90, le=90)
    longitude: float | None = Field(None, ge=-180, le=180)
    performers: tuple[Line, ...] = Field((), max_length=10)
    home_team: Team | None = Field(None, description="Of a match: the abbreviation")
    away_team: Team | None = None
    is_poster: bool = Field(
        False, description="Shown as a poster by iOS 18 and later, where its demands are met"
    )


class Contactless(_Part):
    """The data that a phone sends to a contactless reader. Apple accepts it only with certificates that have its
    permission.
    """

    message: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    public_key: Annotated[
        str, StringConstraints(pattern=r"^[A-Za-z0-9+/]+={0,2}$", max_length=400)
    ] = Field(description="The reader's key: X.509, elliptic curve P-256, compressed, in base64")
    needs_unlock: bool = False


class Placed(_Part):
    """A picture of the media library, and the part of it that is shown."""

    media_id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    x: float = Field(
        0.5, ge=0, le=1, description="What stays of its width: 0 the left, 1 the right"
    )
    y: float = Field(
        0.5, ge=0, le=1, description="What stays of its height: 0 the top, 1 the bottom"
    )
    zoom: float = Field(1, ge=1, le=8, description="1 shows as much of it as fits")


class WalletPass(_Part):
    """One pass of one person."""

    style: Style
    description: Line = Field(description="What a screen reader says, like `Harbor Coffee coupon`")
    organization: Line
    title: Annotated[str, StringConstraints(max_length=60)] = Field(
        "", description="The text beside the logo"
    )
    language: Language = "en"
    fields: tuple[PassField, ...] = Field((), max_length=MOST_FIELDS)
    barcode: Barcode | None = None
    background: Color = "#ffffff"
    foreground: Color = "#000000"
    label_color: Color = "#000000"
    places: tuple[Place, ...] = Field((), max_length=MOST_PLACES)
    periods: tuple[Period, ...] = Field((), max_length=MOST_PLACES)
    expires_at: Moment | None = None
    is_void: bool = False
    can_be_shared: bool = True
    group: Annotated[str, StringConstraints(max_length=80)] | None = None
    trip: Trip | None = None
    event: Event | None = None
    title_translations: dict[Language, Line] = {}
    pictures: dict[Slot, Placed] = {}
    nfc: Contactless | None = None

    @field_validator("fields")
    @classmethod
    def _keys_are_unique(cls, fields: tuple[PassField, ...]) -> tuple[PassField, ...]:
        keys = [field.key for field in fields]
        if len(keys) != len(set(keys)):
            raise ValueError("two fields have the same key")
        return fields

    @model_validator(mode="after")
    def _has_what_its_style_needs(self) -> Self:
        if (self.style == "boarding_pass") is not (self.trip is not None):
            raise ValueError("trip belongs to boarding passes, and they need one")
        if self.event is not None and self.style != "event_ticket":
            raise ValueError("event belongs to event tickets")
        return self

    def in_zone(self, zone: Zone) -> tuple[PassField, ...]:
        """Return its fields in one zone, in order."""
        return tuple(field for field in self.fields if field.zone == zone)

    def languages(self) -> frozenset[str]:
        """The languages into which any of its texts is translated."""
        return frozenset(self._translated())

    def _translated(self) -> Iterator[str]:
        yield from self.title_translations
        for field in self.fields:
            yield from field.translations


SERIAL_NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""Serial numbers that can be used unchanged in addresses and file names of every system."""
