"""`make screenshots`: every screen on phone and desktop, light and dark, into screenshots/.

The screenshots of each variant also appear side by side on contact sheets in screenshots/sheets. Findings of axe on any
screen, and screens that are wider than their window, are reported at the end.

Arguments select some: `python -m tests.e2e.screenshots phone-dark my-codes`. The screenshots are of a separate
installation with the demo data; WAYPOST_SCREENSHOTS_OF names the address of one that is running. After
WAYPOST_SCREENSHOTS_MINUTES (45) the run ends and names what was skipped.
"""

import math
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, get_args

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    StorageState,
    ViewportSize,
    expect,
)
from playwright.sync_api import Error as PlaywrightError

from runtime.settings import ROOT
from tests.e2e.browser import (
    CHROMIUM,
    LAPTOP,
    PATIENCE_MS,
    WIDE,
    Device,
    Theme,
    calls_of,
    chromium,
    complaints,
    crushed_headings,
    is_wider_than_screen,
    log_in,
    new_context,
    settle,
    wrong_on_wide_screen,
)
from tests.e2e.conftest import TOUR_HOST
from tests.e2e.contact_sheets import FORMATS, draw_sheets
from tests.e2e.demo_sights import (
    cards_and_choices,
    demo_pages,
    one_time_tickets,
    right_to_left,
    screens_of_things,
)
from tests.e2e.screens import ADMIN, PUBLIC
from tests.e2e.sights import (
    EMPTY,
    found_organization,
    made_poll,
    made_wall,
    screens_of_games,
    visitors_screens,
)
from tests.support.installation import installed

OUT = ROOT / "screenshots"
SHEETS = OUT / "sheets"
MOST_SECONDS = 60 * float(os.environ.get("WAYPOST_SCREENSHOTS_MINUTES", "45"))
OWNER = "owner@harbor-coffee.example"
OTHER_OWNER = "owner@northwind-books.example"
_LIST_SCROLLS = ".MuiDataGrid-virtualScroller--hasScrollX"
_SEEN = """async () => {
    const pause = (time) => new Promise((done) => setTimeout(done, time));
    for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight) {
        scrollTo(0, at);
        await pause(120);
    }
    scrollTo(0, 0);
    const missing = () =>
        document.querySelector("main .MuiSkeleton-root") !== null ||
        [...document.images].some((one) => !one.complete) ||
        [...document.querySelectorAll("iframe[srcdoc]")].some(
            ({ contentDocument: inside }) =>
                inside !== null &&
                (inside.URL !== "about:srcdoc" || [...inside.images].some((one) => !one.complete)),
        );
    for (let tries = 0; tries < 80 && missing(); tries += 1) {
        await pause(120);
    }
}"""
"""Content far down is rendered when somebody scrolls near it; requests are waited for, ten seconds at most."""
_AT_THE_END = ".bottom-bar { position: static !important }"
"""A screenshot of the whole page would have the bar in its middle."""
_WATCH_SHIFTS = """
window.layoutShifts = [];
new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
        // The whole screen moves where another has one line of navigation more or less.
        const isScreen = sources.some(({ node }) => node?.querySelector?.("h1"));
        if (!hadRecentInput && !isScreen) {
            const what = sources.map(({ node }) => `${node?.textContent || node?.className}`.slice(0, 60));
            window.layoutShifts.push([value, what]);
        }
    }
}).observe({ type: "layout-shift", buffered: true });
"""
_SHIFTS = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(window.layoutShifts))))"
MOST_SHIFT = 0.02
"""The maximum sum of the layout shift scores of an admin screen (https://web.dev/articles/cls)."""
_MARK = "all => { all.forEach((one) => { one.dataset.left = ''; }); return all.length; }"
_GO_ON = """path => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
}"""
_THEME = """theme => {
    const html = document.documentElement;
    if ("theme" in html.dataset) {
        html.dataset.theme = theme;
        html.style.colorScheme = theme;
    }
}"""


def main() -> int:
    """Take all screenshots."""
    if CHROMIUM is None:
        sys.exit("no Chromium on this machine: install the package `chromium`")
    wrong: dict[str, list[str]] = {}
    began, until = time.time(), time.monotonic() + MOST_SECONDS
    with _product() as base_url, chromium() as browser:
        state = _session(browser, base_url, OWNER)
        admin = ADMIN | screens_of_a_code(base_url, state)
        code_id = admin["code"].rpartition("/")[2]
        with calls_of(state, base_url) as client:
            admin |= screens_of_things(client)
            met = visitors_screens(client, code_id)
            public = PUBLIC | met | right_to_left(client, met) | demo_pages(client, "harbor")
            public |= cards_and_choices(client) | one_time_tickets(client, code_id)
        other = _session(browser, base_url, OTHER_OWNER)
        with calls_of(other, base_url) as client:
            public |= demo_pages(client, "northwind")
        public["home-of-the-tour"] = base_url.replace("localhost", TOUR_HOST)
        nobody = _session(browser, base_url, f"newcomer-{time.time_ns()}@example.com")
        parties = [
            (public, None),
            (admin, state),
            ({"found-organization": "/admin/my-codes"}, nobody),
        ]
        wrong |= _picture(browser, base_url, parties, until)
        found_organization(base_url, nobody)
        wrong |= _picture(browser, base_url, [(EMPTY, nobody)], until)
    _show(began)
    for name, found in wrong.items():
        sys.stderr.write(f"{name}: {'; '.join(found)}\n")
    return 1 if wrong else 0


