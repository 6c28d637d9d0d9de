"""Managing many codes in a real browser: selection, tables of rows, one-time codes."""

import csv
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import (
    PATIENCE_MS,
    Device,
    choose_all,
    complaints,
    is_wider_than_screen,
    listed,
    look_over,
    settle,
    show_deleted,
)
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

LONG = (
    "The very long name of a poster that hangs in the underground passage between platforms 4 and 5"
)


def _import(page: Page, table: str, makes: str) -> None:
    """Create codes from a pasted table."""
    page.goto("/admin/my-codes")
    page.get_by_role("button", name="Import").click()
    dialog = page.get_by_role("dialog", name="Import links")
    dialog.get_by_label("Table").fill(table)
    dialog.get_by_role("button", name="Check rows").click()
    dialog.get_by_role("button", name=makes).click()
    expect(page.get_by_text(re.compile("were created|was created"))).to_be_visible()


IMPORTS = {
    "Bitly export": ("link,long_url,title,tags", "bit.ly/{word},{to},Menu {word},{tag}"),
    "Dub export": (
        "Short link,Destination URL,Title,Tags",
        "dub.sh/{word},{to},Menu {word},{tag}",
    ),
    "My own table": ("name,destination,tags", "Menu {word},{to},{tag}"),
}
"""The export format of each service: its columns, and a sample line."""


@on("phone")
def test_links_of_other_products_are_imported(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device, fresh: str
) -> None:
    page = new_browser(state=owner_session, device=device).new_page()
    page.goto("/admin/my-codes")
    words = {source: f"{fresh}-{at}" for at, source in enumerate(IMPORTS)}
    for source, word in words.items():
        columns, line = IMPORTS[source]
        result = line.format(word=word, to="https://harbor-coffee.example/menu", tag=f"t-{fresh}")
        page.get_by_role("button", name="Import", exact=True).click()
        dialog = page.get_by_role("dialog", name="Import links")
        dialog.get_by_role("combobox", name="Source").click()
        page.get_by_role("option", name=source).click()
        file = {
            "name": "links.csv",
            "mimeType": "text/csv",
            "buffer": f"{columns}\n{result}".encode(),
        }
        dialog.locator("input[type=file]").set_input_files([file])  # type: ignore[list-item]
        dialog.get_by_role("button", name="Check rows").click()
        preview = dialog.get_by_role("region", name="Codes to be created")
        expect(preview).to_contain_text(f"Menu {word}")
        look_over(page)
        dialog.get_by_role("button", name="Create 1 code").click()
        expect(dialog).to_have_count(0)

    page.goto(f"/admin/my-codes?tag=t-{fresh}")
    for word in words.values():
        expect(listed(page, f"Menu {word}")).to_be_visible()
    kept = owner("get-all-qr-codes", filter=fresh)["items"]
    opened = {code["name"]: code["public_url"].rpartition("/")[2] for code in kept}
    assert opened[f"Menu {words['Bitly export']}"] == words["Bitly export"]


def _made(owner: Caller, prefix: str, count: int) -> None:
    """Create the codes that `_import` would create from `_links`, without a screen."""
    for number in range(1, count + 1):
        redirect = {"type": "redirect", "destination": f"https://harbor-coffee.example/{number}"}
        owner("qr/create-code", name=f"{prefix} {number}", **redirect)


def _links(prefix: str, count: int) -> str:
    rows = "".join(f"{prefix} {n},https://harbor-coffee.example/{n}\n" for n in range(1, count + 1))
    return f"name,destination\n{rows}"


