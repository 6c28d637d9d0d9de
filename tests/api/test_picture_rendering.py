"""One renderer for all files: shapes, colours, logos and frames, each read back."""

import io
import re
import zlib
from typing import Any

import pytest
from PIL import Image, ImageChops

from api.domains.media.drawing import draw
from api.domains.media.errors import BadLogo, TextNotDrawable
from api.domains.media.render.composition import encode_for, logo_box
from api.domains.media.render.logos import KEPT_BYTES, read_logo, with_kept_logo
from api.domains.media.types import (
    Design,
    EyeBallShape,
    EyeFrameShape,
    Frame,
    FrameShape,
    Gradient,
    Logo,
    ModuleShape,
    PictureFormat,
)
from tests.support.drawn_codes import CONTENT, data_uri, logo, pixels_of, pixels_of_pdf, texts_in
from tests.support.shape_pictures import FILE, source

GRADIENT: dict[str, Any] = {
    "type": "linear",
    "angle": 45,
    "stops": [{"offset": 0.1, "color": "#7b2ff7"}, {"offset": 0.9, "color": "#0b3d91"}],
}
RADIAL: dict[str, Any] = {
    "type": "radial",
    "stops": [{"offset": 0, "color": "#c2185b"}, {"offset": 1, "color": "#1a237e"}],
}
EVERYTHING = Design(
    modules=ModuleShape.BLOB,
    eye_frame=EyeFrameShape.LEAF,
    eye_ball=EyeBallShape.CIRCLE,
    foreground_gradient=Gradient.model_validate(GRADIENT),
    background_gradient=Gradient.model_validate(
        {"stops": [{"offset": 0, "color": "#ffffff"}, {"offset": 1, "color": "#ffe0b2"}]}
    ),
    eye_ball_color="#c2185b",
    logo=Logo(image=logo(), plate="circle"),
    frame=Frame(shape=FrameShape.TICKET, text="Scan für 9 €", color="#0b3d91"),
)


@pytest.mark.parametrize("shape", list(ModuleShape))
def test_every_shape_of_modules_can_be_read(shape: ModuleShape) -> None:
    for size in (240, 512):
        picture = draw(CONTENT, Design(modules=shape), size, size, PictureFormat.PNG)

        assert texts_in(pixels_of(picture)) == [CONTENT]


@pytest.mark.parametrize("frame", list(EyeFrameShape))
@pytest.mark.parametrize("ball", list(EyeBallShape))
def test_every_pair_of_eye_shapes_can_be_read(frame: EyeFrameShape, ball: EyeBallShape) -> None:
    design = Design(
        eye_frame=frame, eye_ball=ball, eye_frame_color="#0b3d91", eye_ball_color="#8e1450"
    )

    assert texts_in(pixels_of(draw(CONTENT, design, 400, 400, PictureFormat.PNG))) == [CONTENT]


@pytest.mark.parametrize("shape", list(FrameShape))
@pytest.mark.parametrize("size", [(512, 512), (400, 900), (900, 400)])
def test_a_framed_code_fits_any_size_and_can_be_read(
    shape: FrameShape, size: tuple[int, int]
) -> None:
    design = Design(frame=Frame(shape=shape, text="Zur Speisekarte"))

    picture = pixels_of(draw(CONTENT, design, *size, PictureFormat.PNG))

    assert picture.size == size
    assert texts_in(picture) == [CONTENT]


def test_shapes_differ_from_each_other() -> None:
    drawn = [
        draw(CONTENT, Design(modules=shape), 300, 300, PictureFormat.PNG) for shape in ModuleShape
    ]
    eyes = [
        draw(CONTENT, Design(eye_frame=eye), 300, 300, PictureFormat.PNG) for eye in EyeFrameShape
    ]
    balls = [
        draw(CONTENT, Design(eye_ball=ball), 300, 300, PictureFormat.PNG) for ball in EyeBallShape
    ]

    assert len(set(drawn)) == len(ModuleShape) >= 11
    assert len(set(eyes)) == len(EyeFrameShape) >= 5
    assert len(set(balls)) == len(EyeBallShape) >= 5


