"""A drawing as PNG: the very SVG that is offered, rasterised by ThorVG (https://www.thorvg.org).

ThorVG draws a code ten times as fast as resvg. It gets SVG of our own making only: pictures inside it were
decoded and written again before.
"""

import threading
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from thorvg_python.base import Colorspace, Result
from thorvg_python.canvas.sw import SwCanvas
from thorvg_python.engine import Engine
from thorvg_python.paint.picture import Picture

from api.rendering.qr.render.shapes import Canvas, Drawing, Raster
from api.rendering.qr.render.svg import svg

WHOLE_PIXELS = 4_000_000
"""Up to this many a picture is drawn at once; a larger one in strips, which take little memory."""
STRIP_PIXELS = 2_000_000

COMPRESSION = 3
_engine_lock = threading.Lock()
_UP = b"\x02"
"""PNG's filter that stores each row as the difference from the one above: mostly zeros here."""


def png(drawing: Drawing, canvas: Canvas) -> bytes:
    """The file, exactly as large as the canvas."""
    if canvas.width * canvas.height > WHOLE_PIXELS:
        return _in_strips(drawing, canvas)
    picture = _rasterised(drawing, canvas)
    if drawing.background is not None:
        picture = picture.convert("RGB")
    if len(drawing.parts) <= 7 and _is_flat(drawing):
        picture = _in_few_colours(picture)
    out = BytesIO()
    picture.save(out, "PNG", compress_level=COMPRESSION)
    return out.getvalue()


@lru_cache(maxsize=1)
def _engine() -> Engine:
    return Engine(threads=0)


def _rasterised(drawing: Drawing, canvas: Canvas) -> Image.Image:
    """The pixels, red, green, blue and alpha."""
    file = svg(_at_device_size(drawing, canvas.scale), canvas).encode()
    with _engine_lock:
        target = SwCanvas(_engine())
        try:
            target.set_target(int(canvas.width), int(canvas.height), cs=Colorspace.ABGR8888S)
            picture = Picture(_engine())
            _succeed(picture.load_data(file, "svg", None, copy=True))
            _succeed(target.add(picture))
            _succeed(target.draw(clear=True))
            _succeed(target.sync())
            return target.get_pillow()
        finally:
            target.destroy()


def _succeed(result: Result) -> None:
    if result != Result.SUCCESS:
        raise RuntimeError(f"ThorVG: {Result(result).name}")


def _at_device_size(drawing: Drawing, scale: float) -> Drawing:
    """The drawing with pictures of about as many pixels as they get: Pillow makes them smaller more smoothly."""
    parts = tuple(
        replace(
            part, file=_smaller(part.file, round(part.width * scale), round(part.height * scale))
        )
        if isinstance(part, Raster)
        else part
        for part in drawing.parts
    )
    return replace(drawing, parts=parts)


@lru_cache(maxsize=32)
def _smaller(file: bytes, width: int, height: int) -> bytes:
    with Image.open(BytesIO(file), formats=("PNG", "JPEG")) as picture:
        if picture.width <= width or picture.height <= height or not width or not height:
            return file
        pixels = picture if picture.mode in {"RGB", "RGBA"} else picture.convert("RGBA")
        out = BytesIO()
        small = pixels.resize((width, height), Image.Resampling.LANCZOS)
        small.save(out, picture.format, compress_level=1, quality=95)
        return out.getvalue()


def _is_flat(drawing: Drawing) -> bool:
    paints = [drawing.background, *(getattr(part, "paint", None) for part in drawing.parts)]
    return all(isinstance(paint, str) for paint in paints)


def _in_few_colours(picture: Image.Image) -> Image.Image:
    """Two flat colours need a tenth of the bytes with a palette."""
    opaque = picture.convert("RGBA")
    opaque.putalpha(255)
    colors: list[tuple[int, tuple[int, ...]]] | None = opaque.getcolors(4)  # type: ignore[assignment]
    if colors is None:
        return picture
    pixels = np.asarray(opaque).view(np.uint32)[..., 0]
    places = np.zeros(pixels.shape, dtype=np.uint8)
    palette = bytearray()
    for place, (_, color) in enumerate(colors):
        places[pixels == np.frombuffer(bytes(color), dtype=np.uint32)[0]] = place
        palette += bytes(color[:3])
    found = Image.fromarray(places, "P")
    found.putpalette(bytes(palette))
    return found


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
        yield np.asarray(_rasterised(drawing, part).convert(mode)).reshape(here, -1)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4)
