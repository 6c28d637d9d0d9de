"""Renders a pass as a class and an object of Google Wallet, and determines what Google does not show of it.

Source: developers.google.com/wallet/reference/rest/v1. A class has the properties that its vertical (offer, loyalty, …)
stores there; everything else is in the object.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from api.rendering.wallet.content import Barcode, PassField, WalletPass
from api.rendering.wallet.google_kinds import MOST_TEXTS, Kind, main_field, text_fields
from api.rendering.wallet.google_texts import Texts
from api.rendering.wallet.google_trips import flight, transit
from api.rendering.wallet.losses import Loss, google_losses

Document = dict[str, Any]

MOST_ROWS = 3
IN_A_ROW = 3
_BARCODES = {"qr": "QR_CODE", "aztec": "AZTEC", "pdf417": "PDF_417", "code128": "CODE_128"}
# The properties that a patch of a class or an object must remove by name once they are no longer
# set.
_OF_KIND: dict[Kind, tuple[frozenset[str], frozenset[str]]] = {
    "offer": (frozenset({"localizedTitle", "titleImage", "wideTitleImage"}), frozenset()),
    "loyalty": (
        frozenset({"localizedProgramName", "wideProgramLogo"}),
        frozenset({"loyaltyPoints"}),
    ),
    "eventTicket": (
        frozenset({"dateTime", "venue", "logo", "wideLogo"}),
        frozenset({"seatInfo", "hexBackgroundColor"}),
    ),
    "transit": (
        frozenset({"logo", "wideLogo"}),
        frozenset({"hexBackgroundColor", "passengerNames"}),
    ),
    "flight": (
        frozenset({"localScheduledArrivalDateTime", "localBoardingDateTime"}),
        frozenset({"boardingAndSeatingInfo", "hexBackgroundColor"}),
    ),
    "generic": (
        frozenset({"classTemplateInfo"}),
        frozenset({"hexBackgroundColor", "logo", "subheader", "wideLogo"}),
    ),
}
_OF_ALL = frozenset(
    {
        "barcode",
        "groupingInfo",
        "heroImage",
        "merchantLocations",
        "textModulesData",
        "validTimeInterval",
    }
)


@dataclass(frozen=True, slots=True)
class GooglePictures:
    """Public https addresses of PNG or JPEG pictures, or None."""

    logo: str | None = None
    hero: str | None = None
    wide_logo: str | None = None


@dataclass(frozen=True, slots=True)
class Ids:
    """The identifiers of a pass at Google. Each pass has its own class."""

    object_id: str
    class_id: str


@dataclass(frozen=True, slots=True)
class GooglePass:
    """A pass in Google's format."""

    kind: Kind
    class_document: Document
    object_document: Document
    losses: tuple[Loss, ...]


def ids_of(issuer_id: str, pass_id: str) -> Ids:
    """Return the IDs of a pass under an issuer. They are derived from both, so that a second attempt does not create a
    second pass.
    """
    return Ids(f"{issuer_id}.{pass_id}", f"{issuer_id}.{pass_id}.class")


def google_pass(
    content: WalletPass,
    ids: Ids,
    kind: Kind,
    *,
    pictures: GooglePictures,
    zone: ZoneInfo,
    now: datetime,
) -> GooglePass:
    """Return a pass as a class and an object. `zone` is the time zone in which dates are shown."""
    drawing = _Drawing(content, kind, pictures, Texts(content, zone))
    class_document, object_document = drawing.made()
    return GooglePass(
        kind,
        {"id": ids.class_id, **class_document},
        {
            "id": ids.object_id,
            "classId": ids.class_id,
            "state": state_of(content, now),
            **object_document,
        },
        tuple(google_losses(content, kind)),
    )


def state_of(content: WalletPass, now: datetime) -> str:
    """Return the state by which Google lists the pass as usable or not."""
    if content.is_void:
        return "INACTIVE"
    if content.expires_at is not None and content.expires_at <= now:
        return "EXPIRED"
    return "ACTIVE"


