"""A generator of pictures, as the domains want it: words in, a picture file out, or a plain no."""

from typing import Protocol


class PictureUnavailable(Exception):
    """The generator did not answer in time, refused the words, or sent no picture."""


class ImageGenerator(Protocol):
    """Whatever paints."""

    @property
    def name(self) -> str:
        """Whose pictures these are."""

    def paint(self, prompt: str, seed: int) -> bytes:
        """A square picture file. Raises PictureUnavailable."""
