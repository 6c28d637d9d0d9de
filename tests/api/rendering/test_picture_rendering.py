"""One renderer for all files: shapes, colors, logos and frames, each decoded again."""

import io
import re
import zlib
from typing import Any

import pytest
from PIL import Image, ImageChops
from pydantic import ValidationError

from api.domains.codes.qr_images.service import generate
from api.rendering.qr.decoding import zbar_reads
from api.rendering.qr.drawing import draw
from api.rendering.qr.errors import ContentTooLong, PictureTooLarge, TextNotDrawable
from api.rendering.qr.render.composition import encode_for
from api.rendering.qr.render.pixels import WHOLE_PIXELS
from api.rendering.qr.schemas import GenerateQr
from api.rendering.qr.types import (
    Design,
    EyeBallShape,
    EyeFrameShape,
    EyeLook,
    Eyes,
    Frame,
    FrameShape,
    Gradient,
    Logo,
    ModuleShape,
    PictureFormat,
)
from tests.support.drawn_codes import CONTENT, logo, pixels_of, pixels_of_pdf, texts_in
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
def test_every_module_shape_can_be_read(shape: ModuleShape) -> None:
    for size in (240, 512):
        picture = draw(CONTENT, Design(modules=shape), size, size, PictureFormat.PNG)

        assert texts_in(pixels_of(picture)) == [CONTENT]


@pytest.mark.parametrize("frame", list(EyeFrameShape))
@pytest.mark.parametrize("ball", list(EyeBallShape))
def test_every_pair_of_eye_shapes_can_be_read(frame: EyeFrameShape, ball: EyeBallShape) -> None:
    design = Design(
        eye_frame=frame, eye_ball=ball, eye_frame_color="#0b3d91", eye_ball_color="#8e1450"
    )

    pictures = [
        pixels_of(draw(CONTENT, design, size, size, PictureFormat.PNG)) for size in (400, 480)
    ]

    assert [texts_in(picture) for picture in pictures] == [[CONTENT], [CONTENT]]
    # zbar fails to decode one picture in some hundreds, at one size.
    assert any(zbar_reads(picture, CONTENT) for picture in pictures)


def test_each_corner_can_have_a_different_look() -> None:
    design = Design(
        eye_ball_color="#0b3d91",
        eyes=Eyes(
            top_left=EyeLook(frame=EyeFrameShape.CIRCLE, ball_color="#c2185b"),
            bottom_left=EyeLook(ball=EyeBallShape.HEART, frame_color="#1b5e20"),
        ),
    )

    picture = pixels_of(draw(CONTENT, design, 370, 370, PictureFormat.PNG))

    def at(column: float, row: float) -> Any:
        return picture.getpixel((round((column + 4) * 10), round((row + 4) * 10)))

    assert at(0.1, 0.1) == (255, 255, 255)
    assert at(3.5, 0.5) == (0, 0, 0)
    assert at(22.1, 0.1) == (0, 0, 0)
    assert at(0.5, 22.5) == (0x1B, 0x5E, 0x20)
    assert [at(3.5, 3.5), at(25.5, 3.5), at(3.5, 25.5)] == [
        (0xC2, 0x18, 0x5B), (0x0B, 0x3D, 0x91), (0x0B, 0x3D, 0x91)
    ]  # fmt: skip
    assert texts_in(picture) == [CONTENT]


@pytest.mark.parametrize("shape", list(FrameShape))
def test_frame_has_a_text_and_a_smaller_second_text(shape: FrameShape) -> None:
    """The smaller text has its own space, whichever of the two is given."""
    one, two, second, none = (
        draw(CONTENT, Design(frame=Frame(shape=shape, **texts)), 600, 600, PictureFormat.SVG)
        for texts in (
            {"text": "Menu"},
            {"text": "Menu", "second_text": "Tables 1 to 40"},
            {"text": "", "second_text": "Tables 1 to 40"},
            {"text": ""},
        )
    )

    assert len({one, two, second, none}) == 4
    assert two.count(b'fill="#ffffff"') == one.count(b'fill="#ffffff"') + 1
    design = Design(frame=Frame(shape=shape, text="Menu", second_text="Tables 1 to 40"))
    assert texts_in(pixels_of(draw(CONTENT, design, 600, 600, PictureFormat.PNG))) == [CONTENT]


