"""What of a pass Google Wallet does not show, in plain words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from api.rendering.wallet.content import PassField, WalletPass


@dataclass(frozen=True, slots=True)
class Loss:
    """Something of a pass that Google Wallet does not show, in plain words."""

    rule: str
    field: str
    """Path within the content, like `fields.points`."""
    message: str


def losses(content: WalletPass, logo: str | None, hidden: Sequence[PassField]) -> Iterator[Loss]:
    """What Google does not show."""
    if content.style in ("store_card", "boarding_pass") and not logo:
        yield Loss(
            "no_logo",
            "",
            "Google shows such a pass only with a logo at a public https address, so it becomes a generic pass.",
        )
    if content.trip is not None and content.trip.transit == "air":
        yield Loss(
            "no_flight",
            "trip.transit",
            "Google’s flight passes need the passenger’s name and booking, so this becomes a transit ticket.",
        )
    if content.event is not None and content.event.address is None:
        yield Loss(
            "no_venue", "event.address", "Google shows a venue only together with its address."
        )
    if len({content.foreground, content.label_color, "#000000"}) > 1 and len(
        {content.foreground, content.label_color, "#ffffff"}
    ) > 1:  # fmt: skip
        yield Loss(
            "text_colors",
            "foreground",
            "Google chooses black or white text itself; the colours of values and labels are not used.",
        )
    if any(field.alignment != "natural" for field in content.fields):
        yield Loss("alignment", "fields", "Google aligns texts itself.")
    if content.periods and content.event is None:
        yield Loss(
            "periods",
            "periods",
            "Google does not offer a pass on the lock screen at set times.",
        )
    if any(place.text for place in content.places):
        yield Loss("place_texts", "places", "Google shows a text of its own near a place.")
    for field in hidden:
        yield Loss(
            "too_many_texts",
            f"fields.{field.key}",
            f"Google shows ten fields. “{field.label or field.key}” is not shown.",
        )
    if any(isinstance(field.value, datetime) for field in content.fields):
        yield Loss(
            "dates_are_texts",
            "fields",
            "Google shows dates in fields as text, in the organisation’s time zone.",
        )
