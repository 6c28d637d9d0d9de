"""A segment is built with a live count, saved, counted by the worker, and filters the customers."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import PATIENCE_MS, look_over, settle
from tests.e2e.conftest import Caller, NewContext

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(400)]

expect.set_options(timeout=PATIENCE_MS)


def test_a_segment_is_built_with_a_live_count_and_filters_customers(
    new_browser: NewContext, owner_session: Any, owner: Caller, fresh: str
) -> None:
    tag = f"guest-{fresh}"
    for name in ("Ana", "Ben"):
        owner("save-customer", first_name=name, last_name=fresh, tags=[tag])
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/segments")
    settle(page)
    page.get_by_role("link", name="Create segment").first.click()
    page.get_by_label("Name").fill(f"Guests {fresh}")
    page.get_by_role("combobox", name="Condition").click()
    page.get_by_role("option", name="Tag", exact=True).click()
    expect(
        page.get_by_text("Complete the conditions to see how many customers match.")
    ).to_be_visible()
    page.get_by_role("combobox", name="Tags").fill(tag)
    page.keyboard.press("Enter")

    counted = page.get_by_role("region", name="Matching customers")
    expect(counted.get_by_role("status")).to_have_text("2")
    expect(counted.get_by_role("link", name=f"Ana {fresh}")).to_be_visible()
    look_over(page)
    page.get_by_role("button", name="Save segment").click()

    expect(page.get_by_role("heading", level=1, name=f"Guests {fresh}")).to_be_visible()
    expect(page.get_by_text(re.compile("^Counted .* every 15 minutes"))).to_be_visible()
    expect(page.get_by_role("link", name=f"Ben {fresh}")).to_be_visible()
    look_over(page)
    page.get_by_role("link", name="Show in customers").click()
    expect(page.get_by_role("combobox", name="Segment")).to_have_text(f"Guests {fresh}")
    expect(page.get_by_role("link", name=f"Ana {fresh}")).to_be_visible()