@pytest.mark.parametrize("gradient", [GRADIENT, RADIAL])
def test_print_and_screen_show_the_same_picture(gradient: dict[str, Any]) -> None:
    design = EVERYTHING.model_copy(
        update={"foreground_gradient": Gradient.model_validate(gradient)}
    )

    printed = pixels_of_pdf(draw(CONTENT, design, 600, 600, PictureFormat.PDF))
    shown = pixels_of(draw(CONTENT, design, 900, 900, PictureFormat.PNG))

    assert printed.size == shown.size == (900, 900)
    assert texts_in(printed) == texts_in(shown) == [CONTENT]
    # PNG keeps whole pixels per module, so compare the drawings without their margins.
    ours, theirs = (_cropped(picture).resize((300, 300)) for picture in (shown, printed))
    difference = ImageChops.difference(ours, theirs).convert("L").histogram()
    assert sum(value * count for value, count in enumerate(difference)) / 300**2 < 6


def _cropped(picture: Image.Image) -> Image.Image:
    blue = picture.convert("L").point(lambda value: 255 if value < 100 else 0)
    return picture.crop(blue.getbbox())


def test_eps_and_pdf_hold_the_same_operators() -> None:
    design = EVERYTHING.model_copy(update={"logo": None})
    pdf = draw(CONTENT, design, 512, 512, PictureFormat.PDF)
    eps = draw(CONTENT, design, 512, 512, PictureFormat.EPS).decode("ascii")

    stream = re.search(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    assert stream is not None
    body = zlib.decompress(stream[1]).decode()

    assert body in eps
    assert eps.startswith("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 384 384\n")
    assert eps.count("/ShadingType") == pdf.count(b"/ShadingType") == 2


def test_a_logo_clears_its_place_and_raises_error_correction() -> None:
    design = Design(logo=Logo(image=logo(), size=0.22), error_correction="L")

    picture = pixels_of(draw(CONTENT, design, 700, 700, PictureFormat.PNG))

    assert design.effective_error_correction == "Q"
    assert picture.getpixel((350, 350)) == (0xD2, 0x14, 0x3C)
    assert texts_in(picture) == [CONTENT]
    svg = draw(CONTENT, design, 700, 700, PictureFormat.SVG)
    assert svg.count(b"data:image/png;base64,") == 1


def test_a_logo_never_reaches_the_eyes() -> None:
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
def test_a_logo_is_written_anew_and_kept_small(kind: str) -> None:
    design = Design(logo=Logo(image=logo(3000, 2000, kind)))

    kept = with_kept_logo(design)

    assert kept.logo is not None
    assert len(kept.logo.image) < KEPT_BYTES * 1.5
    again = read_logo(kept.logo.image)
    assert max(again.width, again.height) <= 448
    assert again.width / again.height == pytest.approx(1.5, rel=0.02)


def test_an_svg_of_plain_shapes_is_a_logo() -> None:
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
def test_an_svg_with_more_than_shapes_is_refused(inside: str) -> None:
    file = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inside}</svg>'

    with pytest.raises(BadLogo):
        read_logo(data_uri(file.encode(), "svg+xml"))


def test_an_svg_with_entities_is_refused() -> None:
    bomb = b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'

    with pytest.raises(BadLogo, match="document type"):
        read_logo(data_uri(bomb, "svg+xml"))


def test_a_decompression_bomb_is_refused_before_it_is_unpacked() -> None:
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
def test_what_is_no_picture_is_refused(uri: str) -> None:
    with pytest.raises(BadLogo):
        read_logo(uri)


def test_letters_that_no_font_has_are_refused_by_name() -> None:
    design = Design(frame=Frame(shape=FrameShape.BUBBLE, text="Scan \U00013080 \u0f40"))

    with pytest.raises(TextNotDrawable) as refused:
        draw(CONTENT, design, 400, 400, PictureFormat.PNG)

    (said,) = refused.value.errors
    assert said.field == "design.frame.text"
    assert "\U00013080 \u0f40" in said.message


def test_a_transparent_background_shows_what_is_behind() -> None:
    file = draw(CONTENT, Design(transparent=True), 300, 300, PictureFormat.PNG)

    picture = Image.open(io.BytesIO(file))
    assert picture.mode == "RGBA"
    assert picture.getpixel((0, 0)) == (0, 0, 0, 0)
    assert b"<rect" not in draw(CONTENT, Design(transparent=True), 300, 300, PictureFormat.SVG)


def test_designs_of_before_still_load() -> None:
    stored = {
        "foreground": "#123456",
        "background": "#ffffff",
        "error_correction": "Q",
        "quiet_zone": 2,
    }

    design = Design.model_validate(stored)

    assert design.modules is ModuleShape.SQUARE
    assert design.logo is None
    assert Design.model_validate(design.model_dump()) == design


def test_the_designers_small_pictures_are_the_renderers() -> None:
    assert FILE.read_text() == source(), "run python -m tests.support.shape_pictures"
