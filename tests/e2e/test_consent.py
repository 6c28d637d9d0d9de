"""An organisation asks before it remembers anybody; its visitors choose, with and without JavaScript."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.e2e.browser import complaints, is_wider_than_screen, visit_until
from tests.e2e.conftest import Caller, NewContext


@pytest.fixture
def code(owner: Caller) -> Iterator[str]:
    """Yield a code with a page of the owner, and restore the organisation afterwards."""
    content = {
        "title": "Soup of the day",
        "text": "It is on the house.",
        "button_label": "View menu",
        "button_url": "https://harbor-coffee.example/menu",
    }
    yield owner("qr/create-code", name="Soup", type="page", content=content)["code_id"]
    owner("update-organization", visitor_consent="opt_out")


def names_of_cookies(visitor: BrowserContext) -> set[str]:
    return {str(cookie.get("name")) for cookie in visitor.cookies()}


def banner_of(page: Page) -> Locator:
    return page.locator("[data-privacy] form")


def test_owner_enables_opt_in_and_visitors_choose_and_change_consent_by_keyboard(
    new_browser: NewContext, owner_session: Any, code: str
) -> None:
    admin = new_browser(state=owner_session).new_page()
    admin.goto("/admin/settings/privacy")
    admin.get_by_role("radio", name=re.compile("^Opt-in")).check()
    modes = admin.get_by_role("radiogroup", name="Visitor consent")
    modes.locator("xpath=following-sibling::button").click()
    expect(admin.get_by_text("Saved. Changes apply immediately.")).to_be_visible()
    assert complaints(admin) == []
    visitor = new_browser(device="phone", theme="dark")
    page = visitor.new_page()
    visit_until(page, f"/code/{code}?lang=de", banner_of(page))

    action = page.get_by_role("link", name="View menu")
    expect(action).to_be_in_viewport(ratio=1)
    box, banner = action.bounding_box(), banner_of(page).bounding_box()
    assert box is not None
    assert banner is not None
    assert banner["y"] + banner["height"] <= box["y"]
    accept = page.get_by_role("button", name="Akzeptieren")
    refuse = page.get_by_role("button", name="Ablehnen")
    sizes = [button.bounding_box() for button in (accept, refuse)]
    assert sizes[0] is not None
    assert sizes[1] is not None
    assert (sizes[0]["width"], sizes[0]["height"]) == (sizes[1]["width"], sizes[1]["height"])
    assert complaints(page) == []
    assert not is_wider_than_screen(page)
    assert names_of_cookies(visitor) == set()

    page.keyboard.press("Tab")
    expect(accept).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Ihre Auswahl wurde gespeichert.")
    page.reload()
    expect(banner_of(page)).to_have_count(0)
    assert [name.startswith("wp_consent_") for name in names_of_cookies(visitor)] == [True]

    page.get_by_role("link", name="Datenschutzeinstellungen").click()
    expect(page.get_by_text("Dieser Browser wird nicht wiedererkannt.")).to_be_visible()
    assert complaints(page) == []
    page.get_by_role("button", name="Akzeptieren").click()
    expect(page.get_by_role("heading", name="Soup of the day")).to_be_visible()
    assert "wp_visitor" in names_of_cookies(visitor)


def test_without_script_the_banner_is_a_plain_form(
    new_browser: NewContext, owner: Caller, code: str
) -> None:
    owner("update-organization", visitor_consent="opt_in")
    visitor = new_browser(device="phone", runs_scripts=False)
    page = visitor.new_page()
    visit_until(page, f"/code/{code}", banner_of(page))

    page.get_by_role("button", name="Accept").click()

    expect(page.get_by_role("heading", name="Soup of the day")).to_be_visible()
    expect(banner_of(page)).to_have_count(0)
    assert "wp_visitor" in names_of_cookies(visitor)
