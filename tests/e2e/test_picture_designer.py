"""The picture of a code is designed, fixed and downloaded, on a phone and on a desktop."""

import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import PATIENCE_MS, Device, complaints, is_wider_than_screen, settle
from tests.e2e.conftest import NewContext
from tests.e2e.devices import on
from tests.support.drawn_codes import logo, pixels_of_pdf, texts_in

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def _preview(page: Page) -> Any:
    return page.get_by_role("img", name="QR code of this design")


def _open(page: Page, part: str) -> None:
    page.get_by_role("tab", name=part, exact=True).click()


def _open_design(page: Page) -> None:
    """Unfold the design in the form of a new code."""
    page.get_by_role("button", name=re.compile("^Design")).click()


@on("phone")
def test_code_picture_is_designed_fixed_and_downloaded(
    new_browser: NewContext, owner_session: Any, device: Device, tmp_path: Path
) -> None:
    page = new_browser(device=device, state=owner_session).new_page()
    page.goto("/admin/create-qr-code")
    page.get_by_role("textbox", name="Name", exact=True).fill("Menu on the table")
    page.get_by_label("Destination").fill("https://harbor-coffee.example/menu")
    expect(_preview(page)).to_be_visible()
    plain = _preview(page).get_attribute("src")

    _open_design(page)
    page.get_by_role("button", name="Harbor", exact=True).click()
    expect(_preview(page)).not_to_have_attribute("src", plain or "")
    _open(page, "Shapes")
    page.get_by_role("radio", name="Dots").check()
    expect(page.get_by_role("radio", name="Dots")).to_be_checked()
    assert complaints(page) == []
    _open(page, "Frame")
    page.get_by_role("radio", name="Banner below").check()
    page.get_by_label("Text", exact=True).fill("View menu")
    _open(page, "Logo")
    (tmp_path / "mark.png").write_bytes(b64decode(logo().partition(",")[2]))
    page.get_by_label("Logo file").set_input_files(tmp_path / "mark.png")
    expect(page.get_by_role("img", name="Your logo")).to_be_visible()
    _open(page, "Colours")
    page.get_by_role("button", name="Solid").first.click()
    page.get_by_label("Code colour", exact=True).last.fill("#b9c2cc")
    fix = page.get_by_role("button", name="Fix it: Increase the contrast")
    expect(fix).to_be_visible()
    assert complaints(page) == []
    fix.click()
    expect(fix).to_be_hidden()
    expect(page.get_by_text(re.compile("Readable", re.IGNORECASE))).to_be_visible()
    assert not is_wider_than_screen(page)

    page.get_by_role("button", name="Create code").click()
    expect(page.get_by_role("heading", name="Your code is ready")).to_be_visible()
    address = page.get_by_text(re.compile(r"/code/\w+$")).first.text_content()
    page.get_by_role("button", name="More formats and sizes").click()
    page.get_by_label("Scanning distance").click()
    page.get_by_role("option", name=re.compile("poster")).click()
    expect(page.get_by_text(re.compile("must be at least"))).to_be_visible()
    page.get_by_role("button", name=re.compile(r"Fix it: \d+ mm wide")).click()
    expect(page.get_by_text(re.compile("Large enough"))).to_be_visible()
    assert complaints(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "menu-on-the-table.pdf"
    assert texts_in(pixels_of_pdf(download.value.path().read_bytes())) == [address]


def test_file_that_cannot_be_a_logo_shows_the_error_beside_its_field(
    new_browser: NewContext, owner_session: Any, tmp_path: Path
) -> None:
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/create-qr-code")
    settle(page)
    _open_design(page)
    _open(page, "Logo")
    script = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>1</script></svg>'
    (tmp_path / "mark.svg").write_text(script)
    (tmp_path / "notes.txt").write_text("no picture")

    page.get_by_label("Logo file").set_input_files(tmp_path / "notes.txt")
    expect(page.get_by_text("Choose a PNG, JPEG, WebP or SVG image.")).to_be_visible()
    page.get_by_label("Logo file").set_input_files(tmp_path / "mark.svg")
    expect(page.get_by_text(re.compile("must be an SVG of plain shapes"))).to_be_visible()


def test_saved_design_is_changed_later(new_browser: NewContext, owner_session: Any) -> None:
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/create-qr-code")
    page.get_by_role("textbox", name="Name", exact=True).fill("Poster")
    page.get_by_label("Destination").fill("https://harbor-coffee.example/poster")
    page.get_by_role("button", name="Create code").click()
    page.wait_for_url("**/admin/create-qr-success?code=*")
    code_id = page.url.partition("code=")[2]

    page.goto(f"/admin/my-codes/edit/{code_id}")
    _open(page, "Shapes")
    page.get_by_role("radio", name="Flowing").check()
    page.get_by_role("button", name="Top left").click()
    page.get_by_role("radio", name="Heart", exact=True).check()
    _open(page, "Print")
    page.get_by_role("slider", name="Quiet zone in modules").press("Home")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", name="Changes saved")).to_be_visible()
    page.get_by_role("button", name="Fix it: Widen the quiet zone").click()
    expect(page.get_by_text(re.compile("Tested with two scanners"))).to_be_visible()
    assert complaints(page) == []
    page.goto(f"/admin/my-codes/edit/{code_id}")
    _open(page, "Shapes")
    expect(page.get_by_role("radio", name="Flowing")).to_be_checked()
    page.get_by_role("button", name="Top left").click()
    expect(page.get_by_role("radio", name="Heart", exact=True)).to_be_checked()
    page.get_by_role("button", name="Bottom left").click()
    expect(page.get_by_role("radio", name="Heart", exact=True)).not_to_be_checked()
