"""Every screen that is pictured: accessible, and no wider than what shows it.

Each size and each theme is seen once here; `make screenshots` asks the same of all four pairs.
"""

from typing import Any

import pytest

from tests.e2e.browser import Device, Theme
from tests.e2e.conftest import NewContext
from tests.e2e.screenshots import ADMIN, PUBLIC, screens_of_a_code, wrong_on
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
