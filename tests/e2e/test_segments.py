"""Customers come from a file, which can be undone as a whole; a segment is built with a live count, saved, counted by the
worker, and filters the customers.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import PATIENCE_MS, Device, look_over, settle
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on

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


@on("phone")
def test_customers_are_imported_from_a_file_and_the_import_is_undone(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device, fresh: str
) -> None:
    known = owner("save-customer", email=f"known@{fresh}.example", first_name="Kim")["customer_id"]
    rows = (
        "Mail,Given name,Family name,Shoe size",
        f"ana@{fresh}.example,Ana,{fresh},38",
        f"not an address,,,39\nben@{fresh}.example,Ben,{fresh},44",
        f"known@{fresh}.example,Other,{fresh},40",
    )
    file = {"name": f"{fresh}.csv", "mimeType": "text/csv", "buffer": "\n".join(rows).encode()}
    page = new_browser(state=owner_session, device=device).new_page()
    page.goto("/admin/customers/import")
    settle(page)
    page.get_by_test_id("import-file").set_input_files(files=[file])  # type: ignore[list-item]
    for column, target in (("Mail", "Email"), ("Given name", "First name")):
        column_as = page.get_by_role("combobox", name=f"Import “{column}” as")
        if column_as.inner_text() != target:
            column_as.click()
            page.get_by_role("option", name=target, exact=True).click()
    family = page.get_by_role("combobox", name="Import “Family name” as")
    if family.inner_text() != "Last name":
        family.click()
        page.get_by_role("option", name="Last name", exact=True).click()
    settle(page)
    look_over(page)
    page.get_by_role("button", name="Check the file").click()

    begin = page.get_by_role("button", name="Import 3 customers")
    expect(begin).to_be_visible()
    problems = page.get_by_role("region", name="Problems by row")
    expect(problems.get_by_role("listitem").filter(has_text="Row 3")).to_contain_text("Row skipped")
    assert owner("get-customers", filter=f"ana@{fresh}.example")["total"] == 0
    look_over(page)
    begin.dblclick()
    expect(page.get_by_text("The file was imported.")).to_be_visible()
    assert owner("get-customers", filter=f"ana@{fresh}.example")["total"] == 1
    assert owner("get-customer", customer_id=known)["last_name"] == fresh

    page.get_by_role("button", name="Undo the import").click()
    page.get_by_role("dialog").get_by_role("button", name="Undo", exact=True).click()
    undone = page.get_by_text("The import was undone: 2 customers removed, 1 restored.")
    expect(undone).to_be_visible()
    look_over(page)
    assert owner("get-customers", filter=f"ana@{fresh}.example")["total"] == 0
    assert owner("get-customer", customer_id=known)["last_name"] is None
    page.reload()
    expect(undone).to_be_visible()
