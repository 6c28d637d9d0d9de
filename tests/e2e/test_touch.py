"""Dragging by touch on a phone: blocks of pages and elements of slips."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import PATIENCE_MS, settle
from tests.e2e.conftest import Caller, NewContext

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

HELD_MS = 500
"""Longer than a touch that starts scrolling, in milliseconds."""


def _middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + min(box["width"] / 2, 60), box["y"] + box["height"] / 2


def _drag(page: Page, start: tuple[float, float], by: float, *, held_ms: int = 0) -> None:
    """Put a finger down, optionally hold it, move it down the screen and lift it."""
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, points: list[dict[str, float]]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(30)

    x, y = start
    touch("touchStart", [{"x": x, "y": y}])
    page.wait_for_timeout(held_ms)
    for step in range(1, 13):
        touch("touchMove", [{"x": x, "y": y + by * step / 12}])
    page.wait_for_timeout(200)
    touch("touchEnd", [])
    finger.detach()


def test_long_pressed_block_is_dragged_while_the_page_stays_in_view(
    new_browser: NewContext, owner_session: Any, owner: Caller
) -> None:
    headings = [
        {"type": "Heading", "props": {"id": f"h{number}", "text": f"Heading {number}"}}
        for number in range(3)
    ]
    blocks = {"root": {"props": {"title": "By hand"}}, "content": headings}
    made = owner("gen-page", name="By hand", blocks=blocks)
    page = new_browser(device="phone", state=owner_session).new_page()
    page.goto(f"/admin/update-page/{made['page_id']}")
    settle(page)
    shown = page.frame_locator("#preview-frame").locator("h2")
    expect(shown).to_have_text(["Heading 0", "Heading 1", "Heading 2"])
    expect(page.get_by_text("Drag a block to move it")).to_be_visible()

    _drag(page, _middle(shown.nth(0)), 130, held_ms=HELD_MS)

    expect(shown).to_have_text(["Heading 1", "Heading 2", "Heading 0"])
    expect(page.get_by_role("tab", name="Page", exact=True)).to_have_attribute(
        "aria-selected", "true"
    )
    page.get_by_role("tab", name="Blocks", exact=True).tap()
    page.get_by_role("button", name="Move Heading up").nth(2).tap()
    page.get_by_role("tab", name="Page", exact=True).tap()
    expect(shown).to_have_text(["Heading 1", "Heading 0", "Heading 2"])


def test_slip_elements_are_dragged_after_a_tap(
    new_browser: NewContext, owner_session: Any, owner: Caller
) -> None:
    data = {"name": "By hand", "kind": "coupon"}
    slip = owner("slip", action="create_slip", updated_data=data)
    page = new_browser(device="phone", state=owner_session).new_page()
    page.goto(f"/admin/slip/{slip['slip_id']}")
    settle(page)
    code = page.locator("[data-element]").and_(page.get_by_role("button", name="Code, at"))
    before = code.get_attribute("aria-label")

    _drag(page, _middle(code), 40)
    expect(code).to_have_attribute("aria-label", str(before))
    page.evaluate("window.scrollTo(0, 0)")
    code.tap()
    expect(code).to_have_attribute("aria-pressed", "true")
    _drag(page, _middle(code), 20)

    expect(code).not_to_have_attribute("aria-label", str(before))
    page.get_by_role("button", name="Undo").tap()
    expect(code).to_have_attribute("aria-label", str(before))
