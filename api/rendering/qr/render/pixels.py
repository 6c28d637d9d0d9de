"""A drawing as PNG: the very SVG that is offered, rasterised without asking the machine for fonts."""

import zlib
from collections.abc import Iterator
from io import BytesIO

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from api.rendering.qr.render.shapes import Canvas, Drawing
from api.rendering.qr.render.svg import svg

WHOLE_PIXELS = 4_000_000
"""Up to this many a picture is drawn at once; a larger one in strips, which take little memory."""
STRIP_PIXELS = 2_000_000

_UP = b"\x02"
"""PNG's filter that stores each row as the difference from the one above: mostly zeros here."""


def png(drawing: Drawing, canvas: Canvas) -> bytes:
    """The file, exactly as large as the canvas."""
    if canvas.width * canvas.height > WHOLE_PIXELS:
        return _in_strips(drawing, canvas)
    file = _rasterised(drawing, canvas)
    if len(drawing.parts) > 7 or not _is_flat(drawing):
        return file
    with Image.open(BytesIO(file)) as picture:
        return _in_few_colours(picture, file)


def _rasterised(drawing: Drawing, canvas: Canvas) -> bytes:
    file: bytes = resvg_py.svg_to_bytes(svg_string=svg(drawing, canvas), skip_system_fonts=True)
    return file


def _is_flat(drawing: Drawing) -> bool:
    paints = [drawing.background, *(getattr(part, "paint", None) for part in drawing.parts)]
    return all(isinstance(paint, str) for paint in paints)


def _in_few_colours(picture: Image.Image, file: bytes) -> bytes:
    """Two flat colours need a tenth of the bytes with a palette."""
    opaque = picture.convert("RGB")
    colors = opaque.getcolors(4)
    if colors is None:
        return file
    out = BytesIO()
    opaque.quantize(len(colors)).save(out, "PNG", optimize=True)
    return out.getvalue()


def _in_strips(drawing: Drawing, canvas: Canvas) -> bytes:
    width, height = int(canvas.width), int(canvas.height)
    mode, kind = ("RGBA", 6) if drawing.background is None else ("RGB", 2)
    packer = zlib.compressobj(3)
    above = np.zeros((1, width * len(mode)), dtype=np.uint8)
    packed = bytearray()
    for rows in _strips(drawing, canvas, mode):
        steps = np.diff(rows, axis=0, prepend=above)
        above = rows[-1:]
        filtered = np.insert(steps, 0, _UP[0], axis=1)
        packed += packer.compress(filtered.tobytes())
    packed += packer.flush()
    head = width.to_bytes(4) + height.to_bytes(4) + bytes((8, kind, 0, 0, 0))
    chunks = (_chunk(b"IHDR", head), _chunk(b"IDAT", bytes(packed)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _strips(drawing: Drawing, canvas: Canvas, mode: str) -> Iterator[NDArray[np.uint8]]:
    width, height = int(canvas.width), int(canvas.height)
    high = max(1, STRIP_PIXELS // width)
    for top in range(0, height, high):
        here = min(high, height - top)
        part = Canvas(width, here, canvas.scale, canvas.dx, canvas.dy - top)
        with Image.open(BytesIO(_rasterised(drawing, part))) as picture:
            yield np.asarray(picture.convert(mode)).reshape(here, -1)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4)
