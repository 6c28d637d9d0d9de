"""A pass from its template to a phone: designed, published, created, installed, changed, redeemed, and removed again;
and passes for many people at once, for the rows of a file, and one for each answer of a form.
"""

import json
import re
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import (
    PATIENCE_MS,
    calls_of,
    complaints,
    is_wider_than_screen,
    look_over,
    settle,
)
from tests.e2e.conftest import Caller, NewContext
from tests.support.google_calls import key_file
from tests.support.installation import Installation
from tests.support.pages import field, form_block, page_data
from tests.support.pass_template_calls import drawn_template
from tests.support.waiting import eventually
from tests.twins.google_wallet import ISSUER
from tests.twins.phone import Phone

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def _publish(page: Page, version: int) -> None:
    page.get_by_role("button", name="Publish").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Publish").click()
    expect(dialog.get_by_role("heading", name=f"Version {version} is published")).to_be_visible()
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_have_count(0)


def _values(package: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the content of a package, and the values of its fields by key."""
    with ZipFile(BytesIO(package)) as files:
        content: dict[str, Any] = json.loads(files.read("pass.json"))
    shown = {
        field["key"]: field["value"] for zone in content["storeCard"].values() for field in zone
    }
    return content, shown


def test_pass_is_designed_published_held_changed_redeemed_and_removed(
    new_browser: NewContext,
    owner_session: Any,
    owner: Caller,
    product: Installation,
    fresh: str,
) -> None:
    customer = owner("save-customer", first_name="Ana", last_name=fresh, tags=[fresh])[
        "customer_id"
    ]
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/pass-templates")
    settle(page)
    page.get_by_role("link", name="New template").first.click()
    page.get_by_role("button", name="Stamp card").click()
    page.get_by_role("tab", name="Look").click()
    drawn = page.get_by_role("group", name="Strip image").locator("img")
    expect(drawn).to_have_js_property("naturalWidth", 1500)
    page.get_by_role("tab", name="General").click()
    page.get_by_label("Template name").fill(f"Stamps {fresh}")
    page.get_by_role("tab", name="Fields").click()

    up = page.get_by_role("button", name="Move Name up")
    up.focus()
    page.keyboard.press("Enter")
    primary = page.get_by_role("region", name="Primary")
    expect(primary.get_by_role("listitem", name="Field Name")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(primary.get_by_role("listitem", name="Field Name")).to_have_count(0)
    look_over(page)
    _publish(page, 1)

    page.get_by_role("button", name="Create pass").click()
    picker = page.get_by_role("combobox", name="Customer")
    picker.fill(fresh)
    page.get_by_role("option", name=f"Ana {fresh}").click()
    page.get_by_role("dialog").get_by_role("button", name="Create pass").click()
    made = page.get_by_role("dialog").get_by_text("Pass created. Its serial number is")
    expect(made).to_be_visible()
    serial = made.inner_text().split("serial number is ")[1].split(".")[0].strip()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()

    with httpx2.Client(base_url=product.url(""), timeout=60) as web:
        with calls_of(owner_session, product.url("")) as client:
            answer = client.get(product.url("/dev/allpass"), params={"filter": serial})
            (row,) = answer.json()["items"]
        visitor = new_browser(device="phone", theme="dark").new_page()
        visitor.goto(f"/card/{row['pass_id']}")
        expect(visitor.get_by_text(f"Ana {fresh}").first).to_be_visible()
        look_over(visitor)
        package = web.get(f"/card/{row['pass_id']}/pass.pkpass")
        assert package.headers["content-type"] == "application/vnd.apple.pkpass"
        content, shown = _values(package.content)
        assert content["barcodes"][0]["message"] == serial
        assert shown["name"] == f"Ana {fresh}"

        phone = Phone(web, f"phone-{fresh}")
        token = content["authenticationToken"]
        assert phone.add(content, token) == 201
        assert phone.changed(content) == [serial]

        page.get_by_role("button", name="Edit Reward").click()
        page.get_by_role("textbox", name="Value").fill("A free cake")
        _publish(page, 2)

        eventually(lambda: phone.changed(content) == [serial], within=60)
        _, now_shown = _values(phone.fetch(content, token).content)
        assert now_shown["reward"] == "A free cake"

        page.goto("/admin/till")
        page.get_by_label("Phone, email or customer number").fill(serial)
        page.get_by_role("button", name="Find").click()
        page.get_by_role("button", name="Redeem").click()
        expect(page.get_by_text("Redeemed", exact=True)).to_be_visible()

        assert phone.remove(content, token) == 200
    left = {"kind": "behaviour", "act": "pass_removed", "within": {"last_days": 30}}
    rules = {"kind": "all", "conditions": [left, {"kind": "tag", "values": [fresh]}]}
    eventually(lambda: owner("preview-segment", rules=rules)["count"] == 1, within=60)
    page.goto("/admin/passes")
    life = page.get_by_role("region", name="Last 30 days")
    expect(life.get_by_role("row", name=f"Stamps {fresh}")).to_contain_text("1")
    held = page.get_by_role("heading", name=f"Ana {fresh}").get_by_role("link")
    expect(held).to_have_attribute("href", f"/admin/customers/{customer}")
    look_over(page)
    page.goto(f"/admin/customers/{customer}")
    expect(page.get_by_role("link", name="Stamp card").first).to_be_visible()


def test_passes_are_created_from_the_rows_of_a_file(
    new_browser: NewContext, owner_session: Any, owner: Caller, fresh: str
) -> None:
    template = owner("save-pass-template", name=f"Seats {fresh}", content=drawn_template("Harbor"))
    template_id = template["template_id"]
    owner("publish-pass-template", template_id=template_id)
    page = new_browser(state=owner_session).new_page()
    page.goto(f"/admin/pass-templates/{template_id}")
    page.get_by_role("button", name="Import passes").click()
    dialog = page.get_by_role("dialog", name="Import passes")
    rows = f"ticket,seat\nA-{fresh},1A\nA-{fresh},1B\nC-{fresh},1C\n"
    dialog.get_by_label("CSV file").set_input_files(
        {"name": "guests.csv", "mimeType": "text/csv", "buffer": rows.encode()}
    )
    expect(dialog.get_by_role("combobox", name="Import “seat” as")).to_have_text("{{row.seat}}")
    dialog.get_by_role("combobox", name="Import “ticket” as").click()
    page.get_by_role("option", name="Serial number").click()
    look_over(page)
    dialog.get_by_role("button", name="Check the file").click()
    expect(
        dialog.get_by_role("region", name="Rows with problems").get_by_role("row")
    ).to_have_count(2)
    dialog.get_by_role("button", name="Create 2 passes").click()
    expect(dialog.get_by_text("2 passes were created.")).to_be_visible()
    look_over(page)


ANDROID = (
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Mobile Safari/537.36"
)


def test_visitor_gets_a_pass_by_answering_a_form(
    new_browser: NewContext, owner: Caller, fresh: str
) -> None:
    template = owner("save-pass-template", name=f"Club {fresh}", content=drawn_template("Harbor"))
    template_id = template["template_id"]
    owner("publish-pass-template", template_id=template_id)
    asked = (field("first_name"), field("email", "email", required=True), field("seat"))
    form = form_block(*asked, pass_template_id=template_id, submit_label="Join")
    code_id = owner("qr/create-code", name=f"Club {fresh}", type="form")["code_id"]
    page_id = owner("gen-page", code_id=code_id, blocks=page_data(form))["page_id"]
    owner("update-page", page_id=page_id, action="publish")
    owner("save-google-wallet-account", service_account=key_file(), issuer_id=ISSUER)

    context = new_browser(device="phone", theme="dark")
    context.set_extra_http_headers({"User-Agent": ANDROID})
    phone = context.new_page()
    phone.goto(f"/code/{code_id}")
    phone.get_by_label("first_name").fill("Ana")
    phone.get_by_label("email").fill(f"ana.{fresh}@example.com")
    phone.get_by_label("seat").fill("12")
    phone.get_by_role("button", name="Join").press("Enter")
    offered = phone.locator("[data-pass]").get_by_role("link")
    expect(offered).to_have_text(["Add to Google Wallet", "Add to Apple Wallet", "Show your pass"])
    assert complaints(phone) == []
    assert not is_wider_than_screen(phone)

    offered.last.press("Enter")
    expect(phone).to_have_url(re.compile("/card/pass_"))
    expect(phone.get_by_text("Harbor company").first).to_be_visible()
    expect(phone.get_by_text("12", exact=True)).to_be_visible()
    # Google does not know the key of this test, so the page offers only Apple's wallet.
    expect(phone.get_by_role("link", name="Add to Apple Wallet")).to_be_visible()
    look_over(phone)
    owner("remove-google-wallet-account")
