"""Renders QR codes and checks whether they are readable."""

from dataclasses import dataclass

from pydantic import HttpUrl, TypeAdapter, ValidationError

from api.rendering.qr.drawing import draw
from api.rendering.qr.errors import NotAnAddress, PictureTooLarge
from api.rendering.qr.legibility import Legibility, check
from api.rendering.qr.schemas import GenerateQr
from api.rendering.qr.types import MAX_SIDE, PictureFormat

_addresses: TypeAdapter[HttpUrl] = TypeAdapter(HttpUrl)


@dataclass(frozen=True, slots=True)
class GeneratedPicture:
    """A picture, and the result of reading it back."""

    file: bytes
    legibility: Legibility


def generate(body: GenerateQr) -> GeneratedPicture:
    """Render the picture and read it back."""
    content = body.encoded
    if body.type == "url":
        try:
            _addresses.validate_python(content)
        except ValidationError:
            raise NotAnAddress from None
    side = max(body.width, body.height)
    if body.format is PictureFormat.PNG and side > MAX_SIDE:
        raise PictureTooLarge(MAX_SIDE, "width" if body.width == side else "height")
    file = draw(content, body.design, body.width, body.height, body.format)
    png = file if body.format is PictureFormat.PNG else None
    return GeneratedPicture(file, check(content, body.design, png=png))