@on("desktop")
def test_selected_codes_are_tagged_paused_deleted_and_restored(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device, fresh: str
) -> None:
    page = new_browser(state=owner_session, device=device).new_page()
    terrace, garden = f"terrace-{fresh}", f"garden-{fresh}"
    _made(owner, f"Bulk {fresh}", 2)
    page.goto(f"/admin/my-codes?filter={fresh}")
    for number in (1, 2):
        listed(page, f"Bulk {fresh} {number}").get_by_role("checkbox").check()
    bar = page.get_by_role("toolbar", name="Selected codes")
    expect(bar).to_contain_text("2 selected")
    bar.get_by_role("button", name="Add tags").click()
    page.get_by_role("combobox", name="Tags").fill(terrace)
    look_over(page)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("2 codes tagged")).to_be_visible()
    page.goto(f"/admin/my-codes?tag={terrace}")
    first = listed(page, f"Bulk {fresh} 1")
    expect(first).to_be_visible()

    page.get_by_role("button", name="Filters (1)").click()
    page.get_by_role("button", name="Manage tags").click()
    page.get_by_role("button", name=f"Rename {terrace}").click()
    look_over(page)
    page.get_by_label(f"New name for {terrace}").fill(garden)
    page.get_by_role("button", name="Save name").click()
    expect(page.get_by_text(f"“{terrace}” was renamed to “{garden}”")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    page.goto(f"/admin/my-codes?tag={garden}")
    expect(first).to_be_visible()
    choose_all(page)
    bar.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("2 codes paused")).to_be_visible()
    expect(page.get_by_text("Paused", exact=True)).to_have_count(2)
    page.get_by_role("button", name="Undo").last.click()
    expect(page.get_by_text("Undone", exact=True)).to_be_visible()
    expect(page.get_by_text("Paused", exact=True)).to_have_count(0)
    expect(bar).to_contain_text("2 selected")
    bar.get_by_role("button", name="Delete").click()
    look_over(page)
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No matching codes")).to_be_visible()
    look_over(page)
    show_deleted(page)
    expect(first).to_be_visible()
    choose_all(page)
    look_over(page)
    bar.get_by_role("button", name="Restore").click()
    expect(page.get_by_text("2 codes restored")).to_be_visible()


@on("phone")
def test_rows_are_checked_before_anything_is_created(
    new_browser: NewContext, owner_session: Any, device: Device, fresh: str
) -> None:
    page = new_browser(state=owner_session, device=device).new_page()
    base = f"Base {fresh} 1"
    _import(page, _links(f"Base {fresh}", 1), "Create 1 code")
    page.goto(f"/admin/my-codes?filter={fresh}")
    page.get_by_role("button", name=f"Actions for {base}").click()
    page.get_by_role("menuitem", name="Create in bulk…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Table").fill(
        "name,destination,table\nTable 1,,1\nTable 2,ftp://x.example,2\n"
    )
    dialog.get_by_role("button", name="Check rows").click()
    expect(dialog.get_by_text("Row 2: destination must be a web address")).to_be_visible()
    look_over(page)
    dialog.get_by_label("Table").fill("name,destination,table\nTable 1,,1\nTable 2,,2\n")
    dialog.get_by_role("button", name="Check rows").click()
    look_over(page)
    dialog.get_by_role("button", name="Create 2 codes").click()
    expect(page.get_by_text("2 codes were created")).to_be_visible()

    listed(page, base).get_by_role("link").first.click()
    children = page.get_by_role("region", name=re.compile("Child codes"))
    expect(children.get_by_role("listitem")).to_have_count(2)
    look_over(page)
    children.get_by_role("link", name="Table 2").click()
    expect(page.get_by_text(f"Inherits everything from {base}.")).to_be_visible()
    expect(page.get_by_text("table: 2")).to_be_visible()


def test_import_of_many_rows_shows_its_progress(
    new_browser: NewContext, owner_session: Any, fresh: str
) -> None:
    page = new_browser(state=owner_session).new_page()
    _import(page, _links(f"Crowd {fresh}", 700), "Create 700 codes")
    page.goto(f"/admin/my-codes?filter={fresh}&pageSize=100&sort=-name")
    settle(page)
    expect(page.get_by_text("of 700")).to_be_visible()
    page.get_by_role("button", name="Go to next page").click()
    expect(page.get_by_text("101–200 of 700")).to_be_visible()
    page.reload()
    settle(page)
    expect(page.get_by_text("101–200 of 700")).to_be_visible()


def test_code_is_duplicated_and_its_design_copied(
    new_browser: NewContext, owner_session: Any, owner: Caller, fresh: str
) -> None:
    page = new_browser(state=owner_session).new_page()
    twin = f"Twin {fresh} 1"
    _made(owner, f"Twin {fresh}", 1)
    page.goto(f"/admin/my-codes?filter={fresh}")
    page.get_by_role("button", name=f"Actions for {twin}", exact=True).click()
    page.get_by_role("menuitem", name="Duplicate").click()
    expect(page.get_by_role("heading", level=1, name=f"{twin} copy")).to_be_visible()
    page.get_by_role("button", name=f"Actions for {twin} copy").click()
    page.get_by_role("menuitem", name="Copy another code’s design…").click()
    page.get_by_label("Code", exact=True).fill(twin)
    page.get_by_role("option", name=twin, exact=True).click()
    page.get_by_role("button", name="Copy design").click()
    expect(page.get_by_text(f"“{twin} copy” now has the design of “{twin}”")).to_be_visible()


