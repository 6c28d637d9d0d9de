"""A pass as its web page shows it: the same fields, in the visitor's language and in readable colours."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime, format_time
from babel.numbers import format_currency, format_decimal, format_percent

from api.kit.languages import choose, direction
from api.kit.request_context import current_request, language_in
from api.rendering.visitor_pages.colors import readable
from api.rendering.visitor_pages.words import Words
from api.rendering.visitor_pages.words.catalogues import locale_of
from api.rendering.wallet.barcodes import Picture, picture_of
from api.rendering.wallet.content import PassField, WalletPass, Zone

ON_FRONT: tuple[Zone, ...] = ("primary", "secondary", "auxiliary")


@dataclass(frozen=True, slots=True)
class ShownField:
    """One field with its value as text."""

    label: str
    value: str
    alignment: str


@dataclass(frozen=True, slots=True)
class ShownPass:
    """The content of a pass's page."""

    style: str
    title: str
    description: str
    organization: str
    language: str
    header: tuple[ShownField, ...]
    rows: Mapping[str, tuple[ShownField, ...]]
    """The zones on the front below the header that have fields, in order."""
    back: tuple[ShownField, ...]
    barcode: Picture | None
    barcode_text: str
    background: str
    foreground: str
    label_color: str
    expires_at: datetime | None
    expiry: str
    is_void: bool
    is_expired: bool

    @property
    def direction(self) -> str:
        """The writing direction of its texts."""
        return direction(self.language)

    @property
    def is_valid(self) -> bool:
        """Whether its holder can still use it."""
        return not (self.is_void or self.is_expired)


def language_of(content: WalletPass) -> str:
    """Return the language of a pass for the current visitor: the requested one, else the pass's own."""
    request = current_request()
    if request is None:
        return content.language
    offered = (content.language, *sorted(content.languages()))
    return choose(offered, content.language, language_in(request.query), request.accept_language)


def shown_pass(content: WalletPass, say: Words, zone: ZoneInfo, now: datetime) -> ShownPass:
    """Return a pass for the current visitor. `say` is the language of numbers and dates."""
    language = language_of(content)
    zones: dict[Zone, tuple[ShownField, ...]] = {
        name: tuple(_field(it, language, say, zone) for it in content.in_zone(name))
        for name in ("header", *ON_FRONT, "back")
    }
    barcode, expires_at, ground = content.barcode, content.expires_at, [content.background]
    expiry = say.date_of(expires_at.astimezone(zone).date()) if expires_at is not None else ""
    return ShownPass(
        style=content.style.replace("_", "-"),
        title=content.title_translations.get(language) or content.title,
        description=content.description,
        organization=content.organization,
        language=language,
        header=zones["header"],
        rows={name: zones[name] for name in ON_FRONT if zones[name]},
        back=zones["back"],
        barcode=picture_of(barcode) if barcode is not None else None,
        barcode_text=(barcode.text or "") if barcode is not None else "",
        background=content.background,
        foreground=readable(content.foreground, ground),
        label_color=readable(content.label_color, ground),
        expires_at=expires_at,
        expiry=expiry and say.card_valid_until.format(date=expiry),
        is_void=content.is_void,
        is_expired=expires_at is not None and expires_at <= now,
    )


def _field(field: PassField, language: str, say: Words, zone: ZoneInfo) -> ShownField:
    texts = field.translations.get(language)
    value = texts.value if texts is not None and isinstance(field.value, str) else None
    return ShownField(
        label=(texts.label if texts is not None else None) or field.label,
        value=value or _text(field, locale_of(say.language), zone),
        alignment=field.alignment,
    )


def _text(field: PassField, locale: str, zone: ZoneInfo) -> str:
    value = field.value
    if isinstance(value, datetime):
        local = value.astimezone(zone)
        if field.format == "date":
            return str(format_date(local, "medium", locale))
        if field.format == "time":
            return str(format_time(local, "short", locale=locale))
        return str(format_datetime(local, "medium", locale=locale))
    if isinstance(value, Decimal):
        if field.format == "percent":
            return str(format_percent(value / 100, locale=locale, decimal_quantization=False))
        if field.format == "currency":
            return str(format_currency(value, field.currency or "", locale=locale))
        return str(format_decimal(value, locale=locale, decimal_quantization=False))
    return value
