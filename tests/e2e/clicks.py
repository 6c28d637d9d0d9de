"""Counts what a person does on the way to something: presses and the screens that they lead to."""

from dataclasses import dataclass, field

from playwright.sync_api import Frame, Page

_COUNT = """
window.addEventListener('click', (event) => {
  if (event.isTrusted) window.noteClick();
}, true);
"""


@dataclass
class Clicks:
    """Clicks and screens of one browser tab, from here on. Typing costs nothing, keys are not clicks."""

    page: Page
    clicks: int = 0
    screens: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.expose_function("noteClick", self._click)
        self.page.add_init_script(_COUNT)
        self.page.evaluate(_COUNT)
        self.page.on("framenavigated", self._arrive)

    def _click(self) -> None:
        self.clicks += 1

    def _arrive(self, frame: Frame) -> None:
        path = frame.url.partition("?")[0]
        if frame == self.page.main_frame and self.screens[-1:] != [path]:
            self.screens.append(path)
