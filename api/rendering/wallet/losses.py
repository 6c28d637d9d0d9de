"""The parts of a pass that a wallet does not show, in plain language.

Sources: developer.apple.com/documentation/walletpasses, "Pass" and "Creating the visual design";
developers.google.com/wallet, "Pass design guidelines" of each pass type.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Literal, NamedTuple

from api.rendering.wallet.content import Slot, WalletPass
from api.rendering.wallet.google_kinds import (
    MOST_TEXTS,
    Kind,
    kind_of,
    missing_of_flight,
    text_fields,
)
from api.rendering.wallet.pictures import APPLE_SLOTS, GOOGLE_SLOTS, shown_by_apple

Wallet = Literal["apple", "google"]
PICTURES: dict[Slot, str] = {
    "icon": "icon",
    "logo": "logo",
    "strip": "strip image",
    "thumbnail": "thumbnail",
    "background": "background image",
    "footer": "footer image",
    "artwork": "poster",
    "hero": "hero image",
    "wide_logo": "wide logo",
}
_STYLES = {
    "coupon": "coupons",
    "store_card": "store cards",
    "event_ticket": "event tickets",
    "boarding_pass": "boarding passes",
    "generic": "generic passes",
}


class Loss(NamedTuple):
    """A part of a pass that one wallet leaves out. `field` is a path within the content."""

    wallet: Wallet
    rule: str
    field: str
    message: str


def losses(content: WalletPass, *, has_logo: bool) -> list[Loss]:
    """Return what Apple Wallet leaves out, followed by what Google Wallet leaves out. `has_logo` is whether Google can
    fetch a logo.
    """
    kind = kind_of(content, has_logo=has_logo)
    return [*apple_losses(content), *google_losses(content, kind)]


def apple_losses(content: WalletPass) -> Iterator[Loss]:
    """Yield what Apple Wallet leaves out."""
    for rule, field, message in _of_apple(content):
        yield Loss("apple", rule, field, message)


def google_losses(content: WalletPass, kind: Kind) -> Iterator[Loss]:
    """Yield what Google Wallet leaves out of a pass of this kind."""
    for rule, field, message in _of_google(content, kind):
        yield Loss("google", rule, field, message)


def _of_apple(content: WalletPass) -> Iterator[tuple[str, str, str]]:
    if content.group and content.style not in ("event_ticket", "boarding_pass"):
        yield "group", "group", "Apple Wallet groups only event tickets and boarding passes."
    if content.event is not None and not content.event.is_poster:
        yield (
            "event",
            "event",
            "Apple Wallet shows of the event only what fields repeat, unless the ticket is a poster.",
        )
    if content.event is not None and content.event.is_poster:
        yield (
            "poster",
            "event.is_poster",
            "Only iOS 18 and later show posters, and before iOS 26 only with contactless entry. Other phones show the plain ticket.",
        )
    if content.barcode is not None and content.barcode.format == "code128":
        yield "code128", "barcode.format", "Apple Watch does not show Code 128 barcodes."
    shown, style = shown_by_apple(content), _STYLES[content.style]
    for slot in content.pictures:
        if slot in shown or slot in ("hero", "wide_logo"):
            continue
        reason = "beside a strip image" if slot in APPLE_SLOTS[content.style] else f"on {style}"
        yield (
            "picture",
            f"pictures.{slot}",
            f"Apple Wallet has no {PICTURES[slot]} {reason}.",
        )


def _of_google(content: WalletPass, kind: Kind) -> Iterator[tuple[str, str, str]]:
    if kind == "generic" and content.style != "generic":
        yield (
            "no_logo",
            "",
            "Google shows this style only with a logo at a public https address. Without one, the pass becomes a generic pass.",
        )
    trip, event = content.trip, content.event
    if trip is not None and trip.transit == "air" and kind != "flight":
        missing = ", ".join(it.replace("_", " ") for it in missing_of_flight(trip))
        yield (
            "no_flight",
            "trip",
            f"Google’s flight passes also need: {missing}. Without them, this becomes a transit ticket.",
        )
    if event is not None and event.address is None:
        yield "no_venue", "event.address", "Google shows a venue only together with its address."
    if event is not None and event.is_poster:
        yield "poster", "event.is_poster", "Google Wallet has no poster tickets."
    inks = {content.foreground, content.label_color}
    if inks not in ({"#000000"}, {"#ffffff"}):
        yield (
            "text_colors",
            "foreground",
            "Google chooses black or white text itself; the colours of values and labels are not used.",
        )
    if any(field.alignment != "natural" for field in content.fields):
        yield "alignment", "fields", "Google chooses the alignment of texts itself."
    if content.in_zone("header"):
        yield "header", "fields", "Google has no header; header fields are in the rows of details."
    if content.periods and event is None:
        yield (
            "periods",
            "periods",
            "Google does not offer a pass on the lock screen at set times.",
        )
    if any(place.text for place in content.places):
        yield "place_texts", "places", "Google shows its own text near a place."
    if any(field.change_message for field in content.fields):
        yield (
            "change_messages",
            "fields",
            "Google shows change messages at most three times within 24 hours.",
        )
    for field in text_fields(content, kind)[MOST_TEXTS:]:
        yield (
            "too_many_texts",
            f"fields.{field.key}",
            f"Google shows ten fields. “{field.label or field.key}” is not shown.",
        )
    if any(isinstance(field.value, datetime) for field in content.fields):
        yield (
            "dates_are_texts",
            "fields",
            "Google shows dates in fields as text, in the organisation’s time zone.",
        )
    if content.nfc is not None:
        yield (
            "nfc",
            "nfc",
            "Contactless entry with Google Wallet needs Smart Tap, which is not set up here.",
        )
    yield from _pictures_of_google(content, kind)


def _pictures_of_google(content: WalletPass, kind: Kind) -> Iterator[tuple[str, str, str]]:
    for slot in content.pictures:
        if slot not in GOOGLE_SLOTS:
            yield (
                "picture",
                f"pictures.{slot}",
                f"Google Wallet has no {PICTURES[slot]} on {_STYLES[content.style]}.",
            )
    if "strip" in content.pictures and "hero" not in content.pictures:
        yield (
            "strip",
            "pictures.strip",
            "Google Wallet shows the strip image as its hero image, below the texts and cut to 3 : 1.",
        )
    if kind == "flight" and "icon" in content.pictures:
        yield "flight_logo", "pictures.icon", "Google Wallet shows the icon as the airline’s logo."
