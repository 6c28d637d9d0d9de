"""The admin's screens on paper. Only the style sheets of the frame are needed, not the product."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from runtime.settings import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow]

A4: ViewportSize = {"width": 718, "height": 1047}
"""What is left of a page inside its margins."""
SHELL = ROOT / "web" / "src" / "app" / "shell"
FRAME = """
<style>:root {{ --mui-palette-text-primary: #fff; --mui-palette-background-default: #000 }}
body {{ color: var(--mui-palette-text-primary); background: var(--mui-palette-background-default) }}</style>
<style>{styles}</style>
<div class="admin-shell">
  <a href="#main" class="skip-link">Skip to content</a>
  <div class="beside-nav">
    <header class="top-bar">Search</header>
    <nav class="area-strip">Reports</nav>
    <main id="main">Scans</main>
  </div>
  <nav class="bottom-bar">Codes</nav>
</div>
"""


def test_screen_is_printed_without_bars_and_dark_on_white(browser: Browser) -> None:
    page = browser.new_page(viewport=A4)
    styles = "".join((SHELL / name).read_text() for name in ("print.css", "shell.css"))
    page.set_content(FRAME.format(styles=styles))
    bars = page.locator(".skip-link, .top-bar, .area-strip, .bottom-bar")
    assert [it.is_visible() for it in bars.all()] == [True] * 4

    page.emulate_media(media="print")

    assert [it.is_visible() for it in bars.all()] == [False] * 4
    expect(page.get_by_role("main")).to_have_css("color", "rgb(21, 24, 29)")
    expect(page.get_by_role("main")).to_have_css("padding", "0px")
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    page.close()
