"""Folders in a real browser: codes and folders moved by dragging and by menu, on both sizes."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import PATIENCE_MS, Device, complaints, listed
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def _made(owner: Caller, prefix: str, count: int) -> None:
    """Create codes with this name, numbered from 1."""
    for number in range(1, count + 1):
        redirect = {"type": "redirect", "destination": f"https://harbor-coffee.example/{number}"}
        owner("qr/create-code", name=f"{prefix} {number}", **redirect)


def _new_folder(page: Page, name: str) -> None:
    page.get_by_role("button", name="New folder").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Create", exact=True).click()
    expect(page.get_by_text(f"Folder “{name}” created")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_codes_are_filed_by_dragging_and_by_menu(
    new_browser: NewContext, owner_session: Any, owner: Caller, fresh: str
) -> None:
    page = new_browser(state=owner_session).new_page()
    stores, pier = f"Stores {fresh}", f"Pier {fresh}"
    _made(owner, f"Filed {fresh}", 3)
    page.goto("/admin/folders")
    _new_folder(page, stores)
    page.get_by_role("link", name=stores).click()
    expect(page.get_by_role("heading", level=1, name=stores)).to_be_visible()
    _new_folder(page, pier)

    page.goto(f"/admin/my-codes?filter={fresh}")
    tree = page.get_by_role("navigation", name="Folders")
    page.get_by_role("row", name=re.compile(f"Filed {fresh} 1")).locator(
        "[draggable=true]"
    ).first.drag_to(tree.get_by_role("link", name=pier))
    expect(page.get_by_text(f"1 code moved to “{pier}”")).to_be_visible()
    page.get_by_role("button", name=f"Actions for Filed {fresh} 2").click()
    page.get_by_role("menuitem", name="Move to…").click()
    page.get_by_role("radio", name=pier).check()
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_text(f"“Filed {fresh} 2” was moved")).to_be_visible()

    tree.get_by_role("link", name=pier).click()
    expect(page).to_have_url(re.compile("folder=fld_"))
    expect(page.get_by_role("link", name=f"Filed {fresh} 1", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name=f"Filed {fresh} 3", exact=True)).to_have_count(0)
    page.goto("/admin/folders")
    page.get_by_role("button", name=f"Actions for folder {pier}").click()
    page.get_by_role("menuitem", name="Rename").click()
    page.get_by_label("Name", exact=True).fill(stores.lower())
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_text(f"Folder renamed to “{stores.lower()}”")).to_be_visible()
    page.get_by_role("button", name=f"Actions for folder {stores.lower()}", exact=True).click()
    page.get_by_role("menuitem", name="Move to…").click()
    page.get_by_role("radio", name="Top level").check()
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_text("There is already a folder with this name here.")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name=f"Actions for folder {stores.lower()}", exact=True).click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("link", name=re.compile(f"^{stores}.*2 codes"))).to_be_visible()


@on("desktop")
def test_codes_are_dragged_into_subfolders_parent_folders_and_out_of_their_folder(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device, fresh: str
) -> None:
    page = new_browser(state=owner_session, device=device).new_page()
    stores, pier = f"Stores {fresh}", f"Pier {fresh}"
    above_id = owner("create-folder", name=stores)["folder_id"]
    owner("create-folder", name=pier, parent_id=above_id)
    _made(owner, f"Carried {fresh}", 2)
    made = owner("get-all-qr-codes", filter=fresh)["items"]
    owner("add-to-folder", folder_id=above_id, code_ids=[code["code_id"] for code in made])

    page.goto(f"/admin/folder/{above_id}")
    carried = listed(page, f"Carried {fresh} 1")
    inside = page.get_by_role("list", name="Folders").get_by_role("link", name=pier)
    _grip(carried).drag_to(inside)
    expect(page.get_by_text(f"1 code moved to “{pier}”")).to_be_visible()
    expect(carried).to_have_count(0)
    inside.click()
    expect(page.get_by_role("heading", level=1, name=pier)).to_be_visible()
    above = page.get_by_role("navigation", name="Parent folders")
    _grip(carried).drag_to(above.get_by_role("link", name=stores))
    expect(page.get_by_text(f"1 code moved to “{stores}”")).to_be_visible()
    above.get_by_role("link", name=stores).click()
    expect(page.get_by_role("heading", level=1, name=stores)).to_be_visible()
    for number in (1, 2):
        listed(page, f"Carried {fresh} {number}").get_by_role("checkbox").check()
    _grip(carried).drag_to(above.get_by_role("link", name="Folders"))
    expect(page.get_by_text("2 codes removed from their folders")).to_be_visible()
    assert complaints(page) == []
    if device == "desktop":
        owner("add-to-folder", folder_id=above_id, code_ids=[made[0]["code_id"]])
        page.goto(f"/admin/my-codes?folder={above_id}")
        tree = page.get_by_role("navigation", name="Folders")
        _grip(listed(page, made[0]["name"])).drag_to(tree.get_by_role("link", name="All codes"))
        expect(page.get_by_text("1 code removed from its folder")).to_be_visible()


def _grip(code: Locator) -> Locator:
    """Return the part of a listed code that can be dragged."""
    return (
        code.page.locator("[draggable=true]").and_(code).or_(code.locator("[draggable=true]")).first
    )


def test_folders_are_dragged_into_other_folders_and_to_the_top(
    new_browser: NewContext, owner_session: Any, fresh: str
) -> None:
    page = new_browser(state=owner_session).new_page()
    stores, pier = f"Stores {fresh}", f"Pier {fresh}"
    page.goto("/admin/folders")
    _new_folder(page, stores)
    _new_folder(page, pier)
    rows = page.get_by_role("list", name="Folders")

    def row(name: str) -> Locator:
        return rows.get_by_role("link", name=name)

    row(pier).drag_to(row(stores))
    expect(page.get_by_text(f"“{pier}” moved to “{stores}”")).to_be_visible()
    row(stores).drag_to(row(pier))
    expect(
        page.get_by_text(f"You can’t move “{stores}” into its subfolder “{pier}”.")
    ).to_be_visible()
    row(stores).click()
    expect(page.get_by_role("heading", level=1, name=stores)).to_be_visible()
    above = page.get_by_role("navigation", name="Parent folders")
    row(pier).drag_to(above.get_by_role("link", name="Folders"))
    expect(page.get_by_text(f"“{pier}” moved to the top level")).to_be_visible()

    page.goto(f"/admin/my-codes?filter={fresh}")
    tree = page.get_by_role("navigation", name="Folders")
    tree.get_by_role("link", name=pier).drag_to(tree.get_by_role("link", name=stores))
    expect(page.get_by_text(f"“{pier}” moved to “{stores}”")).to_be_visible()
    tree.get_by_role("link", name=pier).drag_to(tree.get_by_role("link", name="All codes"))
    expect(page.get_by_text(f"“{pier}” moved to the top level")).to_be_visible()
    assert complaints(page) == []