def test_poster_rendered_in_strips_equals_a_poster_rendered_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    design = EVERYTHING.model_copy(update={"transparent": False})
    whole = pixels_of(draw(CONTENT, design, 900, 900, PictureFormat.PNG))
    clear = draw(CONTENT, Design(transparent=True), 900, 900, PictureFormat.PNG)
    assert WHOLE_PIXELS < 4096 * 4096
    monkeypatch.setattr("api.rendering.qr.render.pixels.WHOLE_PIXELS", 1000)
    monkeypatch.setattr("api.rendering.qr.render.pixels.STRIP_PIXELS", 900 * 70)

    strips = pixels_of(draw(CONTENT, design, 900, 900, PictureFormat.PNG))
    still_clear = draw(CONTENT, Design(transparent=True), 900, 900, PictureFormat.PNG)

    difference = ImageChops.difference(whole, strips).convert("L")
    # Curves cut by a strip are antialiased slightly differently at their edges.
    shades = difference.histogram()
    assert sum(shades[80:]) == 0
    assert sum(shades[3:]) < 900 * 900 / 500
    assert ImageChops.difference(pixels_of(clear), pixels_of(still_clear)).getbbox() is None
    assert Image.open(io.BytesIO(still_clear)).getpixel((0, 0)) == (0, 0, 0, 0)


def test_png_larger_than_any_printer_needs_is_refused() -> None:
    with pytest.raises(PictureTooLarge) as refused:
        generate(GenerateQr(content=CONTENT, width=512, height=12_000))
    assert [error.field for error in refused.value.errors] == ["height"]
    made = generate(
        GenerateQr(content=CONTENT, width=12_000, height=12_000, format=PictureFormat.EPS)
    )
    assert b"%%BoundingBox: 0 0 9000 9000" in made.file


@pytest.mark.parametrize(
    ("written", "kept"),
    [("#abc", "#aabbcc"), ("Navy", "#000080"), ("#1F4FA3ff", "#1f4fa3"), (" #000000 ", "#000000")],
)
def test_colours_are_accepted_in_common_notations(written: str, kept: str) -> None:
    assert Design(foreground=written).foreground == kept


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("#11223380", "must be opaque"),
        ("#1238", "must be opaque"),
        ("rgb(1,2,3)", "such as #1f4fa3"),
        ("#12345", "such as #1f4fa3"),
        ("navyy", "such as #1f4fa3"),
    ],
)
def test_invalid_colour_is_refused_with_an_example(written: str, why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        Design(background=written)


@pytest.mark.parametrize("level", ["L", "M", "Q", "H"])
def test_each_error_correction_level_has_the_capacity_of_the_standard(level: str) -> None:
    most = {"L": 7089, "M": 5596, "Q": 3993, "H": 3057}[level]
    design = Design.model_validate({"error_correction": level})

    assert encode_for("1" * most, design).size == 177
    with pytest.raises(ContentTooLong):
        encode_for("1" * (most + 1), design)
    assert GenerateQr(content="1" * most)


@pytest.mark.parametrize("shape", list(FrameShape))
@pytest.mark.parametrize("size", [(512, 512), (400, 900), (900, 400)])
def test_framed_code_fits_any_size_and_can_be_read(
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
    # PNG has whole pixels per module, so compare the drawings without their margins.
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


def test_letters_missing_from_all_fonts_are_refused_by_name() -> None:
    design = Design(frame=Frame(shape=FrameShape.BUBBLE, text="Scan \U00013080 \u0f40"))

    with pytest.raises(TextNotDrawable) as refused:
        draw(CONTENT, design, 400, 400, PictureFormat.PNG)

    (entry,) = refused.value.errors
    assert entry.field == "design.frame.text"
    assert "\U00013080 \u0f40" in entry.message


def test_transparent_background_shows_the_surface_behind_it() -> None:
    file = draw(CONTENT, Design(transparent=True), 300, 300, PictureFormat.PNG)

    picture = Image.open(io.BytesIO(file))
    assert picture.mode == "RGBA"
    assert picture.getpixel((0, 0)) == (0, 0, 0, 0)
    assert b"<rect" not in draw(CONTENT, Design(transparent=True), 300, 300, PictureFormat.SVG)


def test_designs_stored_by_earlier_versions_still_load() -> None:
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


def test_thumbnails_in_the_designer_equal_the_renderers_shapes() -> None:
    assert FILE.read_text() == source(), "run python -m tests.support.shape_pictures"
