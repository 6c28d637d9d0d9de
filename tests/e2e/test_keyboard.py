"""The main journeys by keyboard alone.

A code is created, a page with a form published, an answer found, a colleague invited, a customer added and found.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import PATIENCE_MS, is_focus_covered, settle
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.test_forms import answered
from tests.support.waiting import eventually

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

BACK = "Shift+Tab"
MOST_STEPS = 150
MOST_PARTS = 60
"""The maximum number of focusable parts in a frame that contains a whole page."""

_FOCUS = """(wanted) => {
    const one = document.activeElement;
    const hasMoved = window.focusBefore !== one;
    window.focusBefore = one;
    const isFrame = one.matches("iframe, body");
    const around = one.closest(".MuiInputBase-root, label, .MuiButtonBase-root") ?? one;
    const isDrawn = (it) => {
        const style = getComputedStyle(it);
        return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0)
            || style.boxShadow !== "none";
    };
    const isMarked = around.matches(".Mui-focused, .Mui-focusVisible")
        || [one, around, ...around.children].some(isDrawn);
    const hasParts = isFrame || one.matches("[type^=date], [type=time]");
    const html = one.outerHTML.slice(0, 300);
    return { hasMoved, hasParts, isFrame, isMarked, html, isReached: one === wanted, isGone: !wanted.isConnected };
}"""


_HAS_FOCUS = "it => it === document.activeElement"


def _reach(page: Page, wanted: Locator, key: str = "Tab") -> None:
    """Press this key until the element has the focus, which must move with each press and be visible."""
    expect(wanted).to_be_visible()
    # Finding it by its role after each press would cost more than everything else.
    there = wanted.element_handle()
    now = page.evaluate(_FOCUS, there)
    stays = 0
    for _ in range(MOST_STEPS):
        if now["isGone"]:
            there = wanted.element_handle()
        if now["isReached"] or (now["isGone"] and page.evaluate(_HAS_FOCUS, there)):
            return
        page.keyboard.press(key)
        now = page.evaluate(_FOCUS, there)
        # Frames and date fields have several focusable parts.
        stays = 0 if now["hasMoved"] else stays + 1
        assert stays <= (MOST_PARTS if now["hasParts"] else 0), f"stuck at {now['html']}"
        if not now["isFrame"]:
            assert now["isMarked"], f"not marked: {now['html']}"
            # An element that is scrolled to becomes visible a moment later.
            eventually(lambda: not is_focus_covered(page), within=10)
    raise AssertionError(f"not reached by {key}: {wanted}")


def _press(page: Page, wanted: Locator, key: str = "Tab") -> None:
    _reach(page, wanted, key)
    page.keyboard.press("Enter")


def _entry(page: Page, name: str) -> Locator:
    return page.get_by_role("navigation").get_by_role("link", name=name, exact=True).first


def test_main_tasks_can_be_done_by_keyboard_alone(
    new_browser: NewContext, owner_session: Any, owner: Caller, fresh: str
) -> None:
    answered(owner, f"Order {fresh}")
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/my-codes")
    settle(page)

    # A code.
    _press(page, page.get_by_role("link", name="Create a code").first)
    expect(page.get_by_role("textbox", name="Name", exact=True)).to_be_focused()
    page.keyboard.type(f"By keys {fresh}")
    _reach(page, page.get_by_role("combobox", name="Type"))
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", name=re.compile("^Redirect"))).to_be_focused()
    page.keyboard.press("Enter")
    _reach(page, page.get_by_label("Destination"))
    page.keyboard.type("harbor-coffee.example/menu")
    _press(page, page.get_by_role("button", name="Create code"))
    expect(page.get_by_role("heading", name="Your code is ready")).to_be_visible()
    assert owner("get-all-qr-codes", filter=f"By keys {fresh}")["total"] == 1

    # A page with a form.
    _press(page, _entry(page, "Pages"))
    _press(page, page.get_by_role("link", name="Create a page").first)
    _press(page, page.get_by_role("link", name="Empty page"))
    _press(page, page.get_by_role("button", name=re.compile("^Form")))
    _press(page, page.get_by_role("button", name="Publish", exact=True))
    live = page.get_by_role("dialog")
    expect(live.get_by_text("Visitors can see it now.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(live).to_have_count(0)

    # An answer.
    _press(page, _entry(page, "Forms"))
    _press(page, page.get_by_role("list", name="Forms").get_by_role("link", name=re.compile(fresh)))
    expect(page.get_by_role("cell", name=re.compile("window for Ana"))).to_be_visible()
    _press(page, page.get_by_role("button", name=re.compile("^Open the answer from Ana")))
    opened = page.get_by_role("dialog", name="Ana")
    expect(opened.get_by_text("Soup, Fish")).to_be_visible()
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)

    # A colleague.
    _press(page, _entry(page, "Settings"), BACK)
    _press(page, _entry(page, "Members"))
    _press(page, page.get_by_role("button", name="Invite", exact=True))
    expect(page.get_by_label("Email address")).to_be_focused()
    page.keyboard.type(f"colleague@{fresh}.example")
    page.keyboard.press("Enter")
    invited = page.get_by_role("dialog", name="Invitation on its way")
    expect(invited.get_by_role("button", name="Done")).to_be_focused()
    page.keyboard.press("Enter")
    expect(invited).to_have_count(0)

    # A customer.
    _press(page, _entry(page, "People"), BACK)
    _press(page, page.get_by_role("button", name="Add customer"))
    expect(page.get_by_role("textbox", name="First name")).to_be_focused()
    page.keyboard.type("Keys")
    _reach(page, page.get_by_role("textbox", name="Last name"))
    page.keyboard.type(fresh)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name=f"Keys {fresh}")).to_be_visible()
    _press(page, _entry(page, "People"), BACK)
    _reach(page, page.get_by_role("searchbox", name="Search"))
    page.keyboard.type(fresh)
    expect(page).to_have_url(re.compile(f"filter={fresh}"))
    _press(page, page.get_by_role("link", name=f"Keys {fresh}"))
    expect(page.get_by_role("heading", level=1, name=f"Keys {fresh}")).to_be_visible()
