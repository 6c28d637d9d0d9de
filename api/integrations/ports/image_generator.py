"""A picture generator as the domains need it: text in, and a picture file or a refusal out."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class NoPicture(StrEnum):
    """Why there is no picture, as far as the caller can do something about it."""

    BUSY = "busy"
    """The provider's limit is reached, or its credit is used up."""
    KEY = "key"
    """The provider does not accept the key."""
    SLOW = "slow"
    AWAY = "away"
    """The provider cannot be reached, or reports a fault of its own."""
    REFUSED = "refused"
    """The provider refuses to make a picture of this text."""
    BROKEN = "broken"
    """The response is not a picture."""
    UNREADABLE = "unreadable"
    """The code in the picture cannot be read."""


LASTING = frozenset({NoPicture.BUSY, NoPicture.KEY, NoPicture.SLOW, NoPicture.AWAY})
"""Reasons for which an immediate retry would fail too."""


class PictureUnavailable(Exception):
    """The generator did not respond in time, refused the text, or returned no picture."""

    def __init__(self, text: str, why: NoPicture = NoPicture.BROKEN) -> None:
        super().__init__(text)
        self.why = why


@dataclass(frozen=True, slots=True)
class PlainCode:
    """The code that the picture has to contain."""

    content: str
    png: bytes
    """Its modules in black and white, at exactly the places where they are later placed in a picture."""


class TakesCode(StrEnum):
    """How a generator uses the code."""

    NO = "no"
    """It ignores the code, which is added to the picture afterwards."""
    MODULES = "modules"
    """It paints around the given modules."""
    CONTENT = "content"
    """It makes its own code from the content."""


class ImageGenerator(Protocol):
    """A generator of pictures."""

    @property
    def name(self) -> str:
        """Return the name of the provider."""

    @property
    def takes_code(self) -> TakesCode:
        """Return how the generator uses the code."""

    def paint(self, prompt: str, seed: int, code: PlainCode) -> bytes:
        """Return a square picture file. Raises PictureUnavailable."""
