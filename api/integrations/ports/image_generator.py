"""A generator of pictures, as the domains want it: words in, a picture file out, or a plain no."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class NoPicture(StrEnum):
    """Why there is none, as far as anyone who asked can do something about it."""

    BUSY = "busy"
    """The provider's limit is reached, or its credit used up."""
    KEY = "key"
    """It does not take the key."""
    SLOW = "slow"
    AWAY = "away"
    """It can't be reached, or says that something is wrong on its side."""
    REFUSED = "refused"
    """It does not want to paint these words."""
    BROKEN = "broken"
    """What it sent is no picture."""
    UNREADABLE = "unreadable"
    """The code that it drew cannot be read."""


LASTING = frozenset({NoPicture.BUSY, NoPicture.KEY, NoPicture.SLOW, NoPicture.AWAY})
"""Asking again at once would end the same way."""


class PictureUnavailable(Exception):
    """The generator did not answer in time, refused the words, or sent no picture."""

    def __init__(self, text: str, why: NoPicture = NoPicture.BROKEN) -> None:
        super().__init__(text)
        self.why = why


@dataclass(frozen=True, slots=True)
class PlainCode:
    """The code that the picture shall become."""

    content: str
    png: bytes
    """Its modules in black and white, in the very places where they are laid into a picture later."""


class TakesCode(StrEnum):
    """What a generator does with the code."""

    NO = "no"
    """It paints; the code is laid in afterwards."""
    MODULES = "modules"
    """It paints around the modules that it is shown."""
    CONTENT = "content"
    """It makes a code of its own from the content."""


class ImageGenerator(Protocol):
    """Whatever paints."""

    @property
    def name(self) -> str:
        """Whose pictures these are."""

    @property
    def takes_code(self) -> TakesCode:
        """What it does with the code."""

    def paint(self, prompt: str, seed: int, code: PlainCode) -> bytes:
        """A square picture file. Raises PictureUnavailable."""