@on("desktop")
def test_one_time_codes_are_created_distributed_and_withdrawn(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device, fresh: str
) -> None:
    page = new_browser(state=owner_session, device=device).new_page()
    name = f"Coupon on {device} {fresh}"
    redirect = {"type": "redirect", "destination": "https://harbor-coffee.example/free"}
    made = owner("qr/create-code", name=name, **redirect)
    page.goto(f"/admin/my-codes/show/{made['code_id']}")
    panel = page.get_by_role("region", name="One-time codes")
    panel.get_by_label("How many").fill("120")
    panel.get_by_role("button", name="Create batch").click()
    expect(page.get_by_text("120 one-time codes are ready")).to_be_visible()
    expect(panel.get_by_role("button", name="Issued 120")).to_be_visible()
    expect(panel.get_by_text(f"{name} 001")).to_be_visible()

    with page.expect_download() as download:
        panel.get_by_role("button", name=f"Download CSV of {name}").click()
    assert re.fullmatch(rf"{name}-\d{{4}}-\d\d-\d\d\.csv", download.value.suggested_filename)
    rows = list(csv.DictReader(download.value.path().open(encoding="utf-8-sig")))
    assert (len(rows), rows[0]["state"]) == (120, "issued")
    assert complaints(page) == []
    assert not is_wider_than_screen(page)

    panel.get_by_label("How many").fill("2")
    panel.get_by_label("Batch name").fill(f"Fair {fresh}")
    panel.get_by_role("button", name="Create batch").click()
    expect(panel.get_by_role("button", name="Issued 122")).to_be_visible()
    with page.expect_download() as download:
        panel.get_by_role("button", name=f"Download CSV of Fair {fresh}").click()
    assert download.value.suggested_filename.startswith(f"Fair {fresh}-20")

    panel.get_by_role("button", name=f"Withdraw {name}", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("120 one-time codes were withdrawn")).to_be_visible()
    panel.get_by_role("button", name="Void 120").click()
    expect(panel.get_by_text("Void", exact=True)).to_have_count(10)
    page.goto("/admin/my-codes")
    settle(page)
    expect(page.get_by_text(f"{name} 001")).to_have_count(0)


@on("phone")
def test_lists_and_folders_are_accessible_and_fit_with_long_names(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device, fresh: str
) -> None:
    page = new_browser(state=owner_session, device=device).new_page()
    long, folder = f"{LONG} {fresh}", f"{LONG[:60]} {fresh}"
    redirect = {"type": "redirect", "destination": "https://harbor-coffee.example/"}
    owner("qr/create-code", name=long, tags=["a", "b"], **redirect)
    owner("create-folder", name=folder)
    screens = ["/admin/folders", "/admin/my-codes", "/admin/my-codes?deleted=1"]
    for path in screens:
        page.goto(path)
        settle(page)
        assert complaints(page) == [], path
        assert not is_wider_than_screen(page), path
    page.goto(f"/admin/my-codes?filter=platforms 4 and 5 {fresh}")
    page.get_by_role("checkbox", name=re.compile("Select (?!all)")).check()
    expect(page.get_by_role("toolbar", name="Selected codes")).to_be_visible()
    assert complaints(page) == []
    assert not is_wider_than_screen(page)
    page.get_by_role("button", name="Move to…").click()
    page.get_by_role("radio", name=folder).check()
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_text("1 code moved")).to_be_visible()
    page.goto("/admin/folders")
    page.get_by_role("link", name=folder).click()
    expect(page.get_by_role("link", name=re.compile("very long name")).last).to_be_visible()
    settle(page)
    assert complaints(page) == []
    assert not is_wider_than_screen(page)
    page.get_by_role("button", name=f"Actions for {long}").click()
    page.get_by_role("menuitem", name="Tags…").click()
    expect(page.get_by_role("dialog").get_by_text("a", exact=True)).to_be_visible()
    expect(page.locator(".MuiDialog-container")).to_have_css("opacity", "1")
    assert complaints(page) == []
