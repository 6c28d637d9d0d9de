"""A drawing as PNG: the very SVG that is offered, rasterised without asking the machine for fonts."""

from io import BytesIO

import resvg_py
from PIL import Image

from api.domains.media.render.shapes import Canvas, Drawing
from api.domains.media.render.svg import svg


def png(drawing: Drawing, canvas: Canvas) -> bytes:
    """The file, exactly as large as the canvas."""
    file: bytes = resvg_py.svg_to_bytes(svg_string=svg(drawing, canvas), skip_system_fonts=True)
    if len(drawing.parts) > 7 or not _is_flat(drawing):
        return file
    with Image.open(BytesIO(file)) as picture:
        return _in_few_colours(picture, file)


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
