"""The command palette, by keyboard and by its button."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import PATIENCE_MS, look_over, settle
from tests.e2e.conftest import NewContext

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

PHONE = {"width": 390, "height": 844}


def test_actions_can_be_done_from_the_command_palette_on_a_phone(
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
