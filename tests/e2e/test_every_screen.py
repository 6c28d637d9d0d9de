"""Every screen that is pictured: accessible, and no wider than what shows it.

Each theme is seen once, on a desktop and at 200 or 400 %; `make screenshots` asks the same of
phones and desktops in both themes.
"""

from typing import Any

import httpx2
import pytest
from playwright.sync_api import ViewportSize

from tests.e2e.browser import (
    HALF,
    NARROW,
    Device,
    Theme,
    calls_of,
    is_focus_covered,
    log_in,
    settle,
)
from tests.e2e.conftest import NewContext
from tests.e2e.screenshots import ADMIN, PUBLIC, screens_of_a_code, wrong_on
from tests.e2e.sights import EMPTY, found_organization, visitors_screens
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.mark.parametrize(
    ("device", "theme", "size"), [("desktop", "light", None), ("phone", "dark", NARROW)]
)
def test_screens_are_accessible_and_fit(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    device: Device,
    theme: Theme,
    size: ViewportSize | None,
) -> None:
    of_a_code = screens_of_a_code(product.url(""), owner_session)

    assert wrong_on(new_browser(device=device, theme=theme, size=size), PUBLIC) == {}
    admin = new_browser(device=device, theme=theme, size=size, state=owner_session)
    assert wrong_on(admin, ADMIN | of_a_code) == {}


@pytest.mark.parametrize(
    ("device", "theme", "size"), [("desktop", "dark", None), ("phone", "light", NARROW)]
)
def test_what_visitors_meet_is_accessible_and_fits(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    device: Device,
    theme: Theme,
    size: ViewportSize | None,
) -> None:
    with calls_of(owner_session, product.url("")) as client:
        code_id = screens_of_a_code(product.url(""), owner_session)["code"].rpartition("/")[2]
        met = visitors_screens(client, code_id)
    base = httpx2.URL(product.url(""))
    answers = {name: httpx2.get(base.join(path)).status_code for name, path in met.items()}
    refused = {"code-unknown": 404, "gate-not-yet": 404, "gate-over": 410}
    assert answers == dict.fromkeys(met, 200) | refused

    assert wrong_on(new_browser(device=device, theme=theme, size=size), met) == {}


@pytest.mark.parametrize(
    ("device", "theme", "size"), [("desktop", "dark", None), ("desktop", "light", HALF)]
)
def test_screens_of_who_has_nothing_yet_are_accessible_and_fit(
    new_browser: NewContext,
    product: Installation,
    device: Device,
    theme: Theme,
    size: ViewportSize | None,
    fresh: str,
) -> None:
    newcomer = new_browser(device=device, theme=theme, size=size)
    log_in(newcomer.new_page(), f"newcomer@{fresh}.example")
    found_organization(product.url(""), newcomer.storage_state())

    assert wrong_on(newcomer, EMPTY) == {}


def test_the_focus_is_never_behind_the_bars(new_browser: NewContext, owner_session: Any) -> None:
    page = new_browser(size=NARROW, state=owner_session).new_page()
    page.goto("/admin/my-codes")
    settle(page)

    covered = []
    for _ in range(40):
        page.keyboard.press("Tab")
        if is_focus_covered(page):
            covered.append(page.evaluate("document.activeElement.outerHTML.slice(0, 200)"))

    assert covered == []
