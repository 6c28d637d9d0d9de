"""What of a pass a wallet does not show, in plain words.

Sources: developer.apple.com/documentation/walletpasses, "Pass" and "Creating the visual design";
developers.google.com/wallet, "Pass design guidelines" of each pass type.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from api.rendering.wallet.content import WalletPass

Wallet = Literal["apple", "google"]


class Loss(NamedTuple):
    """Something that one wallet leaves out. `field` is a path within the content."""

    wallet: Wallet
    field: str
    message: str


def losses(content: WalletPass) -> list[Loss]:
    """What Apple Wallet leaves out, then what Google Wallet does."""
    apple = (Loss("apple", field, message) for field, message in _of_apple(content))
    google = (Loss("google", field, message) for field, message in _of_google(content))
    return [*apple, *google]


def _of_apple(content: WalletPass) -> Iterator[tuple[str, str]]:
    if content.group and content.style not in ("event_ticket", "boarding_pass"):
        yield "group", "Apple Wallet groups only event tickets and boarding passes."
    if content.event is not None:
        yield "event", "Before iOS 18, Apple Wallet shows of the event only what fields repeat."
    if content.barcode is not None and content.barcode.format == "code128":
        yield "barcode.format", "Apple Watch shows no Code 128."


def _of_google(content: WalletPass) -> Iterator[tuple[str, str]]:
    yield "foreground", "Google Wallet chooses black or white for texts itself."
    if any(field.change_message for field in content.fields):
        yield "fields", "Google Wallet tells of changes in its own words, not with change messages."
    if any(field.alignment != "natural" for field in content.fields):
        yield "fields", "Google Wallet aligns fields by their place in the row."
    if content.in_zone("header"):
        yield "fields", "Google Wallet has no header; header fields are in the rows of details."
    if len(content.periods) > 1:
        yield "periods", "Google Wallet knows one period: from the first start to the last end."
    if any(place.text for place in content.places):
        yield "places", "Google Wallet says its own words near a place."