def as_patch(kind: Kind, document: Document, *, of_class: bool) -> Document:
    """Return a document that also removes absent properties, because a patch does not change what it does not name."""
    of_kind, of_object = _OF_KIND[kind]
    optional = of_kind if of_class else of_object | _OF_ALL
    return {**dict.fromkeys(sorted(optional - document.keys())), **document}


class _Drawing:
    """The conversion of one pass to Google's properties."""

    def __init__(
        self, content: WalletPass, kind: Kind, pictures: GooglePictures, texts: Texts
    ) -> None:
        self._content = content
        self._kind = kind
        self._logo = self._image(pictures.logo)
        self._hero = self._image(pictures.hero)
        self._wide = self._image(pictures.wide_logo)
        self._texts = texts
        self._main = main_field(content)
        self._points = self._main if kind == "loyalty" else None

    def made(self) -> tuple[Document, Document]:
        """Return the class and the object, without their IDs."""
        content = self._content
        draw: dict[Kind, Callable[[], tuple[Document, Document]]] = {
            "offer": self._offer,
            "loyalty": self._loyalty,
            "eventTicket": self._event_ticket,
            "transit": lambda: transit(content, self._texts, self._logo, self._wide),
            "flight": lambda: flight(content, self._texts, self._logo, self._wide),
            "generic": self._generic,
        }
        class_document, object_document = draw[self._kind]()
        return {**class_document, **self._of_every_class()}, {
            **object_document,
            **self._of_every_object(),
        }

    def _image(self, address: str | None) -> Document | None:
        if not address:
            return None
        label = {
            "language": self._content.language,
            "value": self._content.description,
        }
        return {"sourceUri": {"uri": address}, "contentDescription": {"defaultValue": label}}

    def _offer(self) -> tuple[Document, Document]:
        content, main = self._content, self._main
        title, translated = self._texts.text(
            lambda language: (
                self._texts.value(main, language)
                if main is not None
                else self._texts.title(language) or content.description
            )
        )
        return {
            "issuerName": content.organization,
            "provider": content.organization,
            "redemptionChannel": "BOTH",
            "reviewStatus": "UNDER_REVIEW",
            "title": title,
            "hexBackgroundColor": content.background,
            **({"localizedTitle": translated} if translated else {}),
            **({"titleImage": self._logo} if self._logo else {}),
            **({"wideTitleImage": self._wide} if self._wide else {}),
        }, {}

    def _loyalty(self) -> tuple[Document, Document]:
        content, main = self._content, self._points
        name, translated = self._texts.text(
            lambda language: self._texts.title(language) or content.description
        )
        class_document = {
            "issuerName": content.organization,
            "programName": name,
            "reviewStatus": "UNDER_REVIEW",
            "hexBackgroundColor": content.background,
            **({"programLogo": self._logo} if self._logo else {}),
            **({"wideProgramLogo": self._wide} if self._wide else {}),
            **({"localizedProgramName": translated} if translated else {}),
        }
        return class_document, {"loyaltyPoints": self._balance(main)} if main is not None else {}

    def _balance(self, field: PassField) -> Document:
        label, translated = self._texts.text(lambda language: self._texts.label(field, language))
        balance: Document = {"string": self._texts.value(field, self._content.language)}
        if isinstance(field.value, Decimal) and field.format == "currency":
            micros = str(int(field.value * 1_000_000))
            balance = {"money": {"currencyCode": field.currency, "micros": micros}}
        elif isinstance(field.value, Decimal) and field.format == "number":
            whole = field.value == field.value.to_integral_value()
            fits = whole and abs(field.value) < 2**31
            balance = {"int": int(field.value)} if fits else {"double": float(field.value)}
        return {
            "balance": balance,
            **({"label": label} if label else {}),
            **({"localizedLabel": translated} if translated else {}),
        }

    def _event_ticket(self) -> tuple[Document, Document]:
        content, event = self._content, self._content.event
        same = self._texts.same
        name = same(event.name) if event is not None else self._texts.heading()
        class_document: Document = {
            "issuerName": content.organization,
            "reviewStatus": "UNDER_REVIEW",
            "eventName": name,
            "hexBackgroundColor": content.background,
            **({"logo": self._logo} if self._logo else {}),
            **({"wideLogo": self._wide} if self._wide else {}),
        }
        object_document: Document = {"hexBackgroundColor": content.background}
        if event is None:
            return class_document, object_document
        if event.address:
            class_document["venue"] = {"name": same(event.venue), "address": same(event.address)}
        class_document["dateTime"] = {
            "start": self._texts.moment(event.starts_at),
            **({"end": self._texts.moment(event.ends_at)} if event.ends_at else {}),
        }
        seat = {
            name: same(getattr(event, name))
            for name in ("seat", "row", "section")
            if getattr(event, name)
        }
        return class_document, {**object_document, **({"seatInfo": seat} if seat else {})}

    def _generic(self) -> tuple[Document, Document]:
        content, main = self._content, self._main
        texts = self._texts
        header = (
            texts.localized(lambda language: texts.value(main, language))
            if main is not None
            else texts.same(content.description)
        )
        above = texts.localized(
            lambda language: texts.label(main, language) if main is not None else ""
        )
        object_document: Document = {
            "genericType": "GENERIC_TYPE_UNSPECIFIED",
            "cardTitle": texts.localized(
                lambda language: texts.title(language) or content.organization
            ),
            "header": header,
            "hexBackgroundColor": content.background,
            **({"subheader": above} if above["defaultValue"]["value"] else {}),
            **({"logo": self._logo} if self._logo else {}),
            **({"wideLogo": self._wide} if self._wide else {}),
        }
        rows = self._rows()
        template = {"cardTemplateOverride": {"cardRowTemplateInfos": rows}}
        return {"classTemplateInfo": template} if rows else {}, object_document

    def _rows(self) -> list[Document]:
        """Return the rows of text modules on the card itself. A generic card shows no text modules without them."""
        front = [it for it in self._shown() if it.zone != "back"]
        lines = [front[at : at + IN_A_ROW] for at in range(0, len(front), IN_A_ROW)][:MOST_ROWS]
        names = {
            1: ("oneItem", ("item",)),
            2: ("twoItems", ("startItem", "endItem")),
            3: ("threeItems", ("startItem", "middleItem", "endItem")),
        }
        rows: list[Document] = []
        for line in lines:
            name, places = names[len(line)]
            rows.append({name: {at: _item(field) for at, field in zip(places, line, strict=True)}})
        return rows

    def _shown(self) -> list[PassField]:
        return text_fields(self._content, self._kind)[:MOST_TEXTS]

    def _of_every_class(self) -> Document:
        shared = self._content.can_be_shared
        return {
            "multipleDevicesAndHoldersAllowedStatus": "MULTIPLE_HOLDERS"
            if shared
            else "ONE_USER_ALL_DEVICES"
        }

    def _of_every_object(self) -> Document:
        content = self._content
        document: Document = {}
        modules = [self._texts.module(field) for field in self._shown()]
        if modules:
            document["textModulesData"] = modules
        if self._hero:
            document["heroImage"] = self._hero
        if content.barcode is not None:
            document["barcode"] = _barcode(content.barcode)
        if content.expires_at is not None:
            document["validTimeInterval"] = {
                "end": {"date": self._texts.moment(content.expires_at)}
            }
        if content.places:
            document["merchantLocations"] = [
                {"latitude": it.latitude, "longitude": it.longitude} for it in content.places
            ]
        if content.group:
            document["groupingInfo"] = {"groupingId": content.group}
        return document


def _item(field: PassField) -> Document:
    path = f"object.textModulesData['{field.key}']"
    return {"firstValue": {"fields": [{"fieldPath": path}]}}


def _barcode(barcode: Barcode) -> Document:
    shown = {"type": _BARCODES[barcode.format], "value": barcode.message}
    if barcode.text:
        shown["alternateText"] = barcode.text
    if not barcode.message.isascii():
        shown["renderEncoding"] = "UTF_8"
    return shown
