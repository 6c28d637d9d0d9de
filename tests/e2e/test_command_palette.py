"""The command palette, by keyboard and by its button."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import PATIENCE_MS, look_over, settle
from tests.e2e.clicks import Clicks
from tests.e2e.conftest import NewContext

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

expect.set_options(timeout=PATIENCE_MS)

PHONE = {"width": 390, "height": 844}


def test_a_code_is_found_by_palette_without_a_click(
    new_browser: NewContext, owner_session: Any
) -> None:
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin")
    settle(page)
    walked = Clicks(page)

    page.keyboard.press("Control+k")
    page.get_by_role("combobox").fill("cup sleeve")
    expect(page.get_by_role("option", name=re.compile("Cup sleeve game"))).to_be_visible()
    look_over(page)
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Cup sleeve game", level=1)).to_be_visible()
    assert walked.clicks == 0
    page.keyboard.press("Control+k")
    recent = page.get_by_role("group", name="Recent")
    expect(recent.get_by_role("option", name=re.compile("Cup sleeve game"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("combobox")).to_have_count(0)


def test_actions_are_done_from_the_palette_on_a_phone(
    new_browser: NewContext, owner_session: Any
) -> None:
    page = new_browser(state=owner_session).new_page()
    page.set_viewport_size(PHONE)
    page.goto("/admin")
    settle(page)

    page.get_by_role("button", name="Search and commands").click()
    page.get_by_role("combobox").fill("invite")
    page.get_by_role("option", name="Invite a person").click()

    expect(page.get_by_role("dialog", name="Invite a person")).to_be_visible()
    look_over(page)
