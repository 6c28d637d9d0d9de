"""The form of a new code puts it into a folder, and what a viewer sees of codes and pages."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, StorageState, expect

from tests.e2e.browser import PATIENCE_MS, log_in, look_over, settle
from tests.e2e.conftest import Caller, NewContext

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

VIEWER = "viewer@harbor-coffee.example"
REDIRECT = {"type": "redirect", "destination": "https://harbor-coffee.example/menu"}


def test_new_code_form_saves_tags_folder_and_placement(
    new_browser: NewContext, owner_session: Any, owner: Caller, fresh: str
) -> None:
    folder = owner("create-folder", name=f"Stores {fresh}")["folder_id"]
    page = new_browser(device="phone", state=owner_session).new_page()
    page.goto("/admin/create-qr-code")
    settle(page)
    bottom = page.get_by_label("Destination").bounding_box()
    assert bottom is not None
    assert bottom["y"] + bottom["height"] < 844 - 72
    look_over(page)

    page.get_by_role("textbox", name="Name", exact=True).fill(f"Filed {fresh}")
    page.get_by_label("Destination").fill("harbor-coffee.example")
    page.get_by_role("combobox", name="Tags").fill(f"one-{fresh}, two-{fresh}")
    page.get_by_role("combobox", name="Folder").click()
    page.get_by_role("option", name=f"Stores {fresh}").click()
    page.get_by_label("Placement").fill("Table 4")
    page.get_by_role("button", name="Create code").click()
    page.wait_for_url("**/admin/create-qr-success?code=*")

    code = owner("qr/get-code", code_id=page.url.partition("code=")[2])
    assert code["tags"] == [f"one-{fresh}", f"two-{fresh}"]
    assert code["folder_id"] == folder
    assert code["properties"] == {"placement": "Table 4"}


@pytest.fixture
def viewer_session(new_browser: NewContext) -> StorageState:
    context = new_browser()
    log_in(context.new_page(), VIEWER)
    return context.storage_state()


def test_viewer_can_read_a_code_and_sees_no_input_field(
    new_browser: NewContext, viewer_session: StorageState, owner: Caller, fresh: str
) -> None:
    rule = {
        "name": "Night",
        "conditions": [{"kind": "country", "op": "is", "values": ["AT"]}],
        "outcome": {"type": "redirect", "url": "https://harbor-coffee.example/at"},
    }
    code_id = owner("qr/create-code", name=f"Read {fresh}", rules=[rule], **REDIRECT)["code_id"]
    blocks = {
        "root": {"props": {}},
        "content": [{"type": "Heading", "props": {"id": "h1", "text": "Open daily"}}],
    }
    page_id = owner("gen-page", name=f"Page {fresh}", blocks=blocks)["page_id"]
    page = new_browser(state=viewer_session).new_page()

    page.goto(f"/admin/my-codes/edit/{code_id}")
    expect(page.get_by_text("You are a viewer")).to_be_visible()
    expect(page.get_by_text("https://harbor-coffee.example/at")).to_be_visible()
    _has_no_field(page)
    page.goto(f"/admin/update-page/{page_id}")
    expect(page.get_by_text("Open daily")).to_be_visible()
    _has_no_field(page)
    for path in ("create-qr-code", "create-slip", "add-new-page", "initial-content"):
        page.goto(f"/admin/{path}")
        expect(page.get_by_role("heading", name="You are a viewer")).to_be_visible()
        _has_no_field(page)


def _has_no_field(page: Page) -> None:
    look_over(page)
    assert (
        page.locator(
            "main input:visible, main textarea:visible, main [contenteditable=true]"
        ).count()
        == 0
    )
    expect(page.get_by_role("button", name=re.compile("Save|Create|Publish"))).to_have_count(0)
