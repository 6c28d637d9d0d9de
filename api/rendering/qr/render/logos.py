"""Logos: untrusted pictures, decoded within limits and encoded again.

A code's picture contains only what this module wrote: no metadata and no foreign markup.
"""

import binascii
import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from api.rendering.qr.errors import BadLogo
from api.rendering.qr.render.plain_svg import rasterise_plain_svg
from api.rendering.qr.types import Design

MAX_BYTES = 500_000
MAX_PIXELS = 16_000_000
MAX_EDGE = 8_000
STORED_EDGES = (448, 320, 224, 160)
MAX_STORED_BYTES = 48_000
"""Maximum size in bytes of the file that is stored with the design, because logos are included in lists of codes."""

_DATA_URI = re.compile(r"^data:image/(png|jpeg|jpg|webp|svg\+xml)(?:;charset=[\w-]+)?;base64,")


@dataclass(frozen=True, slots=True)
class LogoImage:
    """A picture written by this module: PNG with alpha, or JPEG without."""

    file: bytes
    media_type: str
    width: int
    height: int

    @property
    def data_uri(self) -> str:
        """The picture as a data URI."""
        return f"data:{self.media_type};base64,{b64encode(self.file).decode()}"


@lru_cache(maxsize=32)
def read_logo(data_uri: str) -> LogoImage:
    """Return the picture in a data URI.

    Raises:
        BadLogo: it is too large, damaged, or not a supported kind of picture.
    """
    matched = _DATA_URI.match(data_uri)
    if matched is None:
        raise BadLogo("must be a PNG, JPEG, WebP or SVG picture as a base64 data URI")
    try:
        file = b64decode(data_uri[matched.end() :], validate=True)
    except (binascii.Error, ValueError):
        raise BadLogo("is not valid base64") from None
    if len(file) > MAX_BYTES:
        raise BadLogo(f"must not be larger than {MAX_BYTES // 1000} KB")
    if matched[1] == "svg+xml":
        file = rasterise_plain_svg(file)
    return _encoded(_decoded(file))


def with_stored_logo(design: Design) -> Design:
    """Return the design as it is stored, with a small, re-encoded logo."""
    if design.logo is None:
        return design
    logo = design.logo.model_copy(update={"image": read_logo(design.logo.image).data_uri})
    return design.model_copy(update={"logo": logo})


def _decoded(file: bytes) -> Image.Image:
    try:
        picture = Image.open(BytesIO(file), formats=("PNG", "JPEG", "WEBP"))
        width, height = picture.size
        if width * height > MAX_PIXELS or max(width, height) > MAX_EDGE:
            raise BadLogo("has too many pixels")
        picture.draft("RGB", (STORED_EDGES[0] * 2, STORED_EDGES[0] * 2))
        picture.load()
        return ImageOps.exif_transpose(picture)
    except BadLogo:
        raise
    except Image.DecompressionBombError:
        raise BadLogo("has too many pixels") from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError):
        raise BadLogo("is not a picture that can be read") from None


def _encoded(picture: Image.Image) -> LogoImage:
    has_alpha = picture.mode in {"RGBA", "LA", "PA"} or "transparency" in picture.info
    pixels = picture.convert("RGBA" if has_alpha else "RGB")
    if has_alpha and pixels.getchannel("A").getextrema() == (255, 255):
        pixels, has_alpha = pixels.convert("RGB"), False
    for edge in STORED_EDGES:
        small = pixels.copy()
        small.thumbnail((edge, edge), Image.Resampling.LANCZOS)
        for media_type in ("image/png",) if has_alpha else ("image/png", "image/jpeg"):
            file = _file(small, media_type)
            if len(file) <= MAX_STORED_BYTES:
                return LogoImage(file, media_type, small.width, small.height)
    reduced = small.quantize(128, method=Image.Quantize.FASTOCTREE)
    return LogoImage(_file(reduced, "image/png"), "image/png", small.width, small.height)


def _file(picture: Image.Image, media_type: str) -> bytes:
    out = BytesIO()
    if media_type == "image/jpeg":
        picture.save(out, "JPEG", quality=88)
    else:
        picture.save(out, "PNG", optimize=True)
    return out.getvalue()
