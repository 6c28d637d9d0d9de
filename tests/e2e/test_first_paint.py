"""The first paint of the start pages: in the brand's fonts, and without a shift when those arrive late."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.browser import PATIENCE_MS
from tests.e2e.conftest import NewContext
from tests.support.waiting import eventually

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

FONTS = {"Inter Variable", "Source Serif 4 Variable"}
MOST_SHIFT = 0.02

WATCH = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({type: 'layout-shift', buffered: true});
"""
TWO_FRAMES = (
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
)
PAINTED = "performance.getEntriesByName('first-contentful-paint').length > 0"
LOADED = "[...document.fonts].filter((it) => it.status === 'loaded').map((it) => it.family.replaceAll('\"', ''))"


def _fonts_are_there(page: Page) -> None:
    page.wait_for_function(
        f"(fonts) => fonts.every((it) => {LOADED}.includes(it))", arg=sorted(FONTS)
    )
    page.evaluate(TWO_FRAMES)


@pytest.mark.parametrize("path", ["/", "/auth/login"])
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_late_fonts_cause_no_layout_shift(
    new_browser: NewContext, path: str, size: tuple[int, int]
) -> None:
    page = new_browser(is_new=True).new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(WATCH)
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/*.woff2", hold)
    page.goto(path, wait_until="commit")
    eventually(lambda: bool(page.evaluate(PAINTED)))
    page.evaluate(TWO_FRAMES)
    assert len(late) >= len(FONTS)
    assert not set(page.evaluate(LOADED)) & FONTS
    page.route("**/*.woff2", lambda route: route.continue_())
    for route in late:
        route.continue_()
    _fonts_are_there(page)

    assert set(page.evaluate(LOADED)) >= FONTS
    assert page.evaluate("window.shifted") <= MOST_SHIFT


@pytest.mark.parametrize("path", ["/", "/auth/login"])
def test_both_fonts_are_requested_by_the_document_itself(
    new_browser: NewContext, path: str
) -> None:
    page = new_browser(is_new=True).new_page()
    page.goto(path)
    _fonts_are_there(page)

    asked = page.evaluate(
        "performance.getEntriesByType('resource').filter((it) => it.name.endsWith('.woff2'))"
        ".map((it) => it.initiatorType)"
    )
    assert asked.count("link") == len(FONTS)
