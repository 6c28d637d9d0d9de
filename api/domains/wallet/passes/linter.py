"""Finds problems that the holder of a pass would notice, and describes them in plain words."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from api.domains.wallet.passes.picture_linter import of_pictures, of_poster
from api.domains.wallet.passes.schemas import LintFinding, error_of, warning_of
from api.rendering.visitor_pages.colors import contrast
from api.rendering.wallet.content import PassField, Slot, Style, WalletPass, Zone
from api.rendering.wallet.pictures import PictureFacts

LEAST_CONTRAST = 4.5
"""WCAG 2.2, success criterion 1.4.3."""
MOST_SHOWN: dict[Style, dict[Zone, int]] = {
    "coupon": {"header": 3, "primary": 1, "secondary": 4, "auxiliary": 4},
    "store_card": {"header": 3, "primary": 1, "secondary": 4, "auxiliary": 4},
    "event_ticket": {"header": 3, "primary": 1, "secondary": 4, "auxiliary": 4},
    "boarding_pass": {"header": 3, "primary": 2, "secondary": 4, "auxiliary": 5},
    "generic": {"header": 3, "primary": 1, "secondary": 4, "auxiliary": 4},
}
"""Number of fields that phones show in each zone. Further fields are dropped. Apple, "Pass design and creation"."""
LONGEST: dict[Zone, int] = {"header": 10, "primary": 22, "secondary": 18, "auxiliary": 18}
"""Number of letters of a value that fit on the narrowest phone when its row is full."""


def lint(
    content: WalletPass,
    now: datetime,
    *,
    web_service_url: str | None,
    pictures: Mapping[Slot, PictureFacts | None],
) -> list[LintFinding]:
    """Return all findings about a pass that should be known before it is given to anybody, errors first."""
    findings = [
        *_of_fields(content),
        *_of_zones(content),
        *_of_colors(content),
        *_of_dates(content, now),
        *_of_updates(content, web_service_url),
        *_of_barcode(content),
        *of_pictures(content, pictures),
        *of_poster(content),
    ]
    return sorted(findings, key=lambda it: it.severity)


def _of_fields(content: WalletPass) -> Iterator[LintFinding]:
    for field in content.fields:
        path = f"fields.{field.key}"
        most = LONGEST.get(field.zone)
        if most is not None and isinstance(field.value, str) and len(field.value) > most:
            yield warning_of(
                "text_cut_off",
                path,
                f"“{field.label or field.key}” is {len(field.value)} characters long. Small phones show about {most}.",
            )
        if field.change_message and "%@" not in field.change_message:
            yield warning_of(
                "value_not_in_message",
                path,
                f"The message of “{field.label or field.key}” does not show the new value. Put %@ where it belongs.",
            )


def _of_zones(content: WalletPass) -> Iterator[LintFinding]:
    for zone, most in MOST_SHOWN[content.style].items():
        fields = content.in_zone(zone)
        for field in fields[most:]:
            yield error_of(
                "too_many_in_zone",
                f"fields.{field.key}",
                f"On a pass of this style, phones show at most {most} {zone} field{'s' if most > 1 else ''}."
                f" “{field.label or field.key}” is not shown.",
            )
    together = len(content.in_zone("secondary")) + len(content.in_zone("auxiliary"))
    if content.style in ("coupon", "store_card") and together > 4:
        yield error_of(
            "too_many_in_row",
            "fields",
            "On a pass of this style, secondary and auxiliary fields share one row with space for four.",
        )
    if not content.in_zone("primary"):
        yield warning_of(
            "no_primary_field", "fields", "Without a primary field, the pass looks empty."
        )


def _of_colors(content: WalletPass) -> Iterator[LintFinding]:
    for name, shown in (("foreground", "Values"), ("label_color", "Labels")):
        has = contrast(getattr(content, name), content.background)
        if has < LEAST_CONTRAST:
            yield error_of(
                "low_contrast",
                name,
                f"{shown} have a contrast of {has:.1f} to the background. Text needs at least {LEAST_CONTRAST} to be readable.",
            )


def _of_dates(content: WalletPass, now: datetime) -> Iterator[LintFinding]:
    if content.expires_at is not None and content.expires_at <= now:
        yield error_of(
            "expired", "expires_at", "The pass has already expired. Choose a later date."
        )
    if content.is_void:
        yield warning_of("void", "is_void", "The pass is void. Wallets show it greyed out.")
    if content.periods and all((it.end or it.start) <= now for it in content.periods):
        yield warning_of(
            "past_dates",
            "periods",
            "All dates have passed, so the pass no longer appears on lock screens.",
        )


def _of_updates(content: WalletPass, web_service_url: str | None) -> Iterator[LintFinding]:
    if web_service_url is None:
        yield error_of(
            "no_updates",
            "",
            "Waypost's public address is not https, so phones never fetch changes. Set WAYPOST_PUBLIC_URL.",
        )
    changing = [field for field in content.fields if _may_change(field)]
    if changing and not any(field.change_message for field in changing):
        yield warning_of(
            "silent_changes",
            "fields",
            "No field has a change message, so nobody is notified when the pass changes.",
        )


def _may_change(field: PassField) -> bool:
    return field.zone != "back"


def _of_barcode(content: WalletPass) -> Iterator[LintFinding]:
    barcode = content.barcode
    if barcode is None:
        yield warning_of("no_barcode", "barcode", "Without a barcode staff cannot scan the pass.")
        return
    if not barcode.message.isascii():
        yield warning_of(
            "barcode_not_ascii",
            "barcode.message",
            "Many scanners read only unaccented letters, digits and punctuation.",
        )
    if barcode.format != "code128" and len(barcode.message) > 200:
        yield warning_of(
            "barcode_dense",
            "barcode.message",
            "So long a message makes a dense barcode, which scanners read slowly from a screen.",
        )
    if not barcode.text:
        yield warning_of(
            "no_barcode_text",
            "barcode.text",
            "Without text under the barcode staff cannot type it in when the scanner fails.",
        )
