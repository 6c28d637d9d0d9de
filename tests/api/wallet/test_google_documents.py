"""Passes as classes and objects of Google Wallet match Google's own schema, and losses are named."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from hypothesis import given, settings

from api.integrations.service_accounts import ServiceAccount, made_service_account
from api.rendering.wallet.content import WalletPass
from api.rendering.wallet.google_json import (
    GooglePass,
    GooglePictures,
    as_patch,
    google_pass,
    ids_of,
)
from api.rendering.wallet.google_kinds import Kind, kind_of
from api.rendering.wallet.google_link import by_name, fits, signed, whole
from tests.api.wallet.passes import NOW, STYLES, coupon, flight, passes
from tests.support.google_discovery import problems, problems_of_patch, schema_of

LOGO = "https://harbor-coffee.example/logo.png"
HERO = "https://harbor-coffee.example/hero.png"
WIDE = "https://harbor-coffee.example/wide.png"
IDS = ids_of("3388000000012345678", "pass_1")
BERLIN = ZoneInfo("Europe/Berlin")


def drawn(content: WalletPass, logo: str | None = LOGO, kind: Kind | None = None) -> GooglePass:
    return google_pass(
        content,
        IDS,
        kind or kind_of(content, has_logo=logo is not None),
        pictures=GooglePictures(logo, logo and HERO, logo and WIDE),
        zone=BERLIN,
        now=NOW,
    )


def public_key(account: ServiceAccount) -> RSAPublicKey:
    key = load_pem_private_key(account.private_key.encode(), None).public_key()
    assert isinstance(key, RSAPublicKey)
    return key


def rules(made: GooglePass) -> set[str]:
    return {it.rule for it in made.losses}


@settings(max_examples=200, deadline=None)
@given(passes())
def test_documents_of_any_pass_match_the_google_schema(content: WalletPass) -> None:
    for logo in (LOGO, None):
        made = drawn(content, logo)

        assert not problems(schema_of(f"{made.kind}Class"), made.class_document)
        assert not problems(schema_of(f"{made.kind}Object"), made.object_document)
        assert len(made.object_document.get("textModulesData", [])) <= 10


def test_each_style_maps_to_its_own_google_kind() -> None:
    extra: dict[str, dict[str, Any]] = {
        "boarding_pass": {"trip": {"origin": "Kiel", "destination": "Oslo", "transit": "boat"}}
    }
    made = {it: drawn(coupon(style=it, **extra.get(it, {}))).kind for it in STYLES}

    assert made == {
        "coupon": "offer",
        "store_card": "loyalty",
        "event_ticket": "eventTicket",
        "boarding_pass": "transit",
        "generic": "generic",
    }


def test_offer_title_is_its_primary_field_with_translations() -> None:
    made = drawn(coupon())

    assert made.class_document["title"] == "Free cappuccino"
    (until,) = made.object_document["textModulesData"]
    assert (until["header"], until["body"]) == ("Valid until", "Nov 1, 2026")
    assert until["localizedHeader"]["translatedValues"] == [
        {"language": "de", "value": "Gültig bis"}
    ]
    assert until["localizedBody"]["translatedValues"] == [{"language": "de", "value": "01.11.2026"}]
    assert made.object_document["barcode"] == {"type": "QR_CODE", "value": "WP-1234"}
    assert made.class_document["hexBackgroundColor"] == "#1b3a4b"


@pytest.mark.parametrize(
    ("field", "balance"),
    [
        ({"format": "number", "value": "120"}, {"int": 120}),
        ({"format": "number", "value": "1.5"}, {"double": 1.5}),
        (
            {"format": "currency", "value": "12.50", "currency": "EUR"},
            {"money": {"currencyCode": "EUR", "micros": "12500000"}},
        ),
        ({"value": "Gold"}, {"string": "Gold"}),
    ],
)
def test_store_card_points_become_a_balance(field: dict[str, Any], balance: dict[str, Any]) -> None:
    points = {"key": "points", "zone": "primary", "label": "Points", **field}
    made = drawn(coupon(style="store_card", fields=[points]))

    assert made.object_document["loyaltyPoints"] == {"label": "Points", "balance": balance}
    assert made.class_document["programLogo"]["sourceUri"] == {"uri": LOGO}
    assert "textModulesData" not in made.object_document


def test_ticket_has_its_seat_and_event_time_in_the_local_time_zone() -> None:
    event = {
        "name": "Harbor Night",
        "venue": "Pier 7",
        "address": "Pier 7, Kiel",
        "starts_at": NOW,
        "seat": "7",
    }
    made = drawn(coupon(style="event_ticket", event=event))

    assert made.class_document["dateTime"] == {"start": "2026-11-01T13:00:00+01:00"}
    assert set(made.class_document["venue"]) == {"name", "address"}
    assert made.object_document["seatInfo"]["seat"]["defaultValue"]["value"] == "7"
    without = drawn(coupon(style="event_ticket", event={**event, "address": None}))
    assert "venue" not in without.class_document
    assert "no_venue" in rules(without)


def test_passes_without_a_logo_become_generic_and_report_it() -> None:
    made = drawn(coupon(style="store_card"), logo=None)

    assert made.kind == "generic"
    assert "no_logo" in rules(made)
    assert "logo" not in made.object_document
    rows = made.class_document["classTemplateInfo"]["cardTemplateOverride"]["cardRowTemplateInfos"]
    assert rows[0]["oneItem"]["item"]["firstValue"]["fields"] == [
        {"fieldPath": "object.textModulesData['until']"}
    ]


def test_void_and_expired_passes_are_not_active() -> None:
    states = [
        drawn(it).object_document["state"]
        for it in (
            coupon(),
            coupon(is_void=True),
            coupon(expires_at=NOW),
            coupon(expires_at=NOW + timedelta(seconds=1)),
        )
    ]

    assert states == ["ACTIVE", "INACTIVE", "EXPIRED", "ACTIVE"]


def test_parts_that_google_does_not_show_are_listed_as_losses() -> None:
    texts = [
        {"key": f"line{at}", "zone": "back", "label": f"Line {at}", "value": "text"}
        for at in range(12)
    ]
    made = drawn(
        coupon(
            fields=[*texts, {"key": "left", "zone": "header", "value": "x", "alignment": "left"}],
            label_color="#d90000",
            places=[{"latitude": 54.3, "longitude": 10.1, "text": "Near Pier 7"}],
            periods=[{"start": NOW}],
        )
    )

    assert rules(made) == {
        "text_colors",
        "alignment",
        "header",
        "place_texts",
        "periods",
        "too_many_texts",
    }
    assert [it.field for it in made.losses if it.rule == "too_many_texts"] == [
        "fields.line9",
        "fields.line10",
        "fields.line11",
    ]
    assert rules(drawn(coupon(foreground="#ffffff", label_color="#ffffff", fields=[]))) == set()


@settings(max_examples=60, deadline=None)
@given(passes(), passes())
def test_patch_removes_all_values_of_the_previous_pass(
    before: WalletPass, after: WalletPass
) -> None:
    after = after.model_copy(update={"style": before.style, "trip": before.trip, "event": None})
    old, kind = drawn(before), kind_of(before, has_logo=True)
    new = drawn(after, kind=kind)
    pairs = (
        (f"{kind}Class", old.class_document, new.class_document, True),
        (f"{kind}Object", old.object_document, new.object_document, False),
    )
    for name, was, wanted, of_class in pairs:
        patch = as_patch(kind, wanted, of_class=of_class)
        patched = {key: value for key, value in {**was, **patch}.items() if value is not None}

        assert patched == wanted
        assert not problems_of_patch(schema_of(name), patch, patched)


def test_save_link_token_verifies_with_the_public_key() -> None:
    account = made_service_account("test")
    public = public_key(account)
    made = drawn(coupon())
    now = datetime.now(UTC)

    tokens = [
        signed(it, account.email, account.private_key, now, origins=["https://waypost.example"])
        for it in (whole(made), by_name(made))
    ]
    claims = [jwt.decode(it, public, algorithms=["RS256"], audience="google") for it in tokens]

    assert jwt.get_unverified_header(tokens[0])["alg"] == "RS256"
    for it in claims:
        assert it["iss"] == account.email
        assert it["typ"] == "savetowallet"
        assert it["iat"] == int(now.timestamp())
        assert it["origins"] == ["https://waypost.example"]
    assert claims[0]["payload"]["offerObjects"] == [made.object_document]
    assert claims[0]["payload"]["offerClasses"] == [made.class_document]
    assert claims[1]["payload"] == {
        "offerObjects": [{"id": IDS.object_id, "classId": IDS.class_id}]
    }
    assert fits(tokens[1])
    other = public_key(made_service_account("other"))
    with pytest.raises(jwt.InvalidSignatureError):
        jwt.decode(tokens[0], other, algorithms=["RS256"], audience="google")


def test_logo_does_not_change_the_kind_of_offers_and_generic_passes() -> None:
    for style, logo in itertools.product(("coupon", "generic"), (LOGO, None)):
        with_logo = kind_of(coupon(style=style), has_logo=logo is not None)
        assert with_logo == kind_of(coupon(style=style), has_logo=False)


def test_flight_with_all_required_data_is_a_google_flight_in_local_times() -> None:
    content = flight()
    made = drawn(content)

    assert made.kind == "flight"
    assert not problems(schema_of("flightClass"), made.class_document)
    assert not problems(schema_of("flightObject"), made.object_document)
    assert made.class_document["localScheduledDepartureDateTime"] == "2026-11-01T13:00:00"
    assert made.class_document["localScheduledArrivalDateTime"] == "2026-11-01T14:00:00"
    assert made.class_document["flightHeader"]["flightNumber"] == "123"
    assert made.class_document["origin"]["airportIataCode"] == "HAM"
    assert made.object_document["passengerName"] == "Ana Maria Silva"
    assert "no_flight" not in rules(made)

    assert content.trip is not None
    without = content.trip.model_copy(update={"confirmation": None})
    lacking = drawn(content.model_copy(update={"trip": without}))
    assert lacking.kind == "transit"
    (loss,) = [it for it in lacking.losses if it.rule == "no_flight"]
    assert "confirmation" in loss.message


def test_pictures_become_a_hero_image_and_logos() -> None:
    places = {
        "offer": ("titleImage", "wideTitleImage"),
        "loyalty": ("programLogo", "wideProgramLogo"),
        "eventTicket": ("logo", "wideLogo"),
    }
    for style in ("coupon", "store_card", "event_ticket"):
        made = drawn(coupon(style=style))
        shown = [made.class_document[it]["sourceUri"]["uri"] for it in places[made.kind]]
        assert shown == [LOGO, WIDE]
        assert made.object_document["heroImage"]["sourceUri"]["uri"] == HERO
