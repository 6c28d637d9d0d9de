"""Draws codes and says whether they can be read."""

from dataclasses import dataclass

from pydantic import HttpUrl, TypeAdapter, ValidationError

from api.domains.media.drawing import draw
from api.domains.media.errors import NotAnAddress
from api.domains.media.legibility import Legibility, check
from api.domains.media.schemas import GenerateQr

_addresses: TypeAdapter[HttpUrl] = TypeAdapter(HttpUrl)


@dataclass(frozen=True, slots=True)
class GeneratedPicture:
    """A picture and what was found when it was read back."""

    file: bytes
    legibility: Legibility


def generate(wanted: GenerateQr) -> GeneratedPicture:
    """Draw, and read it back."""
    if wanted.type == "url":
        try:
            _addresses.validate_python(wanted.content)
        except ValidationError:
            raise NotAnAddress from None
    file = draw(wanted.content, wanted.design, wanted.width, wanted.height, wanted.format)
    return GeneratedPicture(file, check(wanted.content, wanted.design))
