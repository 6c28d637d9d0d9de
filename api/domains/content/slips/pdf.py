"""Renders slips as PDF: text and shapes once for all copies, and each copy's own code on top as vectors."""

import threading
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

from PIL import Image
from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    RectangleObject,
)
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from api.domains.content.slips.elements import (
    CodeElement,
    Element,
    Layout,
    LineElement,
    PictureElement,
    RectangleElement,
    TextElement,
    is_own,
)
from api.domains.content.slips.sheets import Sheet, marks
from api.domains.content.slips.text_layout import font_of, lines_of
from api.rendering.paths import Path

ONE_AT_A_TIME = threading.Lock()
"""The fonts are shared and record which characters a document uses."""

_NON_ZERO = 1
"""Glyphs of variable fonts consist of overlapping parts."""

_ROTATIONS = {0: (1, 0, 0, 1), 90: (0, -1, 1, 0), 180: (-1, 0, 0, -1), 270: (0, 1, -1, 0)}

ReadPicture = Callable[[str], bytes]
DrawCode = Callable[[str, float, float], bytes]
"""Renders a code's picture, given its ID and the sides in millimetres, as a PDF of one page."""


def print_slips(
    layout: Layout,
    sheet: Sheet,
    codes: Sequence[str | None],
    *,
    read_picture: ReadPicture,
    draw_code: DrawCode,
    cut_marks: bool,
    progress: Callable[[int], None] = lambda _: None,
) -> bytes:
    """Return a PDF with one copy for each of `codes`. None prints no code."""
    with ONE_AT_A_TIME:
        flat = _flat_pages(layout, sheet, codes, read_picture, cut_marks=cut_marks)
    writer = PdfWriter(clone_from=BytesIO(flat))
    pictures = [it for it in layout.elements if isinstance(it, CodeElement)]
    forms: dict[tuple[str, float, float], IndirectObject] = {}
    on_sheet = len(sheet.places)
    for number, page in enumerate(writer.pages):
        there = codes[number * on_sheet : (number + 1) * on_sheet]
        operators: list[str] = []
        names = DictionaryObject()
        for place, code_id in zip(sheet.places, there, strict=False):
            for element in pictures if code_id is not None else ():
                assert code_id is not None
                key = (code_id, element.width, element.height)
                if key not in forms:
                    forms[key] = _form(writer, draw_code(*key))
                name = f"/Code{len(names)}"
                names[NameObject(name)] = forms[key]
                operators.append(_placed(name, element, place, sheet.height))
        if operators:
            _add_on_top(writer, page, names, operators)
        progress(min((number + 1) * on_sheet, len(codes)))
    out = BytesIO()
    writer.add_metadata({"/Title": layout.name, "/Producer": "Waypost"})
    writer.write(out)
    return out.getvalue()


