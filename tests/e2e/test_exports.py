"""A table of the dashboard leaves it as a CSV file."""

import csv
import io
from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

from tests.e2e.browser import PATIENCE_MS, PHONE_AGENT, Device, complaints, is_wider_than_screen
from tests.e2e.conftest import NewContext
from tests.e2e.test_promo_locks import new_page_code
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(400)]

expect.set_options(timeout=PATIENCE_MS)


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_a_breakdown_and_its_raw_events_are_saved(
    new_browser: NewContext, product: Installation, owner_session: Any, device: Device
) -> None:
    page = new_browser(state=owner_session, device=device).new_page()
    code_id = new_page_code(page, f"Counter card {device}", "Hello")
    httpx2.get(product.url(f"/code/{code_id}"), headers={"User-Agent": PHONE_AGENT})
    page.goto(f"/admin/my-codes/analytics/{code_id}?interval=24hour")
    expect(page.get_by_test_id("kpi-scans")).to_have_text("1")

    with page.expect_download() as breakdown:
        page.get_by_role("button", name="Export CSV by device").click()
    with page.expect_download() as events:
        page.get_by_role("button", name="Export raw events as CSV").click()

    assert breakdown.value.suggested_filename.startswith("device-")
    text = breakdown.value.path().read_text(encoding="utf-8-sig")
    assert [(row["device"], row["scans"]) for row in csv.DictReader(io.StringIO(text))] == [
        ("phone", "1")
    ]
    raw = events.value.path().read_text(encoding="utf-8-sig")
    assert {row["code_id"] for row in csv.DictReader(io.StringIO(raw))} == {code_id}
    assert complaints(page) == []
    assert not is_wider_than_screen(page)
