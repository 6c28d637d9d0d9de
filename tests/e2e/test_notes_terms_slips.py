"""Notes, terms and slips as people create, read and print them, on desktop and phone."""

import re
from typing import Any
from urllib.parse import urljoin

import httpx2
import pypdfium2
import pytest
import zxingcpp
from playwright.sync_api import Page, expect

from tests.e2e.browser import PATIENCE_MS, Device, complaints, is_wider_than_screen, settle
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def _is_fine(page: Page) -> None:
    # The positions of elements on a slip are a matter of its design; the list beside it contains
    # each again.
    found = [it for it in complaints(page) if not ("target-size" in it and "data-element" in it)]
    assert found == []
    assert not is_wider_than_screen(page)


def _choose_code(page: Page, name: str = "") -> None:
    """Choose the first code that the picker offers, or the one with this name."""
    picker = page.get_by_role("combobox", name="Code")
    picker.click()
    options = page.get_by_role("option")
    if name:
        picker.fill(name)
        options = page.get_by_role("option", name=name)
    options.first.click()


@on("phone")
def test_note_is_written_found_read_by_visitors_and_removed(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    device: Device,
    fresh: str,
) -> None:
    page = new_browser(device=device, state=owner_session).new_page()
    page.goto("/admin/notes")
    settle(page)
    page.get_by_role("button", name=re.compile("Write (a|the first) note")).first.click()
    title = f"Wi-Fi on {device} {fresh}"
    page.get_by_role("button", name="Save note").click()
    expect(page.get_by_text("Enter a title")).to_be_visible()
    page.get_by_label("Title").fill(title)
    _choose_code(page)
    text = page.get_by_role("textbox", name="Text")
    text.click()
    page.keyboard.press("Control+b")
    page.keyboard.type("Ask us")
    page.keyboard.press("Control+b")
    page.keyboard.type(" for the password.")
    expect(page.locator(".tiptap strong")).to_have_text("Ask us")
    rules = {"name": "House rules.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 rules"}
    page.get_by_test_id("attachment-input").set_input_files(rules)
    expect(page.get_by_label("Description of attachment 1")).to_have_value("House rules.pdf")
    page.get_by_label("Public: anyone").check()
    _is_fine(page)
    page.get_by_role("button", name="Save note").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    _is_fine(page)

    link = page.get_by_role("link", name=f"Open public page of {title}").get_attribute("href")
    reader = new_browser(device=device, runs_scripts=False).new_page()
    reader.goto(str(link))
    expect(reader.get_by_role("heading", name=title)).to_be_visible()
    expect(reader.locator("strong")).to_have_text("Ask us")
    file = reader.get_by_role("link", name="House rules.pdf").get_attribute("href")
    assert httpx2.get(urljoin(product.url("/"), str(file))).content == b"%PDF-1.7 rules"
    page.get_by_label("Search", exact=True).fill(title)
    expect(page).to_have_url(re.compile("filter="))
    page.get_by_role("button", name=f"Delete {title}").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("No matching notes")).to_be_visible()
    assert product.get(str(link)).status_code == 404


@on("phone")
def test_terms_are_published_accepted_without_script_and_changed(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device, fresh: str
) -> None:
    code = f"Coupon with terms {fresh}"
    owner("qr/create-code", name=code, type="redirect", destination="https://harbor-coffee.example")
    page = new_browser(device=device, state=owner_session).new_page()
    page.goto("/admin/terms-pages")
    settle(page)
    page.get_by_role("button", name="Add terms for a code").click()
    _choose_code(page, code)
    page.get_by_role("textbox", name="Text").click()
    page.keyboard.type("One coupon for each guest.")
    _is_fine(page)
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Version 1", exact=True).first).to_be_visible()
    _is_fine(page)

    address = page.get_by_role("link", name="Open page").get_attribute("href")
    visitor = new_browser(device=device, runs_scripts=False).new_page()
    visitor.goto(str(address))
    visitor.get_by_label("Email address").fill(f"ann-{device}@example.com")
    visitor.get_by_role("button", name="I accept these terms").click()
    expect(visitor.get_by_role("status")).to_contain_text("Your consent to version 1")
    page.reload()
    expect(page.get_by_text(f"ann-{device}@example.com")).to_be_visible()

    page.get_by_role("button", name="Write version 2").click()
    page.get_by_role("textbox", name="Text").click()
    page.keyboard.press("Control+End")
    page.keyboard.type(" And day.")
    page.get_by_role("button", name="Publish version 2").click()
    expect(page.get_by_role("link", name="Version 1")).to_be_visible()
    visitor.goto(str(address).replace("?accept=1", "?version=1"))
    expect(visitor.get_by_role("note")).to_contain_text("older version")


@on("desktop")
def test_slip_is_designed_by_keyboard_and_pointer_and_printed(
    new_browser: NewContext, owner_session: Any, device: Device
) -> None:
    page = new_browser(device=device, state=owner_session).new_page()
    page.goto("/admin/my-slip")
    settle(page)
    _is_fine(page)
    page.get_by_role("link", name="Create a slip").first.click()
    name = f"Coupon of {device}"
    page.get_by_label("Name").fill(name)
    _choose_code(page)
    page.get_by_label("Give each printed copy").check()
    _is_fine(page)
    page.get_by_role("button", name="Design slip").click()
    page.wait_for_url("**/admin/slip/slip_*")
    offer = page.locator("[data-element=offer]")
    expect(offer).to_have_attribute("aria-label", re.compile("at 10 and 17"))
    settle(page)

    offer.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    expect(offer).to_have_attribute("aria-label", re.compile("at 10.5 and 22"))
    page.get_by_role("button", name="Undo").click()
    expect(offer).to_have_attribute("aria-label", re.compile("at 10 and 17"))
    page.get_by_label("Text", exact=True).fill("A cookie\nwith every latte")
    expect(offer).to_contain_text("A cookie")
    _drag(page, "number", 0, -20)
    expect(page.locator("[data-element=number]")).not_to_have_attribute(
        "aria-label", re.compile("at 97 and 50")
    )
    page.get_by_role("button", name="Add box").click()
    page.keyboard.press("Control+z")
    _is_fine(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.reload()
    expect(page.locator("[data-element=offer]")).to_contain_text("A cookie")

    page.get_by_role("button", name="Print").click()
    page.wait_for_url("**/admin/create-slip-success?slip=*")
    settle(page)
    page.get_by_label("Copies").fill("4")
    _is_fine(page)
    page.get_by_role("button", name="Create PDF").click()
    expect(page.get_by_text("4 copies on 1 sheet")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    [sheet] = pypdfium2.PdfDocument(download.value.path())
    image = sheet.render(scale=200 / 72).to_pil()
    found = {code.text for code in zxingcpp.read_barcodes(image)}
    assert len(found) == 4
    assert all("/code/" in text for text in found)


def _drag(page: Page, element: str, dx: float, dy: float) -> None:
    box = page.locator(f"[data-element={element}]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2)
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()
