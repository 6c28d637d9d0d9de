"""Logos: stored in a small size, confined to their area, and hostile ones refused."""

import zlib

import pytest

from api.rendering.qr.drawing import draw
from api.rendering.qr.errors import BadLogo
from api.rendering.qr.render.composition import encode_for, logo_box
from api.rendering.qr.render.logos import MAX_STORED_BYTES, read_logo, with_stored_logo
from api.rendering.qr.types import Design, Logo, PictureFormat
from tests.support.drawn_codes import CONTENT, data_uri, logo, pixels_of, texts_in


def test_logo_clears_its_area_and_raises_error_correction() -> None:
    design = Design(logo=Logo(image=logo(), size=0.22), error_correction="L")

    picture = pixels_of(draw(CONTENT, design, 700, 700, PictureFormat.PNG))

    assert design.effective_error_correction == "Q"
    assert picture.getpixel((350, 350)) == (0xD2, 0x14, 0x3C)
    assert texts_in(picture) == [CONTENT]
    svg = draw(CONTENT, design, 700, 700, PictureFormat.SVG)
    assert svg.count(b"data:image/png;base64,") == 1


def test_logo_never_covers_the_eyes() -> None:
    for content in ("1", CONTENT, CONTENT * 4):
        design = Design(logo=Logo(image=logo(), size=0.3, padding=2, plate="square"))
        size = encode_for(content, design).size
        assert design.logo is not None

        box = logo_box(size, design.logo, 240, 160, "Q")

        assert size >= 29
        assert (size - box.clear_width) / 2 >= 8 - 1e-9
        picture = draw(content, design, 800, 800, PictureFormat.PNG)
        assert texts_in(pixels_of(picture)) == [content]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_logo_is_reencoded_and_kept_small(kind: str) -> None:
    design = Design(logo=Logo(image=logo(3000, 2000, kind)))

    kept = with_stored_logo(design)

    assert kept.logo is not None
    assert len(kept.logo.image) < MAX_STORED_BYTES * 1.5
    again = read_logo(kept.logo.image)
    assert max(again.width, again.height) <= 448
    assert again.width / again.height == pytest.approx(1.5, rel=0.02)


def test_svg_with_only_plain_shapes_is_accepted_as_a_logo() -> None:
    file = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><title>x</title>'
        b'<clipPath id="clip0_123456789"><path d="M0 0h10v20z"/></clipPath>'
        b'<g clip-path="url(#clip0_123456789)"><path d="M0 0h10v20z" fill="#1e5f9a"/></g></svg>'
    )

    image = read_logo(data_uri(file, "svg+xml"))

    assert image.media_type == "image/png"
    assert (image.width, image.height) == (224, 448)


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<path d="M0 0h1" onload="alert(1)"/>',
        '<image href="file:///etc/passwd"/>',
        '<use href="#a"/>',
        "<style>@import url(http://e.example)</style>",
        '<path fill="url(http://e.example/#a)" d="M0 0h1"/>',
        "<text>hello</text>",
        "<foreignObject/>",
        '<path d="M0 0 L1e30 1e30 L5 5z" stroke="#000" stroke-width="1e20"/>',
        '<path d="M0 0 L99999999999 5 L5 5z" stroke="#000" stroke-width="9"/>',
        '<path d="M0 0L9 9" stroke="#000" stroke-dasharray="0.001"/>',
        '<path d="M0 0L9 9" style="stroke:#000;stroke-dasharray:0.001"/>',
        "<g>" * 60 + "</g>" * 60,
        "<path/>" * 2000,
    ],
)
def test_svg_with_more_than_shapes_is_refused(inside: str) -> None:
    file = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inside}</svg>'

    with pytest.raises(BadLogo):
        read_logo(data_uri(file.encode(), "svg+xml"))


def test_svg_with_entities_is_refused() -> None:
    bomb = b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'

    with pytest.raises(BadLogo, match="document type"):
        read_logo(data_uri(bomb, "svg+xml"))


def test_decompression_bomb_is_refused_before_it_is_decompressed() -> None:
    def chunk(kind: bytes, body: bytes) -> bytes:
        checked = kind + body
        return len(body).to_bytes(4) + checked + zlib.crc32(checked).to_bytes(4)

    side = (20_000).to_bytes(4)
    pixels = zlib.compressobj(9)
    data = b"".join(pixels.compress(bytes(20_001)) for _ in range(20_000)) + pixels.flush()
    bomb = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", side + side + b"\x08\x00\x00\x00\x00")
        + chunk(b"IDAT", data)
        + chunk(b"IEND", b"")
    )
    assert len(bomb) < 500_000

    with pytest.raises(BadLogo, match="too many pixels"):
        read_logo(data_uri(bomb, "png"))


@pytest.mark.parametrize(
    "uri",
    [
        "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
        "data:image/png;base64,***",
        "data:image/png;base64,AAAA",
        "data:image/png,raw",
        data_uri(b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "png"),
    ],
)
def test_file_that_is_no_picture_is_refused(uri: str) -> None:
    with pytest.raises(BadLogo):
        read_logo(uri)
