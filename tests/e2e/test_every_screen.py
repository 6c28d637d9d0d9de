"""Every screen that is pictured: accessible, and no wider than what shows it."""

from typing import Any, get_args

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.e2e.browser import Device, Theme, complaints, is_wider_than_screen, settle
from tests.e2e.conftest import NewContext
from tests.e2e.screenshots import ADMIN, PUBLIC, screens_of_a_code
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]


def wrong_on(context: BrowserContext, screens: dict[str, str]) -> dict[str, list[str]]:
    """What axe and the width complain of, by screen."""
    found: dict[str, list[str]] = {}
    page = context.new_page()
    for name, path in screens.items():
        page.goto(path)
        settle(page)
        wrong = complaints(page)
        if is_wider_than_screen(page):
            wrong.append("one can scroll sideways")
        if wrong:
            found[name] = wrong
    page.close()
    return found


@pytest.mark.parametrize("device", get_args(Device))
@pytest.mark.parametrize("theme", get_args(Theme))
def test_screens_are_accessible_and_fit(
    browser: Browser,
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    device: Device,
    theme: Theme,
) -> None:
    of_a_code = screens_of_a_code(browser, product.url(""), owner_session)

    assert wrong_on(new_browser(device=device, theme=theme), PUBLIC) == {}
    admin = new_browser(device=device, theme=theme, state=owner_session)
    assert wrong_on(admin, ADMIN | of_a_code) == {}
