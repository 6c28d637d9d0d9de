"""Draws a code: the same modules as pixels or as lines."""

from io import BytesIO, StringIO

import segno
from PIL import Image

from api.domains.media.errors import ContentTooLong, PictureTooSmall
from api.domains.media.types import Design, PictureFormat


def draw(
    content: str, design: Design, width: int, height: int, picture_format: PictureFormat
) -> bytes:
    """The file. PNG is exactly width x height pixels; the others scale the code to fit inside."""
    code = _encode(content, design)
    modules = int(code.symbol_size(border=design.quiet_zone)[0])
    side = min(width, height)
    if picture_format is PictureFormat.PNG:
        return _png(code, design, modules, width, height)
    options: dict[str, object] = {
        "border": design.quiet_zone,
        "dark": design.foreground,
        "light": design.background,
        "scale": side / modules,
    }
    if picture_format is PictureFormat.SVG:
        options |= {"xmldecl": False, "svgns": True, "omitsize": False, "nl": False}
    if picture_format is PictureFormat.EPS:
        lines = StringIO()
        code.save(lines, kind="eps", **options)
        return lines.getvalue().encode("ascii")
    out = BytesIO()
    code.save(out, kind=picture_format.value, **options)
    return out.getvalue()


def _encode(content: str, design: Design) -> segno.QRCode:
    try:
        return segno.make_qr(content, error=design.error_correction, boost_error=False)
    except segno.DataOverflowError:
        raise ContentTooLong from None


def _png(code: segno.QRCode, design: Design, modules: int, width: int, height: int) -> bytes:
    """Whole pixels per module, centred: a module of uneven width is what readers stumble over."""
    scale = min(width, height) // modules
    if scale < 1:
        raise PictureTooSmall(modules)
    drawn = BytesIO()
    code.save(
        drawn,
        kind="png",
        scale=scale,
        border=design.quiet_zone,
        dark=design.foreground,
        light=design.background,
    )
    canvas = Image.new("RGB", (width, height), design.background)
    with Image.open(drawn) as symbol:
        canvas.paste(
            symbol.convert("RGB"), ((width - symbol.width) // 2, (height - symbol.height) // 2)
        )
    out = BytesIO()
    canvas.quantize(colors=2).save(out, "PNG", optimize=True)
    return out.getvalue()
