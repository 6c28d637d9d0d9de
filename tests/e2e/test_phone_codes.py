"""Forms and games accept a phone only with the passcode that was sent to it."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from api.domains.content.pages.starters import sign_up_page
from tests.e2e.browser import (
    PATIENCE_MS,
    Device,
    complaints,
    is_wider_than_screen,
    look_over,
    settle,
)
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on
from tests.e2e.test_games import published
from tests.e2e.test_published_pages import PROMISE, fill_in, listening

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def _confirm_phone(page: Page, page_id: str) -> None:
    """Set in the builder that the form's phone is verified with a passcode, and publish it."""
    page.goto(f"/admin/update-page/{page_id}")
    settle(page)
    page.get_by_role("tab", name="Blocks").click()
    blocks = page.get_by_role("list", name="Page blocks")
    blocks.get_by_role("button", name="Form", exact=False).first.press("Enter")
    questions = page.get_by_role("group", name="Questions")
    questions.get_by_role("button", name="Phone", exact=False).first.click()
    questions.get_by_role("switch", name="Verify by text message").check()
    expect(page.get_by_role("status").get_by_text("Saved", exact=True)).to_be_visible()
    look_over(page)
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Visitors can see it now.")).to_be_visible()


def _code(owner: Caller) -> str:
    return str(owner("get-sandbox-messages")["items"][0]["body"][:6])


def _send(page: Page) -> None:
    page.get_by_role("button", name="Sign up").click()


@on("phone")
def test_phone_number_is_accepted_with_the_passcode_sent_to_it(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device, fresh: str
) -> None:
    number = f"21255{int(fresh, 16) % 10_000:04d}"
    code_id = owner("qr/create-code", name="Sign up", type="form")["code_id"]
    made = owner("gen-page", name="Sign up", code_id=code_id, blocks=sign_up_page())
    _confirm_phone(new_browser(state=owner_session, device=device).new_page(), made["page_id"])

    context = new_browser(device=device)
    page = context.new_page()
    entry = listening(page)
    page.goto(f"/code/{code_id}")
    fill_in(page, f"ana-{fresh}@example.com", f"{number}1")
    page.get_by_label(PROMISE).check()
    context.set_offline(True)
    _send(page)
    expect(page.get_by_text("Your number must be confirmed with a code first")).to_be_visible()
    assert page.evaluate("localStorage.getItem('wp_outbox')") is None
    context.set_offline(False)
    entry.clear()  # the network error
    _send(page)
    code = page.get_by_label("Code from the text message")
    expect(code).to_be_focused()
    expect(page.get_by_text("We sent a code to your phone")).to_be_visible()
    assert complaints(page) == []
    assert not is_wider_than_screen(page)
    right = _code(owner)
    code.fill(f"{(int(right) + 1) % 1_000_000:06d}")
    _send(page)
    expect(page.get_by_text("This code is not correct.")).to_be_visible()
    assert complaints(page) == []
    code.fill(right)
    _send(page)
    expect(page.get_by_text("You are on the list")).to_be_visible()
    assert entry == []

    plain = new_browser(device=device, runs_scripts=False).new_page()
    plain.goto(f"/code/{code_id}")
    expect(plain.get_by_label("Code from the text message")).to_be_hidden()
    fill_in(plain, f"ben-{fresh}@example.com", f"{number}2")
    plain.get_by_label(PROMISE).check()
    _send(plain)
    expect(plain.get_by_text("We sent a code to your phone")).to_be_visible()
    plain.get_by_label("Code from the text message").fill(_code(owner))
    _send(plain)
    expect(plain.get_by_text("You are on the list").first).to_be_visible()
    kept = owner("get-submit-data", code_id=code_id)["items"]
    assert {it["phone"] for it in kept} == {f"+1{number}1", f"+1{number}2"}


@on("phone")
def test_game_is_played_with_the_passcode_sent_to_a_phone(
    new_browser: NewContext, owner: Caller, device: Device, fresh: str
) -> None:
    game = published(owner, kind="wheel", limits={"by": "phone", "per_person_day": None})
    page = new_browser(device=device).new_page()
    page.goto(f"/game/{game['code_id']}")
    play = page.locator(".is-live .game-go")
    code = page.get_by_label("Code from the text message")
    expect(play).to_be_visible()
    expect(code).to_be_hidden()
    assert complaints(page) == []

    page.get_by_label("Phone").fill(f"21256{int(fresh, 16) % 10_000:04d}1")
    play.press("Enter")
    expect(page.get_by_text("We sent a code to your phone")).to_be_visible()
    code.fill(_code(owner))
    play.press("Enter")

    expect(page.get_by_role("heading", name="Congratulations!")).to_be_focused()
    assert complaints(page) == []
    assert not is_wider_than_screen(page)
