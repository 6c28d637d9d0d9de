"""One-time codes that are issued, used and left, from the call to the card of the dashboard; and its buttons."""

from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NotInTime

from tests.e2e.browser import PATIENCE_MS, Device, complaints, is_wider_than_screen
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on
from tests.e2e.test_board import OF_A_PHONE
from tests.e2e.test_promo_locks import new_page_code
from tests.support.installation import Installation
from tests.support.waiting import eventually

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

FINGER = 44

_PRESSED = """(page) => [...page.querySelectorAll('button, [role=tab], [role=button]')]
    .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.disabled)
    .map((one) => ({name: one.ariaLabel ?? one.textContent, box: one.getBoundingClientRect()}))
    .filter(({box}) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
    .map(({name, box}) => `${name}: ${Math.round(box.width)} by ${Math.round(box.height)}`)"""
"""Buttons that are smaller than a touch target; borders may take half a pixel."""


@on("phone")
def test_stock_of_a_code_is_shown_before_and_after_a_scan(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    owner: Caller,
    fresh: str,
    device: Device,
) -> None:
    page = new_browser(state=owner_session, device=device).new_page()
    code_id = new_page_code(owner, f"Coupon {device} {fresh}", "Hello")
    owner("qr/create_one_time_codes", base_code_id=code_id, amount=5)
    board = f"/admin/my-codes/analytics/{code_id}?interval=24hour&tab=journeys"

    stock = recorded(page, board, "One-time codes: 5 issued", "5 left")
    expect(page.get_by_text("This code and its child codes have no scans yet")).to_be_visible()
    assert complaints(page) == []

    product.get(f"/code/{code_id}", headers=OF_A_PHONE)
    owner("qr/delete_one_time_codes", id=code_id)
    stock = recorded(page, board, "One-time codes: 5 issued", "0 left · 5 withdrawn")
    expect(page.get_by_test_id("kpi-scans")).to_have_text("1")
    assert not is_wider_than_screen(page)
    if device == "phone":
        assert page.locator("main").get_by_role("button").count() > 10
        assert page.locator("main").evaluate(_PRESSED) == []
    stock.get_by_role("link", name="All batches").click()
    expect(page.get_by_role("heading", name="Reports")).to_be_visible()


def recorded(page: Page, address: str, *texts: str) -> Locator:
    """Return the card once it shows these texts; its events must reach the lake first."""
    stock = page.get_by_role("region", name="Promo and one-time codes")

    def is_recorded() -> bool:
        page.goto(address)
        expect(
            page.get_by_test_id("kpi-scans").or_(page.get_by_text("no scans yet"))
        ).to_be_visible()
        with suppress(AssertionError, NotInTime):
            stock.scroll_into_view_if_needed(timeout=5_000)
            for text in texts:
                expect(stock).to_contain_text(text, timeout=5_000)
            return True
        return False

    eventually(is_recorded, 90)
    return stock