def _flat_pages(
    layout: Layout,
    sheet: Sheet,
    codes: Sequence[str | None],
    read_picture: ReadPicture,
    *,
    cut_marks: bool,
) -> bytes:
    out = BytesIO()
    canvas = Canvas(out, pagesize=(sheet.width * mm, sheet.height * mm), pageCompression=1)
    canvas.beginForm("slip", 0, 0, layout.width * mm, layout.height * mm)
    _draw_common(canvas, layout, read_picture)
    canvas.endForm()
    own = [it for it in layout.elements if isinstance(it, TextElement) and is_own(it)]
    for start in range(0, len(codes), len(sheet.places)):
        for place, (x, y) in enumerate(sheet.places[: len(codes) - start]):
            canvas.saveState()
            canvas.translate(x * mm, (sheet.height - y - layout.height) * mm)
            canvas.doForm("slip")
            number = start + place
            for element in own:
                text = element.text.replace("{number}", str(number + 1))
                text = text.replace("{code}", codes[number] or "")
                _turned(canvas, layout, element, _text, element.model_copy(update={"text": text}))
            canvas.restoreState()
        if cut_marks:
            canvas.setStrokeColor(HexColor("#000000"))
            canvas.setLineWidth(0.15 * mm)
            canvas.setDash()
            for x1, y1, x2, y2 in marks(sheet):
                top = sheet.height
                canvas.line(x1 * mm, (top - y1) * mm, x2 * mm, (top - y2) * mm)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw_common(canvas: Canvas, layout: Layout, read_picture: ReadPicture) -> None:
    outline = canvas.beginPath()
    outline.rect(0, 0, layout.width * mm, layout.height * mm)
    canvas.clipPath(outline, stroke=0, fill=0)
    canvas.setFillColor(HexColor(layout.background))
    canvas.rect(0, 0, layout.width * mm, layout.height * mm, stroke=0, fill=1)
    for element in layout.elements:
        if isinstance(element, TextElement):
            if not is_own(element):
                _turned(canvas, layout, element, _text, element)
        elif isinstance(element, LineElement):
            _turned(canvas, layout, element, _line, element)
        elif isinstance(element, RectangleElement):
            _turned(canvas, layout, element, _rectangle, element)
        elif isinstance(element, PictureElement):
            _turned(canvas, layout, element, _picture(read_picture(element.url)), element)


def _turned(
    canvas: Canvas,
    layout: Layout,
    element: Element,
    draw: Callable[[Canvas, Any], None],
    drawn: Element,
) -> None:
    """Draw with the origin in the element's lower left corner and the element's rotation."""
    canvas.saveState()
    canvas.translate(
        (element.x + element.width / 2) * mm,
        (layout.height - element.y - element.height / 2) * mm,
    )
    canvas.rotate(-element.rotation)
    canvas.translate(-element.width / 2 * mm, -element.height / 2 * mm)
    draw(canvas, drawn)
    canvas.restoreState()


def _text(canvas: Canvas, element: TextElement) -> None:
    font = font_of(element.font, element.weight)
    if font.fontName not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(font)
    canvas.setFillColor(HexColor(element.color))
    canvas.setFont(font.fontName, element.size)
    for line in lines_of(
        element.text, element.font, element.weight, element.size, element.width * mm,
        element.align, element.language,
    ):  # fmt: skip
        baseline = element.height * mm - line.baseline
        if line.path is None:
            canvas.drawString(line.left, baseline, line.text)
        else:
            draw_outline(canvas, line.path, line.left, baseline)


def draw_outline(canvas: Canvas, path: Path, left: float, baseline: float) -> None:
    """Fill an outline whose y axis points down from the baseline."""
    drawn = canvas.beginPath()
    draw: dict[str, Callable[..., None]] = {
        "M": drawn.moveTo,
        "L": drawn.lineTo,
        "C": drawn.curveTo,
        "Z": drawn.close,
    }
    for operator, *points in path:
        draw[operator](
            *(baseline - it if place % 2 else left + it for place, it in enumerate(points))
        )
    canvas.drawPath(drawn, stroke=0, fill=1, fillMode=_NON_ZERO)


def _line(canvas: Canvas, element: LineElement) -> None:
    canvas.setStrokeColor(HexColor(element.color))
    canvas.setLineWidth(element.thickness * mm)
    if element.dashed:
        canvas.setDash(max(element.thickness * 5, 1.5) * mm, max(element.thickness * 4, 1.2) * mm)
    width, height = element.width * mm, element.height * mm
    if element.width >= element.height:
        canvas.line(0, height / 2, width, height / 2)
    else:
        canvas.line(width / 2, 0, width / 2, height)


