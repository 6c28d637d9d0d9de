"""The public page of a pass: the same pass for browsers, and the file for phones."""

import base64
import io
import json
import re
import zipfile
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import zxingcpp
from PIL import Image
from starlette.testclient import TestClient

from api.domains.wallet.passes.save_links import SaveLinks
from runtime.settings import Settings
from tests.api.rendering.test_right_to_left import english_in
from tests.api.wallet.test_pass_codes import PassCodes
from tests.support.people import Somebody

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36"
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36"

CONTENT: dict[str, Any] = {
    "style": "store_card",
    "description": "Harbor Coffee card",
    "organization": "Harbor Coffee",
    "title": "Harbor",
    "title_translations": {"de": "Hafen"},
    "fields": [
        {"key": "points", "zone": "header", "label": "Points", "format": "number", "value": 1234},
        {
            "key": "balance",
            "zone": "primary",
            "label": "Balance",
            "format": "currency",
            "currency": "EUR",
            "value": "12.5",
            "translations": {"de": {"label": "Guthaben"}},
        },
        {"key": "since", "zone": "secondary", "label": "Since", "format": "date", "value": "2026-11-01T12:00:00Z"},
        {"key": "off", "zone": "auxiliary", "label": "Off", "format": "percent", "value": 7.5},
        {
            "key": "terms",
            "zone": "back",
            "label": "Terms",
            "value": "One a visit",
            "translations": {"de": {"value": "Einmal je Besuch"}},
        },
    ],
    "barcode": {"format": "pdf417", "message": "WP-<7>", "text": "WP 7"},
    "background": "#123456",
    "foreground": "#234567",
}  # fmt: skip

VENDORS = {"Apple", "Google", "Wallet"}
"""Names that stay the same in every language."""


class Made:
    """A pass of an organisation, and its page."""

    def __init__(self, client: TestClient, editor: Somebody, **changes: Any) -> None:
        body = {"content": {**CONTENT, **changes}}
        answer = client.post("/dev/pass", headers=editor.headers, json=body)
        assert answer.status_code == 200, answer.text
        self.card = answer.json()
        self.path = f"/card/{self.card['pass_id']}"


def page(visitor: TestClient, path: str, language: str = "en", agent: str = WINDOWS) -> str:
    headers = {"accept-language": language, "user-agent": agent}
    answer = visitor.get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_page_shows_the_same_fields_in_the_visitors_language(
    client: TestClient, editor: Somebody, visitor: TestClient
) -> None:
    made = Made(client, editor)

    english, german = page(visitor, made.path), page(visitor, made.path, "de-AT")

    assert made.card["page_url"].endswith(made.path)
    for text in ("Harbor", "1,234", "€12.50", "1 Nov 2026", "7.5%", "One a visit", "WP 7"):
        assert text in english
    for text in ("Hafen", "Guthaben", "1.234", "12,50", "Einmal je Besuch"):
        assert text in german
    assert '<html lang="de"' in german
    assert "Points" in german


def test_barcode_is_rendered_into_the_page(
    client: TestClient, editor: Somebody, visitor: TestClient
) -> None:
    shown = page(visitor, Made(client, editor).path)

    drawn = re.search(r'src="data:image/png;base64,([^"]+)"', shown)
    assert drawn is not None
    picture = Image.open(BytesIO(base64.b64decode(drawn[1]))).convert("L")
    (read,) = zxingcpp.read_barcodes(picture)
    assert (read.text, read.format) == ("WP-<7>", zxingcpp.BarcodeFormat.PDF417)


def test_unreadable_colours_are_corrected(
    client: TestClient, editor: Somebody, visitor: TestClient
) -> None:
    shown = page(visitor, Made(client, editor).path)

    assert "background:#123456" in shown
    assert "--pass-ink:#234567" not in shown


def test_phones_get_the_signed_file(
    client: TestClient, editor: Somebody, visitor: TestClient
) -> None:
    made = Made(client, editor)

    answer = visitor.get(f"{made.path}/pass.pkpass")

    assert answer.headers["content-type"] == "application/vnd.apple.pkpass"
    assert answer.headers["cache-control"] == "private, no-store"
    name = f'attachment; filename="{made.card["serialNumber"]}.pkpass"'
    assert answer.headers["content-disposition"] == name
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        document = json.loads(archive.read("pass.json"))
    assert document["serialNumber"] == made.card["serialNumber"]


def test_void_or_expired_pass_shows_its_state_and_no_barcode(
    client: TestClient, editor: Somebody, visitor: TestClient
) -> None:
    soon = datetime.now(UTC) + timedelta(days=2)
    void = page(visitor, Made(client, editor, is_void=True).path)
    expired = page(visitor, Made(client, editor, expires_at="2020-01-01T00:00:00Z").path)
    valid = page(visitor, Made(client, editor, expires_at=soon.isoformat()).path)

    assert "This pass is no longer valid." in void
    assert "This pass has expired." in expired
    for over in (void, expired):
        assert "data:image/png" not in over
        assert "Add to Apple Wallet" not in over
    assert f'data-until="{soon.isoformat()}" hidden' in valid
    assert "Valid until" in valid


def test_test_pass_is_marked_as_such(
    client: TestClient, editor: Somebody, visitor: TestClient
) -> None:
    assert "This is a test pass." in page(visitor, Made(client, editor).path)


