"""The dashboard's parts: recent events, rows, the map, and all values in a grid."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import PATIENCE_MS, PHONE_AGENT, complaints, is_wider_than_screen
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.test_promo_locks import new_page_code
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

OF_A_PHONE = {"User-Agent": PHONE_AGENT, "Accept": "text/html", "Accept-Language": "en"}


def test_scan_appears_live_as_a_row_and_on_the_map(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    owner: Caller,
    fresh: str,
) -> None:
    page = new_browser(state=owner_session).new_page()
    name = f"Board card {fresh}"
    code_id = new_page_code(owner, name, "Hello")
    page.goto(f"/admin/my-codes?filter={name}")
    page.get_by_role("button", name=f"Actions for {name}").click()
    page.get_by_role("menuitem", name="Placement…").click()
    page.get_by_label("Latitude").fill("47.37")
    page.get_by_label("Longitude").fill("8.54")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Placement saved")).to_be_visible()

    def scan() -> None:
        product.get(f"/code/{code_id}", headers=OF_A_PHONE)

    scan()  # a code without scans has no dashboard yet
    page.goto(f"/admin/my-codes/analytics/{code_id}?interval=24hour&tab=live")
    expect(page.get_by_test_id("kpi-scans")).to_have_text("1")
    live = page.get_by_role("region", name="Right now")
    expect(live.get_by_role("status")).to_have_text("Live")
    scan()
    expect(live.get_by_role("list", name="Latest events")).to_contain_text(name)

    page.get_by_role("tab", name="Map", exact=True).click()
    place = page.get_by_role("region", name="Scans on a map")
    expect(page.locator("[data-testid=world-map][data-drawn=true]")).to_be_visible()
    place.get_by_role("tab", name=re.compile("^Places")).click()
    expect(place.get_by_role("button", name=name)).to_be_visible()
    assert complaints(page) == []
    assert not is_wider_than_screen(page)

    page.get_by_role("tab", name="Overview").click()
    page.get_by_role("button", name="Show all by device").click()
    grid = page.get_by_role("dialog", name="By device")
    expect(grid.get_by_role("gridcell", name="Phone", exact=True)).to_be_visible()
    assert complaints(page) == []
    grid.get_by_role("button", name="Events for Phone").click()
    rows = page.get_by_role("dialog", name="Events for scans")
    expect(rows.get_by_role("cell", name="Scan", exact=True)).to_have_count(2)
    assert complaints(page) == []
    rows.get_by_role("button", name="Close").click()
    expect(page.get_by_text("Device: Phone")).to_be_visible()
