"""Writes a drawing as PDF and as EPS.

Both get the same body of operators: those of PDF, which a few lines define in PostScript.
"""

import itertools
import zlib
from base64 import a85encode
from io import BytesIO

from PIL import Image

from api.rendering.paths import Path, rectangle
from api.rendering.qr.render.shapes import Canvas, Drawing, Paint, RadialPaint, Raster, Shape
from api.rendering.qr.render.svg import number

POINTS_PER_PIXEL = 0.75
"""In CSS, an inch is 96 pixels, which equals 72 points."""

_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}

_PROLOGUE = """/m {moveto} bind def /l {lineto} bind def /c {curveto} bind def /h {closepath} bind def
/q {gsave} bind def /Q {grestore} bind def /cm {6 array astore concat} bind def
/rg {setrgbcolor} bind def /f {fill} bind def /f* {eofill} bind def
/W {clip} bind def /W* {eoclip} bind def /n {newpath} bind def /sh {load shfill} bind def
"""


class _Body:
    """Operators, and the shadings and images that they name."""

    def __init__(self, drawing: Drawing, canvas: Canvas) -> None:
        self.shadings: list[str] = []
        self.rasters: list[Raster] = []
        self.lines: list[str] = []
        unit = POINTS_PER_PIXEL
        height = canvas.height * unit
        scale = canvas.scale * unit
        self._add(
            f"q {scale:.6f} 0 0 {-scale:.6f} "
            f"{canvas.dx * unit:.4f} {height - canvas.dy * unit:.4f} cm"
        )
        if drawing.background is not None:
            left, top = -canvas.dx / canvas.scale, -canvas.dy / canvas.scale
            whole = rectangle(left, top, canvas.width / canvas.scale, canvas.height / canvas.scale)
            self._shape(whole, drawing.background, even_odd=False)
        for part in drawing.parts:
            if isinstance(part, Shape):
                self._shape(part.path, part.paint, even_odd=part.even_odd)
            else:
                self._raster(part)
        self._add("Q")

    def _add(self, line: str) -> None:
        self.lines.append(line)

    def _shape(self, path: Path, paint: Paint, *, even_odd: bool) -> None:
        star = "*" if even_odd else ""
        outline = "\n".join(
            " ".join([*map(number, values), _OPERATORS[operator]]) for operator, *values in path
        )
        if isinstance(paint, str):
            self._add(f"{' '.join(map(number, channels(paint)))} rg\n{outline}\nf{star}")
            return
        shading = _shading(paint)
        if shading not in self.shadings:
            self.shadings.append(shading)
        self._add(f"q\n{outline}\nW{star} n\n/Sh{self.shadings.index(shading)} sh\nQ")

    def _raster(self, raster: Raster) -> None:
        place = [raster.width, 0, 0, -raster.height, raster.x, raster.y + raster.height]
        self._add(f"q {' '.join(map(number, place))} cm\n/Im{len(self.rasters)} Do\nQ")
        self.rasters.append(raster)


def channels(color: str) -> tuple[float, float, float]:
    """Return red, green and blue from 0 to 1."""
    red, green, blue = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def pdf(drawing: Drawing, canvas: Canvas) -> bytes:
    """Return a PDF of one page with exactly the picture's size."""
    body = _Body(drawing, canvas)
    objects: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>"]
    width, height = (side * POINTS_PER_PIXEL for side in (canvas.width, canvas.height))
    first_image = 5
    images: list[bytes] = []
    names = []
    for index, raster in enumerate(body.rasters):
        names.append(f"/Im{index} {first_image + len(images)} 0 R")
        images.extend(_pdf_image(raster, first_image + len(images)))
    shadings = " ".join(f"/Sh{index} {shading}" for index, shading in enumerate(body.shadings))
    objects.append(b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
    objects.append(
        (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {number(width)} {number(height)}] "
            f"/Contents 4 0 R /Resources << /Shading << {shadings} >> "
            f"/XObject << {' '.join(names)} >> >> >>"
        ).encode()
    )
    objects.append(_stream("", "\n".join(body.lines).encode()))
    objects.extend(images)
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for index, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (index, content)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    out += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(out)