def _show(began: float) -> None:
    """Draw the contact sheets of screenshots taken since then, and print their names."""
    for device in get_args(Device):
        for theme in get_args(Theme):
            taken = {it: it.stat().st_mtime for it in (OUT / f"{device}-{theme}").glob("*.png")}
            fresh = sorted((it for it, at in taken.items() if at >= began), key=taken.__getitem__)
            for sheet in draw_sheets(fresh, SHEETS, f"{device}-{theme}", FORMATS[device]):
                sys.stdout.write(f"{sheet.relative_to(ROOT)}\n")


def _session(browser: Browser, base_url: str, email: str) -> Any:
    context = new_context(browser, base_url)
    log_in(context.new_page(), email)
    state = context.storage_state()
    context.close()
    return state


def _picture(
    browser: Browser, base_url: str, parties: list[tuple[dict[str, str], Any]], until: float
) -> dict[str, list[str]]:
    """Take screenshots of these screens, each list with its session, at each size in each theme; return what is
    wrong.
    """
    kinds = {f"{device}-{theme}" for device in get_args(Device) for theme in get_args(Theme)}
    asked = set(sys.argv[1:])
    only, kinds = asked - kinds, asked & kinds or kinds
    wrong: dict[str, list[str]] = {}
    for device in get_args(Device):
        for theme in get_args(Theme):
            folder = OUT / f"{device}-{theme}"
            if folder.name not in kinds:
                continue
            folder.mkdir(parents=True, exist_ok=True)
            for screens, state in parties:
                chosen = {it: path for it, path in screens.items() if not only or it in only}
                context = new_context(browser, base_url, device=device, theme=theme, state=state)
                for name, found in wrong_on(context, chosen, folder, until).items():
                    wrong[f"{folder.name}/{name}"] = found
                context.close()
    return wrong


class Look(NamedTuple):
    """A variant of a screen: its size in a theme."""

    size: ViewportSize
    theme: Theme


def wrong_on(
    context: BrowserContext,
    screens: dict[str, str],
    pictures: Path | None = None,
    until: float = math.inf,
    also: Look | None = None,
) -> dict[str, list[str]]:
    """Return the findings of axe, screens that are too wide and layout shift, by screen; screenshots are saved in the
    folder, if given.

    Screens are also checked in another look, different from that of the context, and on a very wide screen, without
    being reloaded; every second one starts in the other look. Screens that remain when the clock (`time.monotonic`) is
    past `until` are named as skipped.
    """
    wrong: dict[str, list[str]] = {}
    page = context.new_page()
    page.add_init_script(_WATCH_SHIFTS)
    looks = [] if also is None else [_other_than(also, page), also]
    before = ""
    for name, path in screens.items():
        if time.monotonic() > until:
            wrong[name] = ["left out: the time was up"]
            continue
        try:
            if not (_is_another_screen(before, path) and _went_on(page, path)):
                page.goto(path)
            before = path
            settle(page)
            shift = _layout_shift(page) if path.startswith("/admin") else []
            if shift:  # a stalled machine may cause a shift; only one that occurs again counts
                page.goto(path)
                settle(page)
                shift = _layout_shift(page)
            if looks:  # a screen that was loaded has the theme of its context
                _change_theme(page, looks[0].theme)
        except (AssertionError, PlaywrightError) as problem:
            wrong[name] = [f"did not come: {str(problem)[:200]}"]
            before = ""
            continue
        if pictures is not None:
            page.evaluate(_SEEN)
            _take(page, pictures / f"{name}.png")
        if also is None:
            found = _wrong_here(page)
        else:
            found = _wrong_in_both(page, looks, also)
            looks.reverse()  # the next one starts in the look in which this one ended
        if shift + found:
            wrong[name] = shift + found
    page.close()
    return wrong


def _layout_shift(page: Page) -> list[str]:
    """Return the layout shift of a screen while it loads, with the elements that shifted, if it is over
    `MOST_SHIFT`.
    """
    shifts = page.evaluate(_SHIFTS)
    total = sum(value for value, _ in shifts)
    return [f"layout shift {total:.3f}: {shifts}"] if total > MOST_SHIFT else []


