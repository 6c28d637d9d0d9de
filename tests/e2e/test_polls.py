"""A poll from its block on a page to the bars its owner sees, and polls created on the code's screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from api.domains.content.pages.starters import page_of
from tests.e2e.browser import (
    PATIENCE_MS,
    PHONE_AGENT,
    Device,
    Theme,
    complaints,
    is_wider_than_screen,
    settle,
    visit_until,
)
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on, on_with_theme

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

CHOICES = [{"id": "tea", "label": "Tea"}, {"id": "coffee", "label": "Coffee"}]
VOTE = {
    "type": "Vote",
    "props": {
        "id": "vote-1",
        "poll_id": "drinks",
        "question": "What will you drink?",
        "choices": CHOICES,
        "show_results": "after",
    },
}


def is_well_made(page: Page) -> None:
    assert complaints(page) == []
    assert not is_wider_than_screen(page)


@on_with_theme("phone")
def test_vote_on_a_page_updates_the_bars_that_its_owner_sees(
    new_browser: NewContext,
    owner_session: Any,
    owner: Caller,
    device: Device,
    theme: Theme,
) -> None:
    code_id = owner("qr/create-code", name="Drinks", type="page")["code_id"]
    page = owner("gen-page", code_id=code_id, blocks=page_of("Drinks", "", [VOTE]))
    owner("update-page", page_id=page["page_id"], action="publish")
    computer = new_browser(state=owner_session, device=device, theme=theme).new_page()
    computer.goto(f"/admin/my-codes/show/{code_id}")
    settle(computer)
    poll = computer.get_by_role("listitem", name="What will you drink?")
    expect(poll).to_contain_text("0 votes")

    context = new_browser(device=device, theme=theme)
    if device == "desktop":  # headless Chromium's own name counts as a bot
        context.set_extra_http_headers({"User-Agent": PHONE_AGENT})
    visitor = context.new_page()
    visitor.goto(f"/code/{code_id}")
    visitor.get_by_role("radio", name="Tea").check()
    is_well_made(visitor)
    visitor.get_by_role("button", name="Vote").click()
    expect(visitor.locator("[data-choice=tea]")).to_contain_text("100% · 1")
    expect(visitor.locator("[data-choice=coffee]")).to_contain_text("0% · 0")
    expect(visitor.get_by_role("radio", name="Coffee")).to_be_disabled()
    is_well_made(visitor)

    computer.bring_to_front()
    expect(poll).to_contain_text("1 vote ")
    expect(poll.get_by_role("progressbar", name="Share of Tea")).to_have_attribute(
        "aria-valuenow", "100"
    )
    is_well_made(computer)
    poll.get_by_role("button", name="Close").click()
    expect(poll).to_contain_text("Closed")
    expect(poll.get_by_role("button", name="Reopen")).to_be_visible()
    late = new_browser(device="phone").new_page()
    visit_until(late, f"/code/{code_id}", late.get_by_role("button", name="Vote", disabled=True))


@on("phone")
def test_vote_on_a_page_counts_without_javascript(
    new_browser: NewContext, owner: Caller, device: Device
) -> None:
    code_id = owner("qr/create-code", name="Drinks", type="page")["code_id"]
    page = owner("gen-page", code_id=code_id, blocks=page_of("Drinks", "", [VOTE]))
    owner("update-page", page_id=page["page_id"], action="publish")
    visitor = new_browser(device=device, runs_scripts=False).new_page()
    visitor.goto(f"/code/{code_id}")

    visitor.get_by_role("radio", name="Tea").check()
    visitor.get_by_role("button", name="Vote").click()

    expect(visitor.locator("[data-choice=tea]")).to_contain_text("100% · 1")


@on("desktop")
def test_poll_is_added_on_the_code_screen(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device
) -> None:
    code_id = owner("qr/create-code", name="Counter", type="page")["code_id"]
    computer = new_browser(state=owner_session, device=device).new_page()
    computer.goto(f"/admin/my-codes/show/{code_id}")
    settle(computer)
    computer.get_by_role("button", name="Add poll").click()
    computer.get_by_role("button", name="Open poll").click()
    expect(computer.get_by_text("Enter a question")).to_be_visible()
    is_well_made(computer)
    computer.get_by_role("textbox", name="Question").fill("More tables outside?")
    computer.get_by_role("textbox", name="Answer 1").fill("Yes")
    computer.get_by_role("textbox", name="Answer 2").fill("No")
    computer.get_by_role("button", name="Add answer").click()
    computer.get_by_role("textbox", name="Answer 3").fill("I do not mind")
    computer.get_by_role("button", name="Open poll").click()

    poll = computer.get_by_role("listitem", name="More tables outside?")
    expect(poll).to_contain_text(re.compile("0 votes.*created here"))
    expect(poll.get_by_role("progressbar")).to_have_count(3)
    expect(computer.get_by_role("dialog")).to_have_count(0)
    is_well_made(computer)