def test_each_phone_sees_the_button_of_its_wallet_first(
    client: TestClient, editor: Somebody, visitor: TestClient
) -> None:
    path = Made(client, editor).path
    without = page(visitor, path, agent=ANDROID)
    SaveLinks(
        lambda _session, _org, pass_id: f"https://pay.example/{pass_id}?a&b", lambda *_: True
    ).attach(
        visitor.app  # type: ignore[arg-type]
    )

    iphone, android, other = (page(visitor, path, agent=it) for it in (IPHONE, ANDROID, WINDOWS))

    assert "Google" not in without
    assert "Google" not in iphone
    assert android.index("Add to Google Wallet") < android.index("Add to Apple Wallet")
    assert other.index("Add to Apple Wallet") < other.index("Add to Google Wallet")
    assert f'href="https://pay.example{path.replace("/card", "")}?a&amp;b"' in android


def test_page_sends_no_referrer_and_works_offline(
    client: TestClient, editor: Somebody, visitor: TestClient
) -> None:
    answer = visitor.get(Made(client, editor).path)

    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "noindex" in answer.headers["x-robots-tag"]
    assert "worker-src 'self'" in answer.headers["content-security-policy"]
    assert "data-card" in answer.text


def test_vendor_buttons_are_shown_unchanged_where_an_operator_installed_them(
    client: TestClient, editor: Somebody, visitor: TestClient, settings: Settings
) -> None:
    made = Made(client, editor)
    folder = settings.var_dir / "wallet-buttons" / "apple"
    folder.mkdir(parents=True)
    drawings = {it: f"<svg xmlns='http://www.w3.org/2000/svg' id='{it}'/>" for it in ("de", "en")}
    for language, drawing in drawings.items():
        (folder / f"{language}.svg").write_text(drawing)

    for asked, shown in (("de", "de"), ("fr", "en")):
        text = page(visitor, made.path, asked)
        address = base64.b64encode(drawings[shown].encode()).decode()
        assert f'src="data:image/svg+xml;base64,{address}"' in text
    (folder / "de.svg").unlink()
    (folder / "en.svg").unlink()
    assert 'class="pass-badge"' not in page(visitor, made.path)


def test_unknown_pass_returns_404(visitor: TestClient) -> None:
    unknown = f"/card/pass_{'2' * 22}"

    assert visitor.get(unknown).status_code == 404
    assert visitor.get(f"{unknown}/pass.pkpass").status_code == 404


def _texts_in(language: str) -> dict[str, Any]:
    """Return an owner's texts for a pass in this language."""
    name, offer, terms = {
        "ar": ("بطاقة القهوة", "قهوة مجانية", "مرة واحدة في كل زيارة"),
        "he": ("כרטיס קפה", "קפה חינם", "פעם אחת בכל ביקור"),
    }[language]
    money = {"key": "balance", "zone": "primary", "format": "currency", "currency": "EUR"}
    return {
        "language": language,
        "description": name,
        "organization": name,
        "title": name,
        "title_translations": {},
        "fields": [
            {**money, "label": offer, "value": "12.5"},
            {
                "key": "until",
                "zone": "secondary",
                "label": offer,
                "format": "date_time",
                "value": "2026-11-01T12:00:00Z",
            },
            {"key": "terms", "zone": "back", "label": name, "value": terms},
        ],
        "barcode": {"format": "qr", "message": "WP-7"},
    }


def test_passes_in_arabic_and_hebrew_contain_no_english(
    client: TestClient, editor: Somebody, visitor: TestClient
) -> None:
    codes = PassCodes(client, editor, visitor)
    soon = (datetime.now(UTC) + timedelta(days=2)).isoformat()
    SaveLinks(lambda *_: "https://pay.example/", lambda *_: True).attach(visitor.app)  # type: ignore[arg-type]
    for language in ("ar", "he"):
        states: tuple[dict[str, Any], ...] = (
            {"expires_at": soon},
            {"is_void": True},
            {"expires_at": "2020-01-01T00:00:00Z"},
        )
        made = [codes.made(**_texts_in(language), **it) for it in states]
        asks = {"key": "name", "zone": "header", "value": "{{customer.name|…}}"}
        named = [*_texts_in(language)["fields"], asks]
        offers = []
        for changes in ({"fields": named}, {"is_void": True}):
            code_id, given = codes.code(), codes.made(**_texts_in(language) | changes)
            connection = {"code_id": code_id, "pass_id": given, "is_personal": True, "most": 1}
            codes.call("/v1/save-pass-code", **connection)
            offers.append(codes.opened(code_id))
        headers = {"accept-language": language, "user-agent": WINDOWS, "accept": "text/html"}
        visitor.cookies.clear()
        read = [
            *(visitor.get(f"/card/{it}", headers=headers) for it in made),
            visitor.get(f"/card/pass_{'2' * 22}", headers=headers),
            *(visitor.get(it, headers=headers) for it in offers),
        ]
        visitor.post(offers[0], headers=headers)
        visitor.cookies.clear()
        read.append(visitor.post(offers[0], headers=headers))

        assert [it.status_code for it in read] == [200, 200, 200, 404, 200, 410, 410]
        assert "pass-google" in read[0].text
        assert 'name="name"' in read[4].text
        for number, answer in enumerate(read):
            assert f'<html lang="{language}" dir="rtl"' in answer.text, number
            words = [it for it in english_in(answer.text) if it not in VENDORS]
            assert words == [], (number, words)
