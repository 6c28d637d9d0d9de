"""A customer's consents: recorded by staff, changed by the customer through the link, proven in a file. Addresses that
must not be contacted are imported from a file.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import PATIENCE_MS, look_over, settle
from tests.e2e.conftest import Caller, NewContext

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def test_consent_is_recorded_and_withdrawn_by_the_customer(
    new_browser: NewContext, owner_session: Any, owner: Caller, fresh: str
) -> None:
    customer = owner("save-customer", email=f"ana@{fresh}.example", first_name="Ana")["customer_id"]
    page = new_browser(state=owner_session).new_page()
    page.goto(f"/admin/customers/{customer}")
    settle(page)
    page.get_by_role("button", name="Record", exact=True).click()
    dialog = page.get_by_role("dialog", name="Record a decision")
    dialog.get_by_label("Consent given").check()
    dialog.get_by_label("Reason").fill("Signed form at the counter")
    dialog.get_by_label("Ask the customer to confirm by email").uncheck()
    look_over(page)
    dialog.get_by_role("button", name="Record", exact=True).click()
    expect(page.get_by_text("Consent given, recorded by staff")).to_be_visible()
    look_over(page)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Proof as PDF").click()
    assert saving.value.suggested_filename == f"consents-{customer}.pdf"

    link = owner("get-customer-consents", customer_id=customer)["preference_url"]
    shown = new_browser(device="phone").new_page()
    shown.goto(link)
    look_over(shown)
    own = new_browser(device="phone", runs_scripts=False).new_page()
    own.goto(link)
    own.get_by_label("Email").uncheck()
    own.get_by_role("button", name="Save").click()
    expect(own.get_by_text("Your choices have been saved.")).to_be_visible()

    page.reload()
    expect(page.get_by_text("Consent withdrawn, on the preference page")).to_be_visible()

    page.goto("/admin/customers")
    settle(page)
    page.get_by_role("link", name="Contact rules").first.click()
    page.get_by_role("button", name="Import suppression list").first.click()
    dialog = page.get_by_role("dialog", name="Import suppression list")
    rows = f"Email\nben@{fresh}.example\nana@{fresh}.example\n"
    file = {"name": f"{fresh}.csv", "mimeType": "text/csv", "buffer": rows.encode()}
    dialog.locator("input[type=file]").set_input_files(files=[file])  # type: ignore[list-item]
    expect(dialog.get_by_label("Name")).to_have_value(f"{fresh}.csv")
    look_over(page)
    page.evaluate("history.back()")
    asked = page.get_by_role("dialog", name="Leave without saving?")
    asked.get_by_role("button", name="Cancel").click()
    dialog.get_by_role("button", name="Import", exact=True).click()
    expect(dialog.get_by_role("status")).to_have_text(re.compile("^2 added, 0 listed before"))
    dialog.get_by_role("button", name="Done").click()
    expect(page.get_by_text(f"{fresh}.csv")).to_be_visible()
