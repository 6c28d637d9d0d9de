"""Renders a drawing as PNG: the same SVG that is offered for download, rasterised by ThorVG (https://www.thorvg.org).

ThorVG is ten times as fast as resvg. It gets only SVG that Waypost generated, and pictures inside it were decoded and
encoded again before.
"""

import threading
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image
from thorvg_python.base import Colorspace, Result
from thorvg_python.canvas.sw import SwCanvas
from thorvg_python.engine import Engine
from thorvg_python.paint.picture import Picture

from api.rendering.qr.render.shapes import Canvas, Drawing, Raster
from api.rendering.qr.render.svg import svg

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WHOLE_PIXELS = 4_000_000
"""A picture with up to this many pixels is rasterised at once. A larger one is rasterised in strips, which need little
memory.
"""
STRIP_PIXELS = 2_000_000
MOST_IN_PALETTE = 4

_LEVEL = 3
"""Compression level of zlib. Higher levels take twice as long to save a tenth of the bytes."""
_engine_lock = threading.Lock()
_UP = 2
"""PNG's filter that stores each row as the difference from the one above, which is mostly zeros here."""


def png(drawing: Drawing, canvas: Canvas) -> bytes:
    """Return the file, exactly as large as the canvas."""
    width, height = int(canvas.width), int(canvas.height)
    if width * height <= WHOLE_PIXELS:
        pixels = _rasterised(drawing, canvas)
        if (few := _in_own_colours(drawing, pixels)) is not None:
            places, palette = few
            return _file(width, height, 3, [places], _chunk(b"PLTE", palette))
        return _file(width, height, *_packed(drawing, width, [pixels]))
    high = max(1, STRIP_PIXELS // width)
    strips = (
        _rasterised(
            drawing,
            Canvas(width, min(high, height - top), canvas.scale, canvas.dx, canvas.dy - top),
        )
        for top in range(0, height, high)
    )
    return _file(width, height, *_packed(drawing, width, strips))


def grey(drawing: Drawing, canvas: Canvas) -> Image.Image:
    """Return grey pixels, with white where the drawing has no background."""
    on_white = replace(drawing, background=drawing.background or "#ffffff")
    return Image.fromarray(_rasterised(on_white, canvas)).convert("L")


@lru_cache(maxsize=1)
def _engine() -> Engine:
    return Engine(threads=0)


def _rasterised(drawing: Drawing, canvas: Canvas) -> "NDArray[np.uint8]":
    """Return rows of pixels: red, green, blue and alpha."""
    import numpy as np

    file = svg(_at_device_size(drawing, canvas.scale), canvas).encode()
    width, height = int(canvas.width), int(canvas.height)
    with _engine_lock:
        target = SwCanvas(_engine())
        try:
            target.set_target(width, height, cs=Colorspace.ABGR8888S)
            picture = Picture(_engine())
            _succeed(picture.load_data(file, "svg", None, copy=True))
            _succeed(target.add(picture))
            _succeed(target.draw(clear=True))
            _succeed(target.sync())
            pixels = target.buffer_arr
        finally:
            target.destroy()
    assert pixels is not None
    rows: NDArray[np.uint8] = np.frombuffer(memoryview(pixels), dtype=np.uint8)
    return rows.reshape(height, width, 4)


def _succeed(result: Result) -> None:
    if result != Result.SUCCESS:
        raise RuntimeError(f"ThorVG: {Result(result).name}")


def _at_device_size(drawing: Drawing, scale: float) -> Drawing:
    """Return the drawing with its pictures scaled to about their final number of pixels, because Pillow scales down
    more smoothly.
    """
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


def _in_own_colours(
    drawing: Drawing, pixels: "NDArray[np.uint8]"
) -> "tuple[NDArray[np.uint8], bytes] | None":
    """Return palette indexes and the palette if no pixel has an intermediate colour, which needs a tenth of the
    bytes.
    """
    import numpy as np

    paints = [drawing.background, *(getattr(part, "paint", None) for part in drawing.parts)]
    colors = {bytes.fromhex(paint[1:]) for paint in paints if isinstance(paint, str)}
    if len(colors) > MOST_IN_PALETTE or not all(isinstance(paint, str) for paint in paints):
        return None
    words = pixels.view(np.uint32)[..., 0]
    places = np.full(words.shape, len(colors), dtype=np.uint8)
    for place, color in enumerate(sorted(colors)):
        places[words == np.frombuffer(color + b"\xff", dtype=np.uint32)[0]] = place
    return None if places.max() == len(colors) else (places, b"".join(sorted(colors)))


def _packed(
    drawing: Drawing, width: int, strips: "Iterable[NDArray[np.uint8]]"
) -> "tuple[int, Iterator[NDArray[np.uint8]]]":
    """Return PNG's number for the pixel format, and the rows of pixels."""
    import numpy as np

    mode, kind = ("RGBA", 6) if drawing.background is None else ("RGB", 2)
    # Pillow extracts three of four bytes faster than NumPy copies them or converts them to a
    # picture first.
    rows = (Image.fromarray(strip).tobytes("raw", mode) for strip in strips)
    return kind, (np.frombuffer(packed, np.uint8).reshape(-1, width * len(mode)) for packed in rows)


def _file(
    width: int, height: int, kind: int, strips: "Iterable[NDArray[np.uint8]]", palette: bytes = b""
) -> bytes:
    import numpy as np

    packer = zlib.compressobj(_LEVEL)
    packed = bytearray()
    above: NDArray[np.uint8] | int = 0
    for rows in strips:
        filtered = np.empty((len(rows), 1 + rows.shape[1]), dtype=np.uint8)
        filtered[:, 0] = _UP
        np.subtract(rows[0], above, out=filtered[0, 1:])
        np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
        above = rows[-1]
        packed += packer.compress(filtered.data)
    packed += packer.flush()
    head = width.to_bytes(4) + height.to_bytes(4) + bytes((8, kind, 0, 0, 0))
    chunks = (_chunk(b"IHDR", head), palette, _chunk(b"IDAT", bytes(packed)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4)
