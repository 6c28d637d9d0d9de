"""Pictures of many codes at once in a real browser: selected codes, and all codes created from one."""

import io
import zipfile
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import PATIENCE_MS, Device, is_wider_than_screen, listed, look_over
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

REDIRECT = {"type": "redirect", "destination": "https://harbor-coffee.example/menu"}


@on("desktop")
def test_pictures_of_many_codes_are_downloaded_as_one_archive(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device, fresh: str
) -> None:
    page = new_browser(state=owner_session, device=device).new_page()
    base = owner("qr/create-code", name=f"Menu {fresh}", **REDIRECT)["code_id"]
    rows = [{"name": f"Tisch {number}: {fresh}"} for number in (1, 2)] + [{"name": "Café"}] * 2
    owner("clone-multiple", code_id=base, data=rows)
    made = owner("get-all-qr-codes/get-child", id=base)["items"]
    links = {code["name"]: code["url"] for code in made}

    page.goto(f"/admin/my-codes/show/{base}")
    page.get_by_role("button", name="Download images").click()
    dialog = page.get_by_role("dialog", name="Images of all child codes")
    archive = _saved(page, dialog, f"Menu-{fresh}.zip")
    assert sorted(archive.namelist()) == sorted(
        [f"Tisch {number} {fresh}.png" for number in (1, 2)]
        + [f"Café ({code['code_id']}).png" for code in made if code["name"] == "Café"]
    )
    assert _read(archive, f"Tisch 2 {fresh}.png") == links[f"Tisch 2: {fresh}"]
    expect(page.get_by_text("4 images were saved")).to_be_visible()

    page.goto(f"/admin/my-codes?filter={fresh}")
    for number in (1, 2):
        listed(page, f"Tisch {number}: {fresh}").get_by_role("checkbox").check()
    bar = page.get_by_role("toolbar", name="Selected codes")
    beside, more = (bar.get_by_role("button", name=name) for name in ("Images", "More actions"))
    expect(beside.or_(more).first).to_be_visible()
    if not beside.is_visible():
        more.click()
        beside = page.get_by_role("menuitem", name="Images")
    beside.click()
    archive = _saved(page, page.get_by_role("dialog", name="Images of 2 codes"), "codes.zip")
    assert sorted(archive.namelist()) == [f"Tisch {number} {fresh}.png" for number in (1, 2)]
    assert not is_wider_than_screen(page)


def _saved(page: Page, dialog: Locator, name: str) -> zipfile.ZipFile:
    """Return the archive that the dialog saves, with pictures in pixels."""
    expect(dialog).to_be_visible()
    look_over(page)
    dialog.get_by_role("combobox", name="Format").click()
    page.get_by_role("option", name="PNG, 300 dots per inch").click()
    dialog.get_by_label("Width in mm").fill("400")
    expect(dialog.get_by_text("From 5 to 100 mm")).to_be_visible()
    dialog.get_by_label("Width in mm").fill("40")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download images").click()
    assert download.value.suggested_filename == name
    archive = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
    assert archive.testzip() is None
    expect(dialog).to_have_count(0)
    return archive


def _read(archive: zipfile.ZipFile, name: str) -> str:
    """Return what a phone reads from this picture, and check that it has the requested width."""
    picture = Image.open(io.BytesIO(archive.read(name)))
    assert abs(picture.width - 40 / 25.4 * 300) <= 1
    return zxingcpp.read_barcodes(picture)[0].text
