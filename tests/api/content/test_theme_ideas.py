"""Themes from an organisation's colors: those of its logo or of a website."""

from io import BytesIO
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from starlette.testclient import TestClient

from api.domains.content.theme_ideas.colors import colors_of_picture, main_colors
from api.domains.content.theme_ideas.themes import themes_of
from api.domains.content.theme_ideas.website import MANIFEST_BYTES, read_site
from api.kit.errors import Invalid
from api.rendering.visitor_pages.colors import contrast
from api.rendering.visitor_pages.theme import Font
from api.rendering.visitor_pages.tokens import accent_of, palettes
from runtime.outbound_http import OutboundAnswer, Unreachable
from tests.support.people import Somebody

COLORS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")
HOME = b"""<!doctype html><meta name="theme-color" content="#0a7d55">
<link rel="stylesheet" href="/site.css"><link rel=manifest href="/app.json"><link rel="icon" href="/i.png">
<style>body{font-family:"Playfair Display", serif}</style>"""
SHEET = b":root{--brand-accent:#e4572e} a{color:#e4572e} p{color:#222} body{background:#fff}"


def logo(ground: str | None, mark: str) -> bytes:
    out = BytesIO()
    drawn = Image.new("RGBA", (300, 200), ground or (0, 0, 0, 0))
    ImageDraw.Draw(drawn).ellipse((110, 60, 190, 140), fill=mark)
    drawn.save(out, "PNG")
    return out.getvalue()


def site(files: dict[str, bytes]):  # type: ignore[no-untyped-def]
    def fetch(url: str, most: int, _seconds: float) -> OutboundAnswer:
        path = url.removeprefix("https://shop.example") or "/"
        if path not in files:
            raise Unreachable("Nothing responds on port 443.")
        return OutboundAnswer(200, url, 0, files[path][:most])

    return fetch


def test_small_logo_in_a_strong_colour_determines_the_brand_colour() -> None:
    white = main_colors(colors_of_picture(logo("#ffffff", "#c8102e")))
    clear = main_colors(colors_of_picture(logo(None, "#c8102e")))

    assert white == clear == ["#c8102e"]


@given(st.lists(COLORS, min_size=1, max_size=4), st.lists(st.sampled_from(Font), max_size=2))
def test_themes_from_any_colours_are_readable_and_distinct(
    colors: list[str], fonts: list[Font]
) -> None:
    themes = [theme for _, theme in themes_of(colors, fonts)]

    assert len({(it.color, it.buttons) for it in themes}) == 3
    for theme in themes:
        for palette in palettes(theme, accent_of(theme, "")):
            assert min(contrast(palette.ink, ground) for ground in palette.grounds) >= 4.5
            assert contrast(palette.on_brand, palette.brand) >= 4.5


def test_website_theme_is_read_from_head_stylesheets_manifest_and_icon() -> None:
    files = {
        "/": HOME,
        "/site.css": SHEET,
        "/app.json": b'{"theme_color": "#0a7d55"}',
        "/i.png": logo(None, "#0a7d55"),
    }

    found = read_site("shop.example", iter(count()).__next__, site(files))

    assert main_colors(found.weights)[:2] == ["#0a7d55", "#e4572e"]
    assert found.fonts == [Font.PLAYFAIR_DISPLAY]


def test_website_is_read_even_if_its_other_files_are_broken() -> None:
    files = {"/": HOME, "/app.json": b"[" * MANIFEST_BYTES, "/i.png": b"\x00\x00\x01\x00broken"}

    assert main_colors(read_site("shop.example", lambda: 0.0, site(files)).weights) == ["#0a7d55"]


@pytest.mark.parametrize("nonsense", [b"<![mystery[x]]>", b"<![ ["])
def test_website_is_read_up_to_its_invalid_source(nonsense: bytes) -> None:
    found = read_site("shop.example", lambda: 0.0, site({"/": HOME + nonsense}))

    assert main_colors(found.weights) == ["#0a7d55"]


def test_no_more_files_are_fetched_after_the_time_limit() -> None:
    files = {"/": HOME, "/site.css": SHEET}

    found = read_site("shop.example", iter(range(0, 100, 20)).__next__, site(files))

    assert main_colors(found.weights) == ["#0a7d55"]


def test_unreachable_website_is_reported_for_its_field() -> None:
    with pytest.raises(Invalid) as caught:
        read_site("shop.example", lambda: 0.0, site({}))

    assert [(it.field, it.code) for it in caught.value.errors] == [("website", "unreachable")]


def test_private_address_is_refused(client: TestClient, editor: Somebody) -> None:
    for website in ("http://127.0.0.1/", "http://[::1]:8080/", "ftp://example.com", "localhost"):
        answer = client.post(
            "/v1/suggest-themes", json={"website": website}, headers=editor.headers
        )

        assert answer.status_code == 422, answer.text
        assert answer.json()["errors"][0]["field"] == "website"


def test_themes_are_derived_from_the_uploaded_logo(client: TestClient, editor: Somebody) -> None:
    file = {"file": ("logo.png", logo(None, "#7a1fa2"))}
    made = client.post("/v1/upload-image", files=file, headers=editor.headers).json()
    path = "/media/" + made["fallback_url"].partition("/media/")[2]

    answer = client.post("/v1/suggest-themes", json={"logo": path}, headers=editor.headers)

    assert answer.status_code == 200, answer.text
    assert answer.json()["colors"] == ["#7a1fa2"]
    assert [it["label"] for it in answer.json()["themes"]] == ["Light", "Strong", "Dark"]


def test_without_logo_no_colours_can_be_derived(client: TestClient, editor: Somebody) -> None:
    answer = client.post("/v1/suggest-themes", json={}, headers=editor.headers)

    assert (answer.status_code, answer.json()["code"]) == (404, "logo_not_found")
