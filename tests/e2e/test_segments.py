"""Customers are imported from a file, which can be undone as a whole; a segment is built with a live count, saved,
counted by the worker, and filters the customers; a campaign is sent to it once a second person has approved, and a STOP
ends it for its sender; an automation is tried, switched on and triggered.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import PATIENCE_MS, Device, log_in, look_over, settle
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on
from tests.support.browsers import BROWSER
from tests.support.installation import Installation
from tests.support.waiting import eventually

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def test_segment_is_built_with_a_live_count_and_filters_customers(
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


def test_campaign_is_approved_by_a_second_person_and_a_stop_is_honoured(
    new_browser: NewContext, owner_session: Any, owner: Caller, fresh: str
) -> None:
    tag = f"regular-{fresh}"
    phones = [_texted(owner, name, fresh, tag) for name in ("Ana", "Ben")]
    owner("save-customer", first_name="Cy", last_name=fresh, tags=[tag])
    rules = {"conditions": [{"kind": "tag", "op": "is", "values": [tag]}]}
    owner("save-segment", name=f"Regulars {fresh}", rules=rules)
    owner("save-campaign-settings", approval_above=2)
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/campaigns")
    settle(page)
    page.get_by_role("link", name="New campaign").first.click()
    page.get_by_role("textbox", name="Name").fill(f"Spring {fresh}")
    _choose(page, "Audience", "A segment")
    _choose(page, "Segment", f"Regulars {fresh}")
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Text message").fill(
        "Hi {{customer.first_name|there}}, spring is here. Reply STOP to opt out."
    )
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Continue").click()
    check = page.get_by_role("region", name="Pre-send check")
    expect(_figure(check, "In the audience")).to_have_text("3")
    expect(_figure(check, "Get it")).to_have_text("2")
    expect(check.get_by_text("need approval from a second person")).to_be_visible()
    look_over(page)
    page.get_by_role("button", name="Send campaign").click()
    page.get_by_role("dialog").get_by_role("button", name="Send campaign").click()
    expect(page.get_by_text("Waiting for approval from a second person.")).to_be_visible()
    expect(page.get_by_role("button", name="Approve and send")).to_have_count(0)

    path = page.url.partition("?")[0]
    second = new_browser(device="phone").new_page()
    log_in(second, "admin@harbor-coffee.example", "/admin/campaigns")
    second.goto(f"{path}?step=check")
    settle(second)
    look_over(second)
    second.get_by_role("button", name="Approve and send").click()
    expect(_figure(second.locator("main"), "Sent")).to_have_text("2")
    expect(second.get_by_text("Completed", exact=True)).to_be_visible()

    page.goto(f"/admin/sandbox?of={phones[0].replace('+', '%2B')}")
    phone = page.get_by_role("region", name=f"Phone {phones[0]}")
    expect(phone.get_by_text("Hi Ana, spring is here.")).to_be_visible()
    look_over(page)
    phone.get_by_role("button", name="STOP", exact=True).click()
    expect(phone.get_by_text("STOP", exact=True).nth(1)).to_be_visible()

    page.goto(path)
    expect(_figure(page.locator("main"), "Sent")).to_have_text("2")
    look_over(page)
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("tab", name="4. Check and send").click()
    expect(_figure(check, "Get it")).to_have_text("1")
    expect(check.get_by_text("Unsubscribed")).to_be_visible()
    owner("save-campaign-settings")


@on("phone")
def test_automation_is_tried_enabled_and_triggered(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    owner: Caller,
    device: Device,
    fresh: str,
) -> None:
    tag = f"new-{fresh}"
    phone = _texted(owner, "Dee", fresh, tag)
    code_id = _form(owner, f"Table {fresh}")
    _fill_in(product, code_id, phone)
    page = new_browser(state=owner_session, device=device).new_page()
    page.goto("/admin/automations")
    settle(page)
    page.get_by_role("link", name="New automation").first.click()
    page.get_by_role("button", name="Start from scratch").click()
    page.get_by_role("textbox", name="Name").fill(f"Thanks {fresh}")
    page.get_by_role("combobox", name="Only at these codes").fill(fresh)
    page.get_by_role("option", name=f"Table {fresh}").click()
    page.get_by_role("combobox", name="Only on these pages").fill(fresh)
    page.get_by_role("option", name=f"Table {fresh}").click()
    expect(page.get_by_role("button", name=f"Table {fresh}")).to_have_count(2)
    page.get_by_role("button", name="Each person’s best channel", exact=True).click()
    _choose(page, "Channel", "Text message")
    page.get_by_label("Text message", exact=True).fill("Thank you, {{customer.first_name|you}}.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", level=1, name=f"Thanks {fresh}")).to_be_visible()
    trial = page.get_by_role("region", name="Trial")

    def would_have_sent() -> bool:
        trial.get_by_role("button", name="Try with the last 30 days").click()
        expect(trial.get_by_text(re.compile("Would have sent"))).to_be_visible()
        return trial.get_by_text("Would have sent 1 message", exact=True).is_visible()

    eventually(would_have_sent, within=PATIENCE_MS / 1000)
    expect(trial.get_by_role("link", name=f"Dee {fresh}")).to_be_visible()
    look_over(page)
    page.get_by_role("button", name="Switch on").click()
    page.get_by_role("dialog").get_by_role("button", name="Switch on").click()
    expect(page.get_by_text("On", exact=True)).to_be_visible()

    _fill_in(product, code_id, phone)
    page.get_by_role("tab", name="Report").click()
    look_over(page)
    page.goto(f"/admin/sandbox?of={phone.replace('+', '%2B')}")
    texts = page.get_by_role("region", name=f"Phone {phone}").get_by_text("Thank you, Dee.")
    expect(texts).to_have_count(1)
    look_over(page)
    page.goto("/admin/automations")
    look_over(page)


def _texted(owner: Caller, name: str, fresh: str, tag: str) -> str:
    """Create a person who consented to text messages and return their number."""
    number = int(fresh, 16) * 10 + len(name) + sum(map(ord, name)) % 7
    phone = f"+35191{number % 10_000_000:07}"
    made = owner("save-customer", first_name=name, last_name=fresh, phone=phone, tags=[tag])
    owner(
        "record-consent",
        customer_id=made["customer_id"],
        channel="sms",
        purpose="marketing",
        decision="given",
        reason="Signed form",
    )
    return phone


def _form(owner: Caller, name: str) -> str:
    """Return the code of a published page with a form that asks for a number."""
    about = {"name": "about", "input_display_name": "You", "input_type": "page_divider"}
    phone = {"name": "phone", "input_display_name": "Phone", "input_type": "phone"}
    fields = [{**about, "deletable": False}, phone]
    form = {"id": "form", "form_id": "table", "title": name, "fields": fields}
    blocks = {"root": {"props": {}}, "content": [{"type": "Form", "props": form}]}
    code_id: str = owner("qr/create-code", name=name, type="page")["code_id"]
    page = owner("gen-page", name=name, code_id=code_id, blocks=blocks)
    owner("update-page", page_id=page["page_id"], action="publish")
    return code_id


def _fill_in(product: Installation, code_id: str, phone: str) -> None:
    """Send the form as a browser does."""
    body = {"code_id": code_id, "fields": {"phone": phone}}
    sent = product.post("/v1/append-submit", json=body, headers=BROWSER)
    assert sent.status_code == 200, sent.text


def _choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=option, exact=True).click()


def _figure(within: Page | Locator, label: str) -> Locator:
    return within.get_by_text(label, exact=True).locator("xpath=following-sibling::p")
