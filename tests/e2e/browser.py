"""A real browser, and helpers for common user actions."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir
from typing import Any, Literal

import httpx2
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    StorageState,
    ViewportSize,
    expect,
    sync_playwright,
)

from runtime.identity.people import PASSWORD
from runtime.settings import ROOT
from tests.support.waiting import eventually

_WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", *_WITH_WINDOWS))), None)
"""The headless shell renders the same pages at two thirds of the cost."""
PEOPLES_CHROMIUM = next(filter(None, map(shutil.which, _WITH_WINDOWS)), None)
"""The regular Chromium, for measurements."""
BUILT = ROOT / "web" / "dist" / "admin" / "index.html"
PATIENCE_MS = 60_000
"""Tests share their machine with others; a user would not wait that long."""

PERMISSIONS = ("clipboard-read", "clipboard-write")

Device = Literal["desktop", "phone"]
Theme = Literal["light", "dark"]

_WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules whose result depends on the theme."""
_AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
_STILL = """() => Promise.race([
    new Promise((done) => setTimeout(done, 3000)),
    Promise.allSettled(
        document.getAnimations()
            .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
            .map((one) => one.finished)
    ),
])"""
"""Elements that are fading in have the wrong colors."""

CAMERA = Path(gettempdir()) / f"waypost-camera-{os.getpid()}.y4m"
"""The video that the camera of these browsers shows; a journey writes it before it opens the camera."""

_ARGUMENTS = [
    # Without a window, nobody can answer the prompt for the camera.
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    f"--use-file-for-fake-video-capture={CAMERA}",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Custom domains of organisations, so that their pages open as they do for visitors.
    "--host-resolver-rules=MAP *.harbor.example 127.0.0.1",
    # No page lives long enough for optimising compilers to pay off.
    "--js-flags=--no-opt,--no-maglev",
]
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
_VIEWPORTS: dict[Device, ViewportSize] = {
    "desktop": DESKTOP,
    "phone": {"width": 390, "height": 844},
}

NARROW: ViewportSize = {"width": 320, "height": 844}
"""The width that remains of 1280 pixels at 400 %."""
HALF: ViewportSize = {"width": 640, "height": 400}
"""The size that remains of 1280 by 800 at 200 %."""

WIDE: ViewportSize = {"width": 2560, "height": 1440}
"""A large screen with a device pixel ratio of 1."""

PHONE_AGENT = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)
COMPUTER_AGENT = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36"
)


@contextmanager
def chromium(executable: str | None = CHROMIUM) -> Iterator[Browser]:
    """Yield Chromium without a window. The caller has checked that it is installed."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=_ARGUMENTS)
        yield browser
        browser.close()


def new_context(
    browser: Browser,
    base_url: str,
    *,
    device: Device = "desktop",
    theme: Theme = "light",
    size: ViewportSize | None = None,
    state: Any = None,
    runs_scripts: bool = True,
) -> BrowserContext:
    """Return a fresh profile with this theme, optionally with a size other than the device's and an earlier session."""
    context = browser.new_context(
        base_url=base_url,
        viewport=size or _VIEWPORTS[device],
        # Headless Chromium's own name counts as a bot.
        user_agent=PHONE_AGENT if device == "phone" else None,
        is_mobile=device == "phone",
        has_touch=device == "phone",
        color_scheme=theme,
        # Fading elements have the wrong colors, and sliding ones are pressed in the wrong place.
        reduced_motion="reduce",
        locale="en-US",
        storage_state=state,
        java_script_enabled=runs_scripts,
        permissions=PERMISSIONS,
    )
    context.set_default_timeout(PATIENCE_MS)
    context.set_default_navigation_timeout(PATIENCE_MS)
    if theme == "dark":
        kept = json.dumps({"state": {"theme": "dark"}, "version": 0})
        context.add_init_script(f"localStorage.setItem('theme-store', {json.dumps(kept)})")
    return context


def log_in(page: Page, email: str, path: str = "/admin/my-codes") -> None:
    """Open a path, log in when redirected, and return to it."""
    page.goto(path)
    page.wait_for_url("**/authorize**")
    page.locator("#email").fill(email)
    page.locator("#password").fill(PASSWORD)
    page.locator("button[type=submit]").first.click()
    page.wait_for_url(f"**{path}")
    expect(page.get_by_role("button", name="Your account")).to_be_visible(timeout=PATIENCE_MS)


def calls_of(state: StorageState, base_url: str) -> httpx2.Client:
    """Return a client for the API with the login stored in this state; paths begin after `/v1/`."""
    kept = (
        json.loads(item["value"])
        for origin in state["origins"]
        for item in origin["localStorage"]
        if item["name"] == "waypost.session.token"
    )
    token = next(kept)["token"]
    headers = {"Authorization": f"Bearer {token}"}
    return httpx2.Client(base_url=f"{base_url}/v1/", headers=headers, timeout=60)


def settle(page: Page) -> None:
    """Wait until the screen's first data has arrived."""
    title = page.get_by_role("heading", level=1)
    asking = page.get_by_role("dialog").get_by_role("heading").or_(page.get_by_role("menu"))
    expect(title.or_(asking).first).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_test_id("spinner-overlay")).to_be_hidden(timeout=PATIENCE_MS)
    expect(page.locator("[aria-busy=true], .MuiSkeleton-root")).to_have_count(
        0, timeout=PATIENCE_MS
    )
    page.evaluate("document.fonts.ready.then(() => true)")


