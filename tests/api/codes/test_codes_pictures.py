"""Pictures of codes: drawn, measured and decoded."""

from io import BytesIO
from xml.etree import ElementTree

import pytest
import zxingcpp
from PIL import Image

from api.domains.codes.qr_images.service import generate
from api.rendering.qr.drawing import draw
from api.rendering.qr.errors import ContentTooLong, PictureTooSmall
from api.rendering.qr.schemas import GenerateQr
from api.rendering.qr.types import Design, PictureFormat

CONTENT = "https://qr.example/code/abcdefghij"


def pixels(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


@pytest.mark.parametrize(("width", "height"), [(512, 512), (300, 700), (4096, 4096), (41, 41)])
def test_png_has_the_requested_size_and_is_readable(width: int, height: int) -> None:
    picture = pixels(draw(CONTENT, Design(), width, height, PictureFormat.PNG))

    assert picture.size == (width, height)
    assert [found.text for found in zxingcpp.read_barcodes(picture)] == [CONTENT]


def test_colours_and_margin_follow_the_design() -> None:
    design = Design(foreground="#123456", background="#FFEEDD", quiet_zone=8)

    picture = pixels(draw(CONTENT, design, 512, 512, PictureFormat.PNG))

    assert picture.getpixel((0, 0)) == (0xFF, 0xEE, 0xDD)
    assert {color for _, color in picture.getcolors() or []} == {
        (0x12, 0x34, 0x56),
        (0xFF, 0xEE, 0xDD),
    }


def test_svg_is_a_picture_without_scripts() -> None:
    root = ElementTree.fromstring(draw(CONTENT, Design(), 600, 600, PictureFormat.SVG))

    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert float(root.attrib["width"]) == 600
    assert {element.tag.partition("}")[2] for element in root.iter()} <= {
        "svg",
        "path",
        "rect",
        "g",
    }


@pytest.mark.parametrize(("form", "begins"), [("pdf", b"%PDF-1."), ("eps", b"%!PS-Adobe-3.0 EPSF")])
def test_print_files_have_the_declared_format(form: str, begins: bytes) -> None:
    assert draw(CONTENT, Design(), 512, 512, PictureFormat(form)).startswith(begins)


def test_too_much_content_and_too_few_pixels_are_refused() -> None:
    with pytest.raises(ContentTooLong):
        draw("x" * 2048, Design(error_correction="H"), 512, 512, PictureFormat.PNG)
    with pytest.raises(PictureTooSmall):
        draw("x" * 500, Design(), 64, 64, PictureFormat.PNG)


def test_good_picture_decodes_without_a_warning() -> None:
    made = generate(GenerateQr(content=CONTENT, type="url", format=PictureFormat.SVG))

    assert made.legibility.decodes
    assert made.legibility.warnings == ()


def test_unreadable_picture_gets_a_warning() -> None:
    design = Design(foreground="#fefefe", background="#ffffff", quiet_zone=0)

    made = generate(GenerateQr(content=CONTENT, design=design))

    assert not made.legibility.decodes
    codes = {warning.code for warning in made.legibility.warnings}
    assert codes == {"unreadable", "low_contrast", "quiet_zone"}


def test_light_modules_on_dark_background_get_a_warning() -> None:
    design = Design(foreground="#ffffff", background="#000000")

    made = generate(GenerateQr(content=CONTENT, design=design))

    assert any("lighter than the background" in it.message for it in made.legibility.warnings)
