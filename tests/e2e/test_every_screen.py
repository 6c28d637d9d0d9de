"""Every screen that is pictured: accessible, and no wider than what shows it.

Each size and each theme is seen once; `make screenshots` asks the same of all four pairs.
"""

from typing import Any

import httpx2
import pytest

from tests.e2e.browser import Device, Theme, calls_of, log_in
from tests.e2e.conftest import NewContext
from tests.e2e.screenshots import ADMIN, PUBLIC, screens_of_a_code, wrong_on
from tests.e2e.sights import EMPTY, found_organization, visitors_screens
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.mark.parametrize(("device", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_screens_are_accessible_and_fit(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    device: Device,
    theme: Theme,
) -> None:
    of_a_code = screens_of_a_code(product.url(""), owner_session)

    assert wrong_on(new_browser(device=device, theme=theme), PUBLIC) == {}
    admin = new_browser(device=device, theme=theme, state=owner_session)
    assert wrong_on(admin, ADMIN | of_a_code) == {}


@pytest.mark.parametrize(("device", "theme"), [("desktop", "dark"), ("phone", "light")])
def test_what_visitors_meet_is_accessible_and_fits(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    device: Device,
    theme: Theme,
) -> None:
    with calls_of(owner_session, product.url("")) as client:
        code_id = screens_of_a_code(product.url(""), owner_session)["code"].rpartition("/")[2]
        met = visitors_screens(client, code_id)
    base = httpx2.URL(product.url(""))
    answers = {name: httpx2.get(base.join(path)).status_code for name, path in met.items()}
    refused = {"code-unknown": 404, "gate-not-yet": 404, "gate-over": 410}
    assert answers == dict.fromkeys(met, 200) | refused

    assert wrong_on(new_browser(device=device, theme=theme), met) == {}


@pytest.mark.parametrize(("device", "theme"), [("desktop", "dark"), ("phone", "light")])
def test_screens_of_who_has_nothing_yet_are_accessible_and_fit(
    new_browser: NewContext, product: Installation, device: Device, theme: Theme, fresh: str
) -> None:
    newcomer = new_browser(device=device, theme=theme)
    log_in(newcomer.new_page(), f"newcomer@{fresh}.example")
    found_organization(product.url(""), newcomer.storage_state())

    assert wrong_on(newcomer, EMPTY) == {}