def look_over(page: Page) -> None:
    """Check that the screen is shown, accessible, and no wider than its window."""
    settle(page)
    found = complaints(page)
    assert found == [], found
    assert not is_wider_than_screen(page)


def listed(page: Page, code: str) -> Locator:
    """Return a code in the list of codes: its row, or on a phone its card."""
    cards = page.get_by_role("list", name="Your codes").get_by_role("listitem")
    rows = page.get_by_role("row")
    return rows.or_(cards).filter(has=page.get_by_text(code, exact=True))


def choose_all(page: Page) -> None:
    """Select every code that the list shows."""
    of_table = page.get_by_role("checkbox", name="Select all rows")
    of_table.or_(page.get_by_role("checkbox", name="All on this page")).check()


def show_deleted(page: Page) -> None:
    """List the deleted codes; the switch is among the filters."""
    page.get_by_role("button", name=re.compile("^Filters")).click()
    page.get_by_label("Deleted codes", exact=True).click()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("dialog", name="Filters")).to_have_count(0)


def visit_until(page: Page, path: str, shown: Locator) -> None:
    """Visit repeatedly until it is shown: changes reach visitors a moment after they are saved."""

    def visit() -> bool:
        page.goto(path)
        return shown.is_visible()

    eventually(visit)


def complaints(page: Page, rules: tuple[str, ...] = _WCAG) -> list[str]:
    """Return what axe-core finds wrong with the page once its data is loaded, by WCAG 2.2 A and AA or by these rules;
    and elements that are drawn despite `hidden`, because a class sets another display.
    """
    # Outdated numbers are paler while new ones are loading.
    expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=PATIENCE_MS)
    page.evaluate(_STILL)
    # For a button half covered by the fixed header, axe would measure the other half.
    page.evaluate("scrollTo(0, 0)")
    if not page.evaluate("'axe' in window"):  # once per document, since it is half a megabyte
        page.evaluate(_AXE.read_text())
    found = page.evaluate(
        "rules => axe.run(document, { runOnly: rules, resultTypes: ['violations'] })", [*rules]
    )
    drawn = page.evaluate(
        """() => [...document.querySelectorAll("[hidden]")].filter((one) => one.checkVisibility())
            .map((one) => one.outerHTML.slice(0, 200))"""
    )
    return [f"drawn although hidden: {it}" for it in drawn] + [
        f"{violation['id']}: {node['html'][:200]} ({node['failureSummary']})"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def is_wider_than_screen(page: Page) -> bool:
    """Return whether the page can be scrolled sideways."""
    wider: bool = page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    return wider


def _stretched(page: Page) -> list[str]:
    """Return lines of text, fields and buttons that are too long: the eye loses the line, and the hand the target."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("p, input:not([type=range]), button, textarea")]
            .filter((one) => one.checkVisibility() && one.clientWidth > 1600 && one.closest("[role=grid]") === null)
            .map((one) => one.outerHTML.slice(0, 120))"""
    )
    return found


def wrong_on_wide_screen(page: Page) -> list[str]:
    """Return what is too wide or too long on a wide screen. Colors do not change."""
    before = page.viewport_size
    assert before is not None
    page.set_viewport_size(WIDE)
    found = [f"longer than anybody reads or hits: {it}" for it in _stretched(page)]
    if is_wider_than_screen(page):
        found.append("one can scroll sideways")
    page.set_viewport_size(before)
    return found


def crushed_headings(page: Page) -> list[str]:
    """Return headings with so little room that their letters are stacked."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("h1, h2")].filter((one) => {
            const letters = document.createRange();
            letters.selectNodeContents(one);
            const { width, height } = letters.getBoundingClientRect();
            const size = parseFloat(getComputedStyle(one).fontSize);
            return width > 1 && width < 3 * size && height > 4 * size;
        }).map((one) => one.textContent)"""
    )
    return found


def is_focus_covered(page: Page) -> bool:
    """Return whether nothing has the focus, or the focused element is completely covered or out of sight.

    It is visible if it, something in it or its label is on top; or something around it, unless an element that scrolls
    or clips excludes that point.
    """
    covered: bool = page.evaluate(
        """() => {
            const one = document.activeElement;
            if (one === null || one === document.body || one === document.documentElement) {
                return true;
            }
            const { left, top, width, height } = one.getBoundingClientRect();
            const frames = [];
            for (let it = one.parentElement; it !== null && it !== document.body; it = it.parentElement) {
                if (getComputedStyle(it).overflow !== "visible") {
                    frames.push(it.getBoundingClientRect());
                }
            }
            const isLeftOut = (x, y) =>
                frames.some((it) => x < it.left || x > it.right || y < it.top || y > it.bottom);
            const shares = [0.15, 0.5, 0.85];
            return !shares.some((across) => shares.some((down) => {
                const x = left + width * across, y = top + height * down;
                const there = document.elementFromPoint(x, y);
                return there !== null && (
                    one.contains(there)
                    || there.closest("label")?.contains(one)
                    || (there.contains(one) && !isLeftOut(x, y))
                );
            }));
        }"""
    )
    return covered
