"""Draws codes and says whether they can be read."""

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
    """A picture and what was found when it was read back."""

    file: bytes
    legibility: Legibility


def generate(wanted: GenerateQr) -> GeneratedPicture:
    """Draw, and read it back."""
    content = wanted.encoded
    if wanted.type == "url":
        try:
            _addresses.validate_python(content)
        except ValidationError:
            raise NotAnAddress from None
    side = max(wanted.width, wanted.height)
    if wanted.format is PictureFormat.PNG and side > MAX_SIDE:
        raise PictureTooLarge(MAX_SIDE, "width" if wanted.width == side else "height")
    file = draw(content, wanted.design, wanted.width, wanted.height, wanted.format)
    return GeneratedPicture(file, check(content, wanted.design))
