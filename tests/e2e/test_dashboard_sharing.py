"""The dashboard's extras: an annotation, a view, keyboard shortcuts, a share link, printing."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import pytest
from playwright.sync_api import TimeoutError as NotInTime
from playwright.sync_api import expect

from tests.e2e.browser import PATIENCE_MS, complaints, is_wider_than_screen, settle
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.test_board import OF_A_PHONE
from tests.e2e.test_promo_locks import new_page_code
from tests.support.installation import Installation
from tests.support.waiting import eventually

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def test_dashboard_is_annotated_saved_as_a_view_shared_and_printed(
    new_browser: NewContext, product: Installation, owner_session: Any, owner: Caller, fresh: str
) -> None:
    scanned = new_page_code(owner, f"Noted {fresh}", "Hello")
    product.get(f"/code/{scanned}", headers=OF_A_PHONE)
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/analytics?interval=30day")
    flyers, rain, thirty = f"Flyers at the ferry {fresh}", f"Rain {fresh}", f"a thirty {fresh}"
    page.get_by_role("button", name="Add annotation").click()
    page.get_by_role("textbox", name="Annotation").fill(flyers)
    page.get_by_role("button", name="Save", exact=True).click()
    # Checked in the list, because the text is also in the dialog until it is saved.
    expect(page.get_by_role("dialog")).to_have_count(0)
    changes = page.get_by_role("region", name="Changes")

    def is_listed(text: str) -> bool:
        """Annotations are dated to the start of a minute, so edits of codes may be newer, and the list shows the newest
        entries first.
        """
        page.get_by_role("tab", name="Changes").click()
        more = changes.get_by_role("button", name="Show all")
        if more.is_visible():
            more.click()
        return changes.get_by_text(text).is_visible()

    eventually(lambda: is_listed(flyers), within=PATIENCE_MS / 1000)
    page.get_by_role("tab", name="Overview").click()

    # A point of the chart is annotated by keyboard and by mouse.
    chart = page.get_by_role("region", name="Scans over time").locator("svg.recharts-surface")
    settle(page)

    when = page.get_by_role("textbox", name="When")

    def noted_by_keyboard() -> None:
        chart.first.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.get_by_text("Click or press Enter").wait_for(timeout=2000)
        page.keyboard.press("Enter")

    def noted_by_mouse() -> None:
        chart.first.click(position={"x": 400, "y": 120}, timeout=2000)

    def asks_when(act: Callable[[], None]) -> bool:
        """A chart that is redrawn, with the annotation or a scan in it, has no selected point and ignores the key."""
        with suppress(NotInTime):
            if not when.is_visible():
                act()
            when.wait_for(timeout=2000)
            return True
        return False

    eventually(lambda: asks_when(noted_by_keyboard))
    by_keyboard = when.input_value()
    page.get_by_role("button", name="Cancel").click()
    expect(when).to_be_hidden()
    eventually(lambda: asks_when(noted_by_mouse))
    page.get_by_role("textbox", name="Annotation").fill(rain)
    assert when.input_value() not in ("", by_keyboard)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)

    eventually(lambda: is_listed(rain), within=PATIENCE_MS / 1000)
    page.get_by_role("tab", name="Overview").click()

    # Shortcuts work, but not while somebody is typing.
    page.keyboard.press("v")
    page.get_by_label("New view name").fill(thirty)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name=f"{thirty} Only you")).to_be_visible()
    assert "interval=30day" in page.url
    # The button that was pressed is disabled now, and for a moment nothing has the keyboard focus.
    page.get_by_label("New view name").press("Escape")
    expect(page.get_by_label("New view name")).to_be_hidden()
    page.keyboard.press("9")
    expect(page.get_by_test_id("range-picker")).to_have_text("Last 90 days")
    page.keyboard.press("]")
    expect(page.get_by_test_id("range-picker")).to_have_text("Last 30 days")
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Create link").click()
    address = page.get_by_role("textbox", name="Link", exact=True).input_value()
    visitor = new_browser(device="phone").new_page()
    visitor.goto(address)
    expect(visitor.get_by_test_id("kpi-scans")).to_be_visible()
    expect(visitor.get_by_role("button", name="Export")).to_have_count(0)
    assert complaints(visitor) == []
    assert not is_wider_than_screen(visitor)
    page.get_by_role("button", name="Revoke").first.click()
    expect(page.get_by_text("Revoked").first).to_be_visible()
    visitor.reload()
    expect(visitor.get_by_role("heading", name="This link has expired")).to_be_visible()
    page.get_by_role("button", name="Close").click()

    page.get_by_role("button", name="Scheduled reports").click()
    page.get_by_role("button", name="New report").click()
    page.get_by_role("button", name="Preview").click()
    mail = page.get_by_role("dialog").last
    expect(mail.frame_locator("iframe").get_by_text("Most scanned codes")).to_be_visible()
    assert complaints(page) == []
    mail.get_by_role("button", name="Plain text").click()
    expect(mail.get_by_text("Open the dashboard: ")).to_be_visible()
    mail.get_by_role("button", name="Send test email").click()
    expect(mail.get_by_text("is in the message sandbox")).to_be_visible()
    mail.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Close").click()

    page.get_by_label("At event time").click()
    expect(page.get_by_text("Folders and placements at event time")).to_be_visible()
    assert "as_of=at_event_time" in page.url
    settle(page)
    referrer = page.get_by_role("region", name="By referrer").locator(".name").first.inner_text()
    sheets = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True, print_background=True))
    words = "".join(sheet.get_textpage().get_text_bounded() for sheet in sheets)
    assert round(sheets[0].get_width()) == 595
    assert flyers in words
    assert referrer in words
    assert "My codes" not in words
    assert "Skip to content" not in words
