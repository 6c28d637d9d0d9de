"""Renders a pass as Apple's `pass.json`, with its texts by language.

Source: developer.apple.com/documentation/walletpasses, "Pass" and "PassFieldContent".
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from api.rendering.wallet.apple_semantics import apple_moment, semantic_tags
from api.rendering.wallet.content import Barcode, PassField, WalletPass, Zone

STYLES = {
    "coupon": "coupon",
    "store_card": "storeCard",
    "event_ticket": "eventTicket",
    "boarding_pass": "boardingPass",
    "generic": "generic",
}
ZONES: Mapping[Zone, str] = {
    "header": "headerFields",
    "primary": "primaryFields",
    "secondary": "secondaryFields",
    "auxiliary": "auxiliaryFields",
    "back": "backFields",
}
_BARCODES = {
    "qr": "PKBarcodeFormatQR",
    "aztec": "PKBarcodeFormatAztec",
    "pdf417": "PKBarcodeFormatPDF417",
    "code128": "PKBarcodeFormatCode128",
}
_TRANSITS = {
    "air": "PKTransitTypeAir",
    "boat": "PKTransitTypeBoat",
    "bus": "PKTransitTypeBus",
    "train": "PKTransitTypeTrain",
    "generic": "PKTransitTypeGeneric",
}
_ALIGNMENTS = {
    "left": "PKTextAlignmentLeft",
    "center": "PKTextAlignmentCenter",
    "right": "PKTextAlignmentRight",
}


@dataclass(frozen=True, slots=True)
class Identity:
    """The identifiers of a pass at Apple and on phones. None of them may change once the pass was issued."""

    pass_type: str
    team: str
    serial_number: str
    token: str
    web_service_url: str | None
    """The https address without `/v1`, which the phone appends, or None for a pass that is never updated."""


def pass_json(content: WalletPass, identity: Identity) -> bytes:
    """Return the `pass.json` of a pass, in UTF-8."""
    return json.dumps(_document(content, identity), ensure_ascii=False, sort_keys=True).encode()


def pass_strings(content: WalletPass) -> dict[str, bytes]:
    """Return `pass.strings` by language, in UTF-8: each text of the pass that has a translation, and its
    translation.
    """
    files: dict[str, bytes] = {}
    for language in sorted(content.languages()):
        texts: dict[str, str] = {}
        title = content.title_translations.get(language)
        if content.title and title:
            texts[content.title] = title
        for field in content.fields:
            translated = field.translations.get(language)
            if translated is None:
                continue
            for name in ("label", "value", "change_message"):
                own, other = getattr(field, name), getattr(translated, name)
                if isinstance(own, str) and own and other:
                    texts[own] = other
        lines = (f'"{_escaped(own)}" = "{_escaped(other)}";\n' for own, other in texts.items())
        files[language] = "".join(lines).encode()
    return files


def _document(content: WalletPass, identity: Identity) -> dict[str, Any]:
    document: dict[str, Any] = {
        "formatVersion": 1,
        "passTypeIdentifier": identity.pass_type,
        "teamIdentifier": identity.team,
        "serialNumber": identity.serial_number,
        "organizationName": content.organization,
        "description": content.description,
        "backgroundColor": _rgb(content.background),
        "foregroundColor": _rgb(content.foreground),
        "labelColor": _rgb(content.label_color),
        "sharingProhibited": not content.can_be_shared,
        "voided": content.is_void,
        "authenticationToken": identity.token,
        STYLES[content.style]: _structure(content),
    }
    if identity.web_service_url is not None:
        document["webServiceURL"] = identity.web_service_url
    if content.title:
        document["logoText"] = content.title
    if content.barcode is not None:
        document["barcodes"] = [_barcode(content.barcode)]
    if content.places:
        document["locations"] = [
            {
                "latitude": it.latitude,
                "longitude": it.longitude,
                **({"relevantText": it.text} if it.text else {}),
            }
            for it in content.places
        ]
    if content.periods:
        # Systems before iOS 18 read `relevantDate`.
        document["relevantDate"] = apple_moment(content.periods[0].start)
        document["relevantDates"] = [
            {"startDate": apple_moment(it.start), "endDate": apple_moment(it.end)}
            if it.end
            # iOS 18 first used the former name, and later the latter.
            else {"relevantDate": apple_moment(it.start), "date": apple_moment(it.start)}
            for it in content.periods
        ]
    if content.expires_at is not None:
        document["expirationDate"] = apple_moment(content.expires_at)
    if content.group and content.style in ("event_ticket", "boarding_pass"):
        document["groupingIdentifier"] = content.group
    semantics = semantic_tags(content)
    if semantics:
        document["semantics"] = semantics
    if content.event is not None and content.event.is_poster:
        document["preferredStyleSchemes"] = ["posterEventTicket", "eventTicket"]
    if content.nfc is not None:
        document["nfc"] = {
            "message": content.nfc.message,
            "encryptionPublicKey": content.nfc.public_key,
            "requiresAuthentication": content.nfc.needs_unlock,
        }
    return document


def _structure(content: WalletPass) -> dict[str, Any]:
    structure: dict[str, Any] = {
        name: [_field(field) for field in content.in_zone(zone)]
        for zone, name in ZONES.items()
        if content.in_zone(zone)
    }
    if content.trip is not None:
        structure["transitType"] = _TRANSITS[content.trip.transit]
    return structure


def _field(field: PassField) -> dict[str, Any]:
    shown: dict[str, Any] = {"key": field.key, "label": field.label, "value": _value(field)}
    if field.format == "percent":
        shown["numberStyle"] = "PKNumberStylePercent"
    elif field.format == "number":
        shown["numberStyle"] = "PKNumberStyleDecimal"
    elif field.format == "currency":
        shown["currencyCode"] = field.currency
    elif field.format in ("date", "date_time", "time"):
        shown["dateStyle"] = "PKDateStyleNone" if field.format == "time" else "PKDateStyleMedium"
        shown["timeStyle"] = "PKDateStyleNone" if field.format == "date" else "PKDateStyleShort"
    if field.change_message:
        shown["changeMessage"] = field.change_message
    # Primary fields and those of the back do not accept an alignment.
    if field.alignment in _ALIGNMENTS and field.zone not in ("primary", "back"):
        shown["textAlignment"] = _ALIGNMENTS[field.alignment]
    return shown


def _value(field: PassField) -> str | int | float:
    value = field.value
    if isinstance(value, datetime):
        return apple_moment(value)
    if isinstance(value, Decimal):
        number = value / 100 if field.format == "percent" else value
        return int(number) if number == number.to_integral_value() else float(number)
    return value


def _barcode(barcode: Barcode) -> dict[str, Any]:
    shown = {
        "format": _BARCODES[barcode.format],
        "message": barcode.message,
        "messageEncoding": _encoding(barcode.message),
    }
    if barcode.text:
        shown["altText"] = barcode.text
    return shown


def _encoding(message: str) -> str:
    # Scanners expect ISO 8859-1. A message that does not fit is sent as UTF-8 and declared as such.
    try:
        message.encode("iso-8859-1")
    except UnicodeEncodeError:
        return "utf-8"
    return "iso-8859-1"


def _rgb(color: str) -> str:
    red, green, blue = bytes.fromhex(color[1:])
    return f"rgb({red}, {green}, {blue})"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
