"""Finds problems that a holder would notice in the pictures of a pass, and reasons why a poster would not be shown as
one.
"""

from collections.abc import Iterator, Mapping

from api.domains.wallet.passes.schemas import LintFinding, error_of, warning_of
from api.rendering.qr.contrast import luminance
from api.rendering.wallet.content import Slot, WalletPass
from api.rendering.wallet.losses import PICTURES
from api.rendering.wallet.pictures import (
    APPLE_SLOTS,
    SCALES,
    Frame,
    PictureFacts,
    contrast_on,
    frame_of,
    shown_by_apple,
)

LEAST_CONTRAST = 3.0
"""WCAG 2.2, success criterion 1.4.3, for the large text on a strip."""
_THUMBNAIL_RATIOS = (2 / 3, 3 / 2)
_LOGO_RATIO = 6.0
"""A logo with a greater ratio of width to height is hardly visible within its 50 points."""


def of_pictures(
    content: WalletPass, pictures: Mapping[Slot, PictureFacts | None]
) -> Iterator[LintFinding]:
    """Yield findings about each picture of a pass."""
    if "icon" not in content.pictures:
        yield warning_of(
            "no_icon",
            "pictures.icon",
            "Without an icon, lock screens and messages show the first letter of the organisation.",
        )
    shown = shown_by_apple(content)
    for slot, facts in pictures.items():
        path, name = f"pictures.{slot}", PICTURES[slot]
        if facts is None:
            yield error_of(
                "picture_missing",
                path,
                f"The {name} is no longer among your pictures. Choose another one.",
            )
            continue
        if slot in shown or slot in ("hero", "wide_logo"):
            yield from _of_size(slot, facts, frame_of(slot, content.style))
        elif slot in APPLE_SLOTS[content.style]:
            yield warning_of(
                "picture_hidden", path, f"With a strip image, wallets do not show the {name}."
            )
        else:
            yield warning_of(
                "picture_hidden", path, f"Wallets do not show the {name} on a pass of this style."
            )
    strip = pictures.get("strip")
    if strip is not None and "strip" in shown and content.in_zone("primary"):
        has = contrast_on(luminance(content.foreground), strip.darkest, strip.lightest)
        if has < LEAST_CONTRAST:
            yield warning_of(
                "low_contrast_on_strip",
                "pictures.strip",
                f"On the strip image, values have a contrast of {has:.1f}. They need at least"
                f" {LEAST_CONTRAST:.0f} to be readable. Show another part of the image, or choose another colour for values.",
            )


def _of_size(slot: Slot, facts: PictureFacts, frame: Frame) -> Iterator[LintFinding]:
    path, name = f"pictures.{slot}", PICTURES[slot]
    most = 1 if slot in ("hero", "wide_logo") else SCALES[-1]
    has = facts.scale_for(frame)
    if has < most - 0.01:
        needed = f"{frame.width * most} × {frame.height * most}"
        seen = (
            f"{facts.seen.right - facts.seen.left:.0f} × {facts.seen.bottom - facts.seen.top:.0f}"
        )
        where = "for @3x screens" if most > 1 else "for Google Wallet"
        yield warning_of(
            "picture_too_small",
            path,
            f"The {name} shows {seen} pixels, which is too few {where} and looks blurred. Use {needed} or more.",
        )
    ratio = facts.width / facts.height
    low, high = _THUMBNAIL_RATIOS
    if slot == "thumbnail" and not low - 0.01 <= ratio <= high + 0.01:
        yield warning_of(
            "picture_ratio", path, "A thumbnail must be between 2 : 3 and 3 : 2, or it is cut off."
        )
    if slot in ("logo", "wide_logo") and ratio > _LOGO_RATIO:
        yield warning_of(
            "picture_ratio",
            path,
            f"The {name} is {ratio:.0f} times as wide as high, so it appears very small.",
        )
    if slot == "wide_logo" and ratio < 1:
        yield warning_of("picture_ratio", path, "A wide logo must be wider than high.")


def of_poster(content: WalletPass) -> Iterator[LintFinding]:
    """Yield the reasons why iOS would show a poster ticket as a plain one, and what a poster hides."""
    event = content.event
    if event is None or not event.is_poster:
        return
    if not {"artwork", "background"} & content.pictures.keys():
        yield error_of(
            "poster_picture",
            "pictures.artwork",
            "A poster ticket needs a poster or a background image.",
        )
    if event.kind == "live_performance" and not event.performers:
        yield error_of(
            "poster_demand",
            "event.performers",
            "The poster of a performance needs the names of performers.",
        )
    if event.kind == "sports" and not (event.home_team and event.away_team):
        yield error_of(
            "poster_demand",
            "event.home_team",
            "The poster of a match needs the abbreviations of both teams.",
        )
    if not (event.room and event.region):
        yield warning_of(
            "poster_demand",
            "event.room",
            "iOS may show a plain ticket if the room or the region of the venue is missing.",
        )
    if content.barcode is not None:
        yield warning_of(
            "poster_barcode",
            "barcode",
            "A poster ticket has no barcode on its front. Choose it only where entry is contactless.",
        )
    if content.nfc is None:
        yield warning_of(
            "poster_nfc", "nfc", "Before iOS 26, a ticket without contactless entry is a plain one."
        )
