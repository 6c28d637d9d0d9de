"""Counts what a user needs for a task: clicks and the screens that they lead to."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from playwright.sync_api import Frame, Page

from tests.e2e.browser import settle

_COUNT = """
window.addEventListener('click', (event) => {
  if (event.isTrusted) window.noteClick();
}, true);
"""


class Limit(NamedTuple):
    """The maximum for a task."""

    clicks: int
    screens: int


@dataclass
class Clicks:
    """The clicks and screens of one browser tab from here on. Typing is free, and keys are not clicks."""

    page: Page
    clicks: int = 0
    screens: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.expose_function("noteClick", self._click)
        self.page.add_init_script(_COUNT)
        self.page.evaluate(_COUNT)
        self.page.on("framenavigated", self._arrive)

    @property
    def so_far(self) -> Limit:
        """Return the count so far; the first screen is not included."""
        return Limit(self.clicks, len(self.screens) - 1)

    def is_within(self, limit: Limit) -> bool:
        """Return whether the count is at most this limit, and whether anything was counted at all."""
        taken = self.so_far
        is_counted = (taken.clicks > 0) == (limit.clicks > 0) and taken.screens > 0
        return is_counted and taken.clicks <= limit.clicks and taken.screens <= limit.screens

    def _click(self) -> None:
        self.clicks += 1

    def _arrive(self, frame: Frame) -> None:
        path = frame.url.partition("?")[0]
        if frame == self.page.main_frame and self.screens[-1:] != [path]:
            self.screens.append(path)


@contextmanager
def within(limit: Limit, page: Page, start: str) -> Iterator[Clicks]:
    """Check that the block takes no more clicks and screens, from this screen on, than the limit."""
    page.goto(start)
    settle(page)
    walked = Clicks(page, screens=[page.url.partition("?")[0]])
    yield walked
    assert walked.is_within(limit), (walked.so_far, walked.screens)