def eps(drawing: Drawing, canvas: Canvas) -> bytes:
    """Return Encapsulated PostScript, level 3 because of the gradients. It has no alpha, so a logo's transparent parts
    get the background's colour.
    """
    body = _Body(drawing, canvas)
    width, height = (side * POINTS_PER_PIXEL for side in (canvas.width, canvas.height))
    lines = [
        "%!PS-Adobe-3.0 EPSF-3.0",
        f"%%BoundingBox: 0 0 {-int(-width // 1)} {-int(-height // 1)}",
        f"%%HiResBoundingBox: 0 0 {width:.4f} {height:.4f}",
        "%%LanguageLevel: 3",
        "%%Pages: 1",
        "%%EndComments",
        _PROLOGUE,
    ]
    lines += [f"/Sh{index} {shading} def" for index, shading in enumerate(body.shadings)]
    text = "\n".join([*lines, *body.lines, "%%EOF", ""])
    paper = drawing.background if isinstance(drawing.background, str) else "#ffffff"
    for index, raster in enumerate(body.rasters):
        text = text.replace(f"/Im{index} Do\n", _eps_image(raster, paper))
    return text.encode("ascii")


def _shading(paint: Paint) -> str:
    assert not isinstance(paint, str)
    stops = list(paint.stops)
    if stops[0][0] > 0:
        stops.insert(0, (0.0, stops[0][1]))
    if stops[-1][0] < 1:
        stops.append((1.0, stops[-1][1]))
    pairs = [(one, other) for one, other in itertools.pairwise(stops) if other[0] - one[0] > 1e-6]
    functions = " ".join(
        f"<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [{_rgb(one[1])}] /C1 [{_rgb(other[1])}] >>"
        for one, other in pairs
    )
    bounds = " ".join(number(other[0]) for _, other in pairs[:-1])
    function = (
        f"<< /FunctionType 3 /Domain [0 1] /Functions [{functions}] /Bounds [{bounds}] "
        f"/Encode [{' '.join(['0 1'] * len(pairs))}] >>"
    )
    if isinstance(paint, RadialPaint):
        cx, cy = map(number, paint.centre)
        kind, place = 3, f"{cx} {cy} 0 {cx} {cy} {number(paint.radius)}"
    else:
        kind, place = 2, " ".join(map(number, (*paint.start, *paint.end)))
    return (
        f"<< /ShadingType {kind} /ColorSpace /DeviceRGB /Coords [{place}] "
        f"/Function {function} /Extend [true true] >>"
    )


def _rgb(color: str) -> str:
    return " ".join(map(number, channels(color)))


def _stream(entries: str, content: bytes) -> bytes:
    packed = zlib.compress(content, 6)
    head = f"<< {entries} /Filter /FlateDecode /Length {len(packed)} >>\nstream\n"
    return head.encode() + packed + b"\nendstream"


def _pdf_image(raster: Raster, name: int) -> list[bytes]:
    with Image.open(BytesIO(raster.file)) as picture:
        pixels = picture.convert("RGBA")
    head = (
        f"/Type /XObject /Subtype /Image /Width {pixels.width} /Height {pixels.height} "
        "/BitsPerComponent 8"
    )
    color = _stream(
        f"{head} /ColorSpace /DeviceRGB /SMask {name + 1} 0 R", pixels.convert("RGB").tobytes()
    )
    return [color, _stream(f"{head} /ColorSpace /DeviceGray", pixels.getchannel("A").tobytes())]


def _eps_image(raster: Raster, paper: str) -> str:
    with Image.open(BytesIO(raster.file)) as picture:
        pixels = picture.convert("RGBA")
    flat = Image.new("RGBA", pixels.size, paper)
    flat.alpha_composite(pixels)
    data = a85encode(zlib.compress(flat.convert("RGB").tobytes(), 6), wrapcol=100).decode()
    return (
        "/DeviceRGB setcolorspace\n"
        f"<< /ImageType 1 /Width {pixels.width} /Height {pixels.height} /BitsPerComponent 8\n"
        f"/Decode [0 1 0 1 0 1] /ImageMatrix [{pixels.width} 0 0 -{pixels.height} 0 "
        f"{pixels.height}]\n"
        "/DataSource currentfile /ASCII85Decode filter /FlateDecode filter >> image\n"
        f"{data}~>\n"
    )
