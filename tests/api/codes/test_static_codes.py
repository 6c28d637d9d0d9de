"""The content of static codes, kind by kind, and the addresses of products."""

from base64 import b64decode
from io import BytesIO
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from pydantic import TypeAdapter, ValidationError
from starlette.testclient import TestClient

from api.rendering.qr.contents import Contents
from api.rendering.qr.digital_link import gtin_14
from tests.support.people import Somebody
from tests.support.waiting import eventually

READER: TypeAdapter[Any] = TypeAdapter(Contents)
GS1 = {"kind": "gs1", "gtin": "9506000134352"}
PAYMENT = {
    "kind": "payment",
    "name": "Red Cross",
    "iban": "BE72 0000 0000 1616",
    "amount": "1.00",
    "purpose_text": "Gift",
}


def message(contents: dict[str, Any]) -> str:
    return str(READER.validate_python(contents).encoded())


@pytest.mark.parametrize(
    ("contents", "text"),
    [
        ({"kind": "url", "url": "https://example.com/a"}, "https://example.com/a"),
        ({"kind": "text", "text": "Hello"}, "Hello"),
        (
            {"kind": "wifi", "ssid": "Caf;e", "password": "pass:word"},
            r"WIFI:T:WPA;S:Caf\;e;P:pass\:word;;",
        ),
        ({"kind": "wifi", "ssid": "Open", "security": "nopass"}, "WIFI:S:Open;;"),
        (
            {"kind": "email", "to": "a@example.com", "subject": "Hi there", "body": "1 & 2"},
            "mailto:a@example.com?subject=Hi%20there&body=1%20%26%202",
        ),
        (
            {"kind": "sms", "phone": "+1 415 555 2671", "message": "JOIN"},
            "SMSTO:+14155552671:JOIN",
        ),
        ({"kind": "phone", "phone": "+1 (415) 555-2671"}, "tel:+14155552671"),
        ({"kind": "place", "latitude": 48.2, "longitude": 16.37}, "geo:48.2,16.37"),
        (GS1, "https://id.gs1.org/01/09506000134352"),
        (
            {**GS1, "serial": "12/3", "batch": "A.B", "expires_on": "2027-12-31"},
            "https://id.gs1.org/01/09506000134352/10/A.B/21/12%2F3?17=271231",
        ),
        (
            PAYMENT,
            "BCD\n002\n1\nSCT\n\nRed Cross\nBE72000000001616\nEUR1.00\n\n\nGift",
        ),
        (
            {**PAYMENT, "purpose_text": "", "reference": "RF18 5390 0754 7034"},
            "BCD\n002\n1\nSCT\n\nRed Cross\nBE72000000001616\nEUR1.00\n\nRF18539007547034",
        ),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)
def test_each_static_kind_is_encoded_as_phones_read_it(contents: dict[str, Any], text: str) -> None:
    assert message(contents) == text


def test_contact_and_event_contain_the_given_values_and_prevent_injection() -> None:
    card = message(
        {"kind": "contact", "first_name": "An;a", "last_name": "Li", "phone": "+14155552671"}
    )
    event = message(
        {
            "kind": "event",
            "title": "Tasting, red; white",
            "starts_at": "2026-03-01T18:00:00+01:00",
            "description": "First\nEND:VEVENT",
        }
    )

    assert "N:Li;An\\;a\r\n" in card
    assert "TEL;TYPE=CELL:+14155552671" in card
    assert "SUMMARY:Tasting\\, red\\; white" in event
    assert "DTSTART:20260301T170000Z" in event
    assert event.count("\nEND:VEVENT") == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "wifi", "ssid": "x", "password": "short"},
        {"kind": "contact"},
        {"kind": "phone", "phone": "415 555 2671"},
        {"kind": "place", "latitude": 91, "longitude": 0},
        {"kind": "contact", "first_name": "Ana\nTEL:+1"},
        {**GS1, "gtin": "9506000134353"},
        {**GS1, "gtin": "950600013435"[:7]},
        {**GS1, "batch": "a b"},
        {**PAYMENT, "iban": "BE72 0000 0000 1617"},
        {**PAYMENT, "amount": "0"},
        {**PAYMENT, "purpose_text": ""},
        {"kind": "song"},
    ],
    ids=str,
)
def test_content_unusable_on_phones_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        READER.validate_python(wrong)


def test_gtin_of_any_length_becomes_fourteen_digits() -> None:
    spelled = ["96385074", "614141123452", "9506000134352", "0 9506000 13435 2"]

    assert [gtin_14(text) for text in spelled] == [
        "00000096385074",
        "00614141123452",
        "09506000134352",
        "09506000134352",
    ]


def test_picture_encodes_the_content_in_the_response(client: TestClient, viewer: Somebody) -> None:
    body = {"contents": {"kind": "wifi", "ssid": "Guests", "password": "welcome-42"}}

    answer = client.post("/v1/gen-qr", headers=viewer.headers, json=body).json()
    both = client.post("/v1/gen-qr", headers=viewer.headers, json={**body, "content": "x"})
    wrong = client.post(
        "/v1/gen-qr", headers=viewer.headers, json={"contents": {**GS1, "gtin": "123"}}
    )

    picture = Image.open(BytesIO(b64decode(answer["data"])))
    assert [it.text for it in zxingcpp.read_barcodes(picture)] == [answer["content"]]
    assert answer["content"] == "WIFI:T:WPA;S:Guests;P:welcome-42;;"
    assert both.status_code == 422
    assert wrong.status_code == 422
    assert "gtin" in wrong.json()["errors"][0]["field"]


def test_product_address_opens_the_code_whose_slug_is_its_gtin(
    client: TestClient, editor: Somebody
) -> None:
    made = client.post(
        "/v1/qr/create-code",
        headers=editor.headers,
        json={
            "name": "Wine",
            "type": "redirect",
            "destination": "https://example.com/wine",
            "slug": "09506000134352",
        },
    )
    assert made.status_code == 200, made.text

    plain = client.get("/01/9506000134352")
    whole = client.get("/01/09506000134352/10/ABC/21/1?17=271231")
    wrong = [client.get(path) for path in ("/01/123", "/01/09506000134352/99/x", "/01/x/10")]

    assert (plain.status_code, plain.headers["location"]) == (302, "/code/09506000134352")
    assert whole.headers["location"] == "/code/09506000134352?10=ABC&21=1&17=271231"
    assert [answer.status_code for answer in wrong] == [404] * 3
    crowded = client.get("/01/09506000134352?" + "&".join(f"a{it}=1" for it in range(60)))
    assert crowded.headers["location"].endswith("&a49=1")
    eventually(
        lambda: (
            client.get(plain.headers["location"]).headers.get("location")
            == "https://example.com/wine"
        )
    )
