"""Each kind of code is created in the form, continues on its own screen, and is edited as its kind."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import PATIENCE_MS, PHONE_AGENT, look_over, settle
from tests.e2e.conftest import NewContext

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def choose_kind(page: Page, kind: str) -> None:
    page.get_by_role("combobox", name="Type").click()
    page.get_by_role("option", name=re.compile(rf"^{kind}\b")).click()


def begin(page: Page, kind: str, name: str) -> None:
    page.goto("/admin/create-qr-code")
    settle(page)
    page.get_by_label("Name").fill(name)
    choose_kind(page, kind)


def test_poll_is_created_from_the_form_and_voted_on_without_script(
    new_browser: NewContext, owner_session: Any
) -> None:
    page = new_browser(device="phone", theme="dark", state=owner_session).new_page()
    begin(page, "Poll", "Music on Friday")
    look_over(page)
    page.get_by_role("button", name="Create code").click()
    page.get_by_role("textbox", name="Question").fill("Which band plays?")
    page.get_by_role("textbox", name="Answer 1").fill("The Tides")
    page.get_by_role("textbox", name="Answer 2").fill("Low Harbour")
    page.get_by_role("button", name="Open poll").click()
    poll = page.get_by_role("listitem", name="Which band plays?")
    link = poll.get_by_role("link").get_attribute("href") or ""
    look_over(page)
    poll.get_by_role("button", name="QR code").click()
    expect(page.get_by_role("img", name="QR code for the poll")).to_be_visible()
    look_over(page)

    visitor = new_browser(device="phone", runs_scripts=False).new_page()
    visitor.set_extra_http_headers({"User-Agent": PHONE_AGENT})
    visitor.goto(link.partition("/poll/")[0])
    expect(visitor).to_have_url(re.compile(re.escape(link)))
    visitor.get_by_role("radio", name="The Tides").check()
    visitor.get_by_role("button", name="Vote").click()
    expect(visitor.get_by_text("Thank you, your vote has been counted.")).to_be_visible()
    expect(visitor.locator("[data-choice=c1]")).to_contain_text("100% · 1")


def test_wall_is_edited_as_a_wall(new_browser: NewContext, owner_session: Any, fresh: str) -> None:
    name = f"Anniversary {fresh}"
    page = new_browser(state=owner_session).new_page()
    begin(page, "Wall", name)
    page.get_by_role("button", name="Create code").click()
    page.wait_for_url("**/admin/walls/**")
    expect(page.get_by_role("heading", name=name)).to_be_visible()

    page.goto(f"/admin/my-codes?filter={fresh}")
    page.get_by_role("link", name=name, exact=True).click()
    page.get_by_role("link", name="Edit", exact=True).click()
    expect(page.get_by_label("Destination")).to_have_count(0)
    expect(page.get_by_role("link", name="Open wall")).to_be_visible()
    look_over(page)
    page.get_by_label("Name").fill("Tenth anniversary")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", name="Changes saved")).to_be_visible()


def test_unscannable_code_picture_is_saved_only_after_confirmation(
    new_browser: NewContext, owner_session: Any
) -> None:
    page = new_browser(state=owner_session).new_page()
    begin(page, "Redirect", "White on white")
    page.get_by_label("Destination").fill("https://harbor-coffee.example/")
    page.get_by_role("button", name=re.compile("^Design")).click()
    page.get_by_role("tab", name="Colours", exact=True).click()
    page.get_by_label("Code colour", exact=True).last.fill("#fdfdfd")
    page.get_by_role("button", name="Create code").click()

    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("This code can’t be scanned")).to_be_visible()
    expect(dialog.get_by_role("button", name=re.compile("Fix it")).first).to_be_visible()
    look_over(page)
    dialog.get_by_role("button", name="Save anyway").click()
    expect(page.get_by_role("heading", name="Your code is ready")).to_be_visible()
