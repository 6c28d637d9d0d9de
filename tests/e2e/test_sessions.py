"""A session that ends while somebody is typing, in a real browser with several tabs."""

import re

import pytest
from playwright.sync_api import Page, expect

from runtime.identity.people import PASSWORD
from tests.e2e.browser import PATIENCE_MS, log_in
from tests.e2e.conftest import OWNER, NewContext

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def _log_out(page: Page) -> None:
    page.goto("/admin/my-codes")
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("menuitem", name="Log out").click()
    expect(page).to_have_url(re.compile(r"/$"))


def _identify(page: Page, email: str) -> None:
    page.wait_for_url("**/authorize**")
    page.locator("#email").fill(email)
    page.locator("#password").fill(PASSWORD)
    page.locator("button[type=submit]").first.click()
    page.wait_for_url(re.compile("/admin"))


def test_typed_values_survive_a_logout_in_another_tab(new_browser: NewContext, fresh: str) -> None:
    context = new_browser()
    page = context.new_page()
    log_in(page, OWNER, "/admin/folders")
    page.get_by_role("button", name="New folder").first.click()
    dialog = page.get_by_role("dialog", name="New folder")
    dialog.get_by_label("Name").fill(f"Kept {fresh}")
    elsewhere = context.new_page()
    _log_out(elsewhere)

    dialog.get_by_role("button", name="Create").click()
    over = page.get_by_role("alertdialog", name="Please log in again")
    expect(over).to_be_visible()
    way_on = over.get_by_role("link", name="Log in in a new tab")
    for _ in range(6):
        page.keyboard.press("Tab")
        if way_on.evaluate("it => it === document.activeElement"):
            break
    expect(way_on).to_be_focused()
    with context.expect_page() as opened:
        page.keyboard.press("Enter")
    opened.value.get_by_role("button", name="Log in", exact=True).click()
    _identify(opened.value, OWNER)

    expect(over).to_have_count(0)
    expect(dialog.get_by_label("Name")).to_have_value(f"Kept {fresh}")
    dialog.get_by_role("button", name="Create").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_text(f"Kept {fresh}").first).to_be_visible()

    # Another person must not affect this tab.
    _log_out(elsewhere)
    elsewhere.goto("/admin/folders")
    _identify(elsewhere, f"another@{fresh}.example")
    expect(page.get_by_role("heading", name="Create your organisation")).to_be_visible()
    expect(page.get_by_text(f"Kept {fresh}")).to_have_count(0)
