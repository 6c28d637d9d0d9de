"""Pictures as people have them, made on the spot."""

from io import BytesIO
from typing import Any

from PIL import Image


def picture(
    form: str = "PNG",
    size: tuple[int, int] = (900, 600),
    mode: str = "RGB",
    color: Any = None,
    **options: Any,
) -> bytes:
    """A picture file of one colour with a darker corner, so that turning it can be seen."""
    image = Image.new(mode, size, color or ((200, 120, 40) if mode == "RGB" else None) or 0)
    image.paste((10, 10, 10) if mode == "RGB" else 0, (0, 0, size[0] // 4, size[1] // 4))
    out = BytesIO()
    image.save(out, form, **options)
    return out.getvalue()
