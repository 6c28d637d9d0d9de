"""Draws codes and says whether they can be read."""

from dataclasses import dataclass

from pydantic import HttpUrl, TypeAdapter, ValidationError

from api.domains.media.drawing import draw
from api.domains.media.errors import NotAnAddress
from api.domains.media.legibility import Legibility, inspect
from api.domains.media.schemas import GenerateQr
from api.domains.media.types import PictureFormat

_addresses: TypeAdapter[HttpUrl] = TypeAdapter(HttpUrl)


@dataclass(frozen=True, slots=True)
class GeneratedPicture:
    """A picture and what was found when it was read back."""

    file: bytes
    legibility: Legibility


def generate(wanted: GenerateQr) -> GeneratedPicture:
    """Draw, then decode what was drawn; files of lines are judged by the same drawing in pixels."""
    if wanted.type == "url":
        try:
            _addresses.validate_python(wanted.content)
        except ValidationError:
            raise NotAnAddress from None
    file = draw(wanted.content, wanted.design, wanted.width, wanted.height, wanted.format)
    pixels = file
    if wanted.format is not PictureFormat.PNG:
        pixels = draw(wanted.content, wanted.design, 1024, 1024, PictureFormat.PNG)
    return GeneratedPicture(file, inspect(pixels, wanted.content, wanted.design))