def _rectangle(canvas: Canvas, element: RectangleElement) -> None:
    inset = element.thickness / 2 if element.stroke else 0.0
    width, height = element.width - 2 * inset, element.height - 2 * inset
    if width <= 0 or height <= 0:
        return
    if element.fill:
        canvas.setFillColor(HexColor(element.fill))
    if element.stroke:
        canvas.setStrokeColor(HexColor(element.stroke))
        canvas.setLineWidth(element.thickness * mm)
    radius = min(element.radius, width / 2, height / 2)
    canvas.roundRect(
        inset * mm, inset * mm, width * mm, height * mm, radius * mm,
        stroke=int(element.stroke is not None), fill=int(element.fill is not None),
    )  # fmt: skip


def _picture(data: bytes) -> Callable[[Canvas, PictureElement], None]:
    with Image.open(BytesIO(data)) as opened:
        image = opened.convert("RGBA")

    def draw(canvas: Canvas, element: PictureElement) -> None:
        box_width, box_height = element.width * mm, element.height * mm
        scales = (box_width / image.width, box_height / image.height)
        scale = max(scales) if element.fit == "cover" else min(scales)
        width, height = image.width * scale, image.height * scale
        box = canvas.beginPath()
        box.rect(0, 0, box_width, box_height)
        canvas.clipPath(box, stroke=0, fill=0)
        canvas.drawImage(
            ImageReader(image), (box_width - width) / 2, (box_height - height) / 2,
            width, height, mask="auto",
        )  # fmt: skip

    return draw


def _form(writer: PdfWriter, page_of_code: bytes) -> IndirectObject:
    """Convert the single page of a PDF to a form that can be painted anywhere, in a square of side 1."""
    page = PdfReader(BytesIO(page_of_code)).pages[0]
    contents = page.get_contents()
    assert contents is not None, "a code's picture is never empty"
    form = DecodedStreamObject()
    form.set_data(contents.get_data())
    width, height = float(page.mediabox.width), float(page.mediabox.height)
    form.update(
        {
            NameObject("/Type"): NameObject("/XObject"),
            NameObject("/Subtype"): NameObject("/Form"),
            NameObject("/BBox"): RectangleObject((0, 0, width, height)),
            NameObject("/Matrix"): _numbers(1 / width, 0, 0, 1 / height, 0, 0),
            NameObject("/Resources"): page["/Resources"].clone(writer),
        }
    )
    return writer._add_object(form.flate_encode())


def _numbers(*values: float) -> ArrayObject:
    return ArrayObject(FloatObject(value) for value in values)


def _placed(name: str, element: CodeElement, place: tuple[float, float], height: float) -> str:
    """Return the operators that paint a form of side 1 at the element's position on the sheet."""
    a, b, c, d = _ROTATIONS[element.rotation]
    wide, high = element.width * mm, element.height * mm
    middle_x = (place[0] + element.x + element.width / 2) * mm
    middle_y = (height - place[1] - element.y - element.height / 2) * mm
    matrix = (a * wide, b * wide, c * high, d * high)
    left = middle_x - (matrix[0] + matrix[2]) / 2
    low = middle_y - (matrix[1] + matrix[3]) / 2
    numbers = " ".join(f"{value:.4f}" for value in (*matrix, left, low))
    return f"q {numbers} cm {name} Do Q"


def _add_on_top(
    writer: PdfWriter, page: PageObject, names: DictionaryObject, operators: Sequence[str]
) -> None:
    resources = page["/Resources"].get_object()
    assert isinstance(resources, DictionaryObject)
    # Pages share one resource dictionary. Each gets its own copy, so that codes are not mixed up.
    own = DictionaryObject(resources)
    forms = DictionaryObject(own.get("/XObject", DictionaryObject()).get_object())
    forms.update(names)
    own[NameObject("/XObject")] = forms
    page[NameObject("/Resources")] = own
    contents = page.get_contents()
    data = contents.get_data() if contents is not None else b""
    stream = DecodedStreamObject()
    stream.set_data(b"q\n" + data + b"\nQ\n" + "\n".join(operators).encode())
    page[NameObject("/Contents")] = writer._add_object(stream.flate_encode())
