"""Forms in the admin: an answer found, read, filtered and exported."""

import os
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import PATIENCE_MS, Device, complaints, is_wider_than_screen, settle
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def _look(page: Page, name: str) -> None:
    folder = os.environ.get("WAYPOST_PICTURES")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png")
    assert not complaints(page)
    assert not is_wider_than_screen(page)


def _field(name: str, label: str, kind: str = "text", **more: Any) -> dict[str, Any]:
    return {"name": name, "input_display_name": label, "input_type": kind, **more}


def answered(owner: Caller, name: str) -> str:
    """Return the ID of a page with a form that two people have answered."""
    fields = [
        _field("about", "About you", "page_divider", deletable=False),
        _field("first_name", "First name"),
        _field("email", "Email", "email", required=True),
        _field("meals", "Which meals would you like?", "checkboxes", options=["Soup", "Fish"]),
        _field("wishes", "Anything else we should know?", "textarea"),
    ]
    form = {"id": "form", "form_id": "lunch", "title": "Lunch order", "fields": fields}
    blocks = {"root": {"props": {}}, "content": [{"type": "Form", "props": form}]}
    code_id = owner("qr/create-code", name=name, type="page")["code_id"]
    page_id: str = owner("gen-page", name=name, code_id=code_id, blocks=blocks)["page_id"]
    owner("update-page", page_id=page_id, action="publish")
    for who, meals in (("Ana", ["Soup", "Fish"]), ("Ben", ["Fish"])):
        answers = {
            "first_name": who,
            "email": f"{who}.{code_id}@example.com".lower(),
            "meals": meals,
            "wishes": f"A table by the window for {who}, and no onions in anything, please.",
        }
        owner("append-submit", code_id=code_id, fields=answers)
    return page_id


@on("phone")
def test_answer_is_found_read_and_filtered(
    new_browser: NewContext, owner_session: Any, owner: Caller, fresh: str, device: Device
) -> None:
    name = f"Lunch {fresh}"
    page_id = answered(owner, name)
    page = new_browser(state=owner_session, device=device).new_page()
    page.goto("/admin/forms")
    settle(page)
    form = page.get_by_role("list", name="Forms").get_by_role("link", name=re.compile(name))
    expect(form.get_by_text("2 new")).to_be_visible()
    _look(page, f"forms-{device}")

    form.click()
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    grid = page.get_by_role("region", name="Answers")
    expect(grid.get_by_role("columnheader", name="Which meals would you like?")).to_be_visible()
    settle(page)
    _look(page, f"form-answers-{device}")
    grid.get_by_role("button", name=re.compile("^Open the answer from Ana")).click()
    opened = page.get_by_role("dialog", name="Ana")
    expect(opened.get_by_text("Soup, Fish")).to_be_visible()
    _look(page, f"form-answer-{device}")
    opened.get_by_role("button", name="Close").click()

    page.get_by_role("switch", name="Unread only").click()
    expect(grid.get_by_role("row")).to_have_count(2)
    expect(grid.get_by_role("button", name=re.compile("from Ben"))).to_be_visible()
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_text("No matching answers")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(grid.get_by_role("row")).to_have_count(3)

    with page.expect_response("**/v1/watch-form"):
        page.get_by_role("switch", name="Email me new answers").click()
    page.reload()
    expect(page.get_by_role("switch", name="Email me new answers")).to_be_checked()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Export CSV").click()
    table = saving.value.path().read_text()
    assert "meals" in table.splitlines()[0]
    assert "Soup, Fish" in table
    assert owner("list-forms", page_id=page_id)["items"][0]["unread"] == 0
