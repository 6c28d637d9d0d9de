"""A generator of pictures, as the domains want it: words in, a picture file out, or a plain no."""

from enum import StrEnum
from typing import Protocol


class NoPicture(StrEnum):
    """Why there is none, as far as whoever asked can do something about it."""

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


LASTING = frozenset({NoPicture.BUSY, NoPicture.KEY, NoPicture.SLOW, NoPicture.AWAY})
"""Asking again at once would end the same way."""


class PictureUnavailable(Exception):
    """The generator did not answer in time, refused the words, or sent no picture."""

    def __init__(self, text: str, why: NoPicture = NoPicture.BROKEN) -> None:
        super().__init__(text)
        self.why = why


class ImageGenerator(Protocol):
    """Whatever paints."""

    @property
    def name(self) -> str:
        """Whose pictures these are."""

    def paint(self, prompt: str, seed: int) -> bytes:
        """A square picture file. Raises PictureUnavailable."""
