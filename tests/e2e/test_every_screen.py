"""Every screen with a screenshot: accessible, no wider than its window, and in the admin without layout shift.

Each is checked on a desktop or laptop in one theme, at 200 or 400 % in the other, and 2,560 pixels wide, without being
reloaded: half of them are loaded in the first, half in the second. `make screenshots` checks the same on phones and
desktops in both themes.
"""

from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

from tests.e2e.browser import (
    DESKTOP,
    HALF,
    LAPTOP,
    NARROW,
    calls_of,
    is_focus_covered,
    log_in,
    settle,
)
from tests.e2e.conftest import NewContext
from tests.e2e.screens import ADMIN, PUBLIC
from tests.e2e.screenshots import Look, screens_of_a_code, wrong_on
from tests.e2e.sights import EMPTY, found_organization, visitors_screens
from tests.support.installation import Installation

_WHAT_HAS_FOCUS = """() => {
    const one = document.activeElement;
    return [...document.querySelectorAll("*")].indexOf(one);
}"""

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_screens_are_accessible_and_fit(
    new_browser: NewContext, product: Installation, owner_session: Any
) -> None:
    of_a_code = screens_of_a_code(product.url(""), owner_session)
    narrow = Look(NARROW, "dark")

    wrong = wrong_on(new_browser(), PUBLIC, also=narrow)
    wrong |= wrong_on(new_browser(size=LAPTOP, state=owner_session), ADMIN | of_a_code, also=narrow)
    assert wrong == {}


def test_visitor_pages_are_accessible_and_fit(
    new_browser: NewContext, product: Installation, owner_session: Any
) -> None:
    with calls_of(owner_session, product.url("")) as client:
        code_id = screens_of_a_code(product.url(""), owner_session)["code"].rpartition("/")[2]
        met = visitors_screens(client, code_id)
    base = httpx2.URL(product.url(""))
    answers = {name: httpx2.get(base.join(path)).status_code for name, path in met.items()}
    refused = {"code-unknown": 404, "gate-not-yet": 404, "gate-over": 410}
    assert answers == dict.fromkeys(met, 200) | refused

    narrow = new_browser(device="phone", size=NARROW)
    assert wrong_on(narrow, met, also=Look(DESKTOP, "dark")) == {}


def test_empty_screens_of_a_newcomer_are_accessible_and_fit(
    new_browser: NewContext, product: Installation, fresh: str
) -> None:
    newcomer = new_browser()
    log_in(newcomer.new_page(), f"newcomer@{fresh}.example")
    found_organization(product.url(""), newcomer.storage_state())

    assert wrong_on(newcomer, EMPTY, also=Look(HALF, "dark")) == {}


def test_focused_element_is_never_hidden_behind_the_bars(
    new_browser: NewContext, owner_session: Any
) -> None:
    page = new_browser(size=NARROW, state=owner_session).new_page()
    page.goto("/admin/my-codes")
    settle(page)
    for bar in (page.locator(".top-bar"), page.get_by_role("navigation").last):
        expect(bar).to_be_visible()
        assert bar.evaluate("it => getComputedStyle(it).position") in ("sticky", "fixed")

    met, covered = set(), []
    for _ in range(40):
        page.keyboard.press("Tab")
        met.add(page.evaluate(_WHAT_HAS_FOCUS))
        if is_focus_covered(page):
            covered.append(page.evaluate("document.activeElement.outerHTML.slice(0, 200)"))

    assert covered == []
    assert len(met) > 20
    assert page.evaluate("scrollY") > 0


_PLANTED = """<!doctype html><html lang="en"><title>Planted</title>
<meta name="viewport" content="width=device-width">
<style>
    @media (max-width: 400px) { p { width: 600px } }
    @media (max-width: 2000px) { p { max-width: 900px } }
    @media (prefers-color-scheme: dark) { body { background: black } h1 { color: white } p { color: #222 } }
</style>
<main><h1>Planted</h1><p>Too wide and too dark in the other look</p></main>"""


def test_faults_that_exist_only_in_the_second_look_are_found(new_browser: NewContext) -> None:
    context = new_browser()
    context.route(
        "**/planted*", lambda route: route.fulfill(content_type="text/html", body=_PLANTED)
    )
    planted = {"planted": "/planted", "begun in the other look": "/planted?again"}

    assert wrong_on(context, planted) == {}
    found = wrong_on(context, planted, also=Look(NARROW, "dark"))
    assert found["begun in the other look"] == found["planted"]
    colours, width, line = found["planted"]
    assert colours.startswith("dark, 320 wide: color-contrast: <p>")
    assert width == "dark, 320 wide: one can scroll sideways"
    assert line.startswith("2560 wide: longer than anybody reads or hits: <p>")


_MOVING = """<!doctype html><html lang="en"><title>Moving</title>
<h1>Moving</h1><b hidden style="display: block">Hidden</b>
<main aria-busy="true"><p style="height: 400px">Far</p></main>
<script>
    const main = document.querySelector("main");
    // The first frame has been painted then.
    requestAnimationFrame(() => requestAnimationFrame(() => {
        main.style.marginTop = "400px";
        main.removeAttribute("aria-busy");
    }));
</script>"""


def test_layout_shift_and_visible_hidden_elements_are_found(new_browser: NewContext) -> None:
    context = new_browser()
    context.route("**/moving", lambda route: route.fulfill(content_type="text/html", body=_MOVING))

    found = wrong_on(context, {"moving": "/admin/moving"})["moving"]

    hidden, shift = sorted(found)
    assert hidden.startswith("drawn although hidden: <b hidden")
    assert shift.startswith("layout shift 0.")


_PLACES = """
<style>
    body { margin: 0; height: 3000px }
    header { position: fixed; inset: 0 0 auto; height: 60px; background: silver; z-index: 1 }
    button { position: absolute; left: 20px; height: 30px }
    #frame { position: absolute; top: 100px; left: 0; width: 300px; height: 100px; overflow: hidden }
    #card { position: absolute; inset: 90px 0 auto; height: 900px }
</style>
<header></header>
<button id="behind" style="top: 10px">Behind the bar</button>
<button id="beside" style="top: 65px">Below the bar</button>
<div id="card"><div id="frame">
    <button id="within" style="top: 10px">In the frame</button>
    <button id="cut" style="top: 200px">Cut off by the frame</button>
    <button id="through" style="top: 50px; pointer-events: none">Seen and not met</button>
</div></div>
<button id="far" style="top: 2500px">Out of sight</button>
"""


@pytest.mark.parametrize(
    ("place", "is_covered"),
    [
        ("behind", True),
        ("beside", False),
        ("within", False),
        ("cut", True),
        ("through", False),
        ("far", True),
        (None, True),
    ],
)
def test_covered_elements_are_distinguished_from_visible_ones(
    new_browser: NewContext, place: str | None, is_covered: bool
) -> None:
    page = new_browser(size=NARROW).new_page()
    page.set_content(_PLACES)
    if place is not None:
        page.evaluate(
            "place => document.getElementById(place).focus({ preventScroll: true })", place
        )

    assert is_focus_covered(page) is is_covered