def _other_than(look: Look, page: Page) -> Look:
    """Return the initial look of a new page: in its context's size, in the other theme."""
    size = page.viewport_size
    assert size is not None
    return Look(size, "dark" if look.theme == "light" else "light")


def _wrong_in_both(page: Page, looks: list[Look], also: Look) -> list[str]:
    """Return what is wrong in these looks, of which the page has the first, and on a very wide screen."""
    own, other, wide = [], [], []
    widest = max(looks, key=lambda it: it.size["width"])
    for look in looks:
        if look is not looks[0]:
            page.set_viewport_size(look.size)
            _change_theme(page, look.theme)
            settle(page)
        found = _wrong_here(page)
        if look is also:
            other = [f"{look.theme}, {look.size['width']} wide: {it}" for it in found]
        else:
            own = found
        if look is widest:
            wide = [f"{WIDE['width']} wide: {it}" for it in wrong_on_wide_screen(page)]
    return own + other + wide


def _wrong_here(page: Page) -> list[str]:
    # The positions of elements on a slip are a matter of its design; the list beside it contains
    # each again.
    found = [it for it in complaints(page) if not ("target-size" in it and "data-element" in it)]
    if is_wider_than_screen(page):
        found.append("one can scroll sideways")
    size = page.viewport_size
    if size and size["width"] >= LAPTOP["width"] and page.locator(_LIST_SCROLLS).count():
        found.append("a list scrolls sideways")
    return found + [f"a heading has no room: {it}" for it in crushed_headings(page)]


def _change_theme(page: Page, theme: Theme) -> None:
    """Visitors' pages follow the system, and those of the admin follow the attribute."""
    page.emulate_media(color_scheme=theme)
    page.evaluate(_THEME, theme)


def _is_another_screen(before: str, path: str) -> bool:
    """Return whether the app goes there without a reload, which is two thirds of the cost of a screen."""
    in_app = before.startswith("/admin/") and path.startswith("/admin/")
    return in_app and before.partition("?")[0] != path.partition("?")[0]


def _went_on(page: Page, path: str) -> bool:
    """Go to another screen as a link within the app does, and wait until the previous one is gone."""
    if not page.locator("h1").evaluate_all(_MARK):
        return False
    page.evaluate("window.layoutShifts = []")
    page.evaluate(_GO_ON, path)
    expect(page.locator("h1[data-left]")).to_have_count(0, timeout=PATIENCE_MS)
    return True


def _take(page: Page, file: Path) -> None:
    page.screenshot(path=file, full_page=True, animations="disabled", style=_AT_THE_END)


def _codes(base_url: str, state: StorageState) -> dict[str, str]:
    """Return the public paths of codes of kind page, by the kind of page."""
    with calls_of(state, base_url) as client:
        found = client.post("get-all-qr-codes", json={"type": "page"}).json()["items"]
    return {code["type"]: code["public_url"] for code in found}


def screens_of_a_code(base_url: str, state: StorageState) -> dict[str, str]:
    """Return the screens of one code of kind page, by name; missing data is created."""
    code_id = _codes(base_url, state)["page"].rpartition("/")[2]
    with calls_of(state, base_url) as client:
        made_poll(client, code_id)
        of_games = screens_of_games(client)
        wall_id = made_wall(client)["wall_id"]
        link = {"name": "For partners", "question": {"interval": "30day"}, "days": 1}
        shared = client.post("create-share-link", json=link).json()["token"]
    return {
        **of_games,
        "shared": f"/shared/{shared}",
        "wall": f"/admin/walls/{wall_id}",
        "code": f"/admin/my-codes/show/{code_id}",
        "code-edit": f"/admin/my-codes/edit/{code_id}",
        "code-rules": f"/admin/my-codes/edit/{code_id}?part=rules",
        "code-access": f"/admin/my-codes/edit/{code_id}?part=access",
        "code-analytics": f"/admin/my-codes/analytics/{code_id}",
        "code-lock": f"/admin/my-codes/lock/{code_id}",
        "code-pass": f"/admin/my-codes/pass/{code_id}",
        "code-pages": f"/admin/pages/{code_id}",
        "create-success": f"/admin/create-qr-success?code={code_id}",
    }


@contextmanager
def _product() -> Iterator[str]:
    running = os.environ.get("WAYPOST_SCREENSHOTS_OF")
    if running:
        yield running
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        installed(Path(folder), WAYPOST_TOUR_HOST=TOUR_HOST) as product,
    ):
        product.start(demo=True)
        yield product.url("")


if __name__ == "__main__":
    sys.exit(main())
