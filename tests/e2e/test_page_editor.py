"""The feedback of the page editor: where a block is, what is wrong, and what was published."""

import json
import os
import re
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.e2e.browser import PATIENCE_MS, Device, complaints, is_wider_than_screen, settle
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def _canvas(page: Page) -> FrameLocator:
    return page.frame_locator("#preview-frame")


def _wait_until_saved(page: Page) -> None:
    expect(page.get_by_role("status").get_by_text("Saved", exact=True)).to_be_visible()


def _add(page: Page, *labels: str) -> None:
    for label in labels:
        page.get_by_role("tab", name="Add").click()
        page.get_by_role("button", name=re.compile(f"^{label}")).click()


def _look(page: Page, name: str) -> None:
    """Save a screenshot if requested, and check that axe finds nothing."""
    folder = os.environ.get("WAYPOST_PICTURES")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png")
    assert not complaints(page)
    assert not is_wider_than_screen(page)


def test_canvas_scrolls_to_the_added_or_selected_block(
    new_browser: NewContext, owner_session: Any
) -> None:
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/update-page/new")
    settle(page)
    _look(page, "editor-empty")

    _add(page, "Heading", "Form", "Vote", "Product")

    product, heading = (_canvas(page).locator(it) for it in (".wp-product", "h2.wp-heading"))
    expect(product).to_be_in_viewport()
    _look(page, "editor-added")
    page.get_by_role("tab", name="Blocks").click()
    page.get_by_role("list", name="Page blocks").get_by_role(
        "button", name=re.compile("^Heading A")
    ).click()
    expect(heading).to_be_in_viewport()
    expect(product).not_to_be_in_viewport()


def test_empty_page_without_added_blocks_leaves_no_draft(
    new_browser: NewContext, owner_session: Any, owner: Caller, fresh: str
) -> None:
    page = new_browser(state=owner_session).new_page()
    before = owner("get-all-pages")["total"]
    page.goto("/admin/add-new-page")
    page.get_by_role("link", name="Empty page").click()
    expect(_canvas(page).locator(".wp-page")).to_be_visible()
    assert owner("get-all-pages")["total"] == before

    page.get_by_role("button", name="New page").click()
    page.get_by_role("textbox", name="Page name").fill(f"Lunch {fresh}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name=f"Lunch {fresh}")).to_be_visible()
    page.wait_for_url("**/admin/update-page/page_*")
    _add(page, "Text")
    _wait_until_saved(page)

    page.reload()
    expect(page.get_by_role("heading", level=1, name=f"Lunch {fresh}")).to_be_visible()
    expect(_canvas(page).get_by_text("Write something.")).to_be_visible()
    assert owner("get-all-pages")["total"] == before + 1


@on("phone")
def test_refused_publication_links_to_each_invalid_field_and_its_fix(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device
) -> None:
    vote = {
        "type": "Vote",
        "props": {
            "id": "vote",
            "poll_id": "poll-lunch",
            "question": "Soup or salad?",
            "choices": [{"id": "a", "label": "Soup"}, {"id": "b", "label": "Salad"}],
        },
    }
    button = {"type": "Button", "props": {"id": "more", "label": "Menu", "href": ""}}
    blocks = {"root": {"props": {}}, "content": [vote, button]}
    page_id = owner("gen-page", name="Lunch", blocks=blocks)["page_id"]
    page = new_browser(state=owner_session, device=device).new_page()
    page.goto(f"/admin/update-page/{page_id}")
    settle(page)
    page.get_by_role("tab", name="Blocks").click()

    page.get_by_role("button", name="Publish", exact=True).click()
    wrong = page.get_by_role("alert").filter(has_text="Fix these problems to publish")
    expect(wrong).to_be_visible()
    _look(page, f"editor-refused-{device}")
    # The list of blocks is open; the link to the field leads out of it.
    wrong.get_by_role("button", name="Button", exact=True).click()
    link = page.get_by_role("textbox", name="Link URL")
    expect(link).to_be_focused()
    page.get_by_role("tab", name="Blocks").click()
    wrong.get_by_role("button", name="Button", exact=True).click()
    expect(link).to_be_focused()
    link.fill("https://menu.example")
    expect(wrong.get_by_role("button", name="Button", exact=True)).to_have_count(0)

    wrong.get_by_role("button", name="Create a code for this page").click()
    expect(wrong).to_have_count(0)
    page.get_by_role("button", name="Publish", exact=True).click()
    live = page.get_by_role("dialog", name="Your page is live")
    expect(live.get_by_role("img", name="QR code of Lunch")).to_be_visible()
    expect(live.get_by_label("Link", exact=True)).to_have_value(re.compile(r"^https?://.+"))
    settle(page)
    _look(page, f"editor-published-{device}")
    live.get_by_role("button", name="Keep editing").click()
    expect(page.get_by_role("button", name="Share")).to_be_visible()


def test_sample_texts_are_listed_before_publication(
    new_browser: NewContext, owner_session: Any, owner: Caller
) -> None:
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/update-page/new")
    settle(page)
    _add(page, "Heading", "Coupon")
    page.wait_for_url("**/admin/update-page/page_*")

    page.get_by_role("button", name="Publish", exact=True).click()
    asked = page.get_by_role("dialog", name="Publish with placeholder text?")
    expect(asked.get_by_text("“WELCOME”")).to_be_visible()
    _look(page, "editor-placeholders")
    asked.get_by_role("button", name=re.compile("A headline")).click()
    text = page.get_by_role("textbox", name="Text")
    expect(text).to_be_focused()
    text.fill("Lunch for two")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(asked.get_by_text("“A headline”")).to_have_count(0)
    asked.get_by_role("button", name="Publish anyway").click()

    expect(page.get_by_text("Visitors can see it now.")).to_be_visible()
    page_id = page.url.rpartition("/")[2]
    shown = owner("get-page", page_id=page_id, draft=True)
    assert shown["is_published"]
    assert "Lunch for two" in json.dumps(shown["blocks"])
