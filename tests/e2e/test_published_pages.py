"""A published page in a visitor's browser: its form with and without JavaScript, and the welcome after it."""

from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from api.domains.content.pages.starters import sign_up_page
from tests.e2e.browser import PATIENCE_MS, Device, Theme, complaints, is_wider_than_screen
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on_with_theme
from tests.support.waiting import eventually

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

WELCOME = {
    "type": "Welcome",
    "props": {"id": "back", "html": "<p>Good to see you, {first_name}!</p>"},
}
PROMISE = "I agree"


def published(owner: Caller) -> str:
    """Return the ID of a code whose page shows the sign-up form and a welcome."""
    code_id = str(owner("qr/create-code", name="Sign up", type="form")["code_id"])
    blocks = sign_up_page()
    blocks["content"].insert(0, WELCOME)
    page = owner("gen-page", code_id=code_id, blocks=blocks)
    owner("update-page", page_id=page["page_id"], action="publish")
    return code_id


def published_alone(owner: Caller) -> str:
    """Return the ID of a page without a code that shows the sign-up form."""
    page_id = str(owner("gen-page", name="By itself", blocks=sign_up_page())["page_id"])
    owner("update-page", page_id=page_id, action="publish")
    return page_id


def listening(page: Page) -> list[str]:
    """Collect the browser's error messages, in particular those about the Content Security Policy."""
    lines: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            lines.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: lines.append(str(error)))
    return lines


def fill_in(page: Page, email: str, phone: str) -> None:
    page.get_by_label("First name").fill("Ana")
    page.get_by_label("Last name").fill("Ruiz")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Phone").fill(phone)


def reached_and_sent(owner: Caller, code_id: str) -> bool:
    """Return whether the report has every field of the form as reached, filled in and sent."""
    asked = {"report": "form_fields", "interval": "7day", "filters": {"code": [code_id]}}
    rows = {row["field"]: row for row in owner("get-report", **asked)["rows"]}
    names = {"first_name", "last_name", "email", "phone"}
    parts = ("opened", "reached", "filled", "answered")
    return names <= rows.keys() and all(rows[name][part] == 1 for name in names for part in parts)


@on_with_theme("phone")
def test_visitor_signs_up_and_is_welcomed_back(
    new_browser: NewContext, owner: Caller, device: Device, theme: Theme
) -> None:
    phone = "4155550001" if device == "phone" else "4155550002"
    code_id = published(owner)
    page = new_browser(device=device, theme=theme).new_page()
    result = listening(page)
    page.goto(f"/code/{code_id}")
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    expect(page.get_by_text("Good to see you")).to_have_count(0)
    assert complaints(page) == []
    assert not is_wider_than_screen(page)

    fill_in(page, "not an address", phone)
    page.get_by_label(PROMISE).check()
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Please enter a valid email address.")).to_be_visible()
    page.get_by_label("Email").fill(f"ana-{device}@example.com")
    page.get_by_role("button", name="Sign up").click()

    expect(page.get_by_text("You are on the list")).to_be_visible()
    kept = owner("get-submit-data", code_id=code_id)["items"]
    assert [(it["email"], it["phone"]) for it in kept] == [
        (f"ana-{device}@example.com", f"+1{phone}")
    ]
    page.goto(f"/code/{code_id}")
    if device == "phone":  # headless Chromium's own name counts as a bot, and bots get no cookie
        eventually(lambda: reached_and_sent(owner, code_id))
        expect(page.get_by_text("Good to see you, Ana!")).to_be_visible()
    assert result == []


@pytest.mark.parametrize("opened_by", ["code", "page"])
def test_report_shows_where_visitors_abandon_a_form(
    new_browser: NewContext, owner: Caller, opened_by: str
) -> None:
    opened = published(owner) if opened_by == "code" else published_alone(owner)
    page = new_browser(device="phone").new_page()
    page.goto(f"/{opened_by}/{opened}")
    page.get_by_label("First name").fill("Ana")
    page.get_by_label("Last name").focus()

    page.goto("about:blank")

    def steps() -> list[tuple[Any, ...]]:
        # Data sent when a page is left has headless Chromium's own name, which counts as a bot.
        asked = {"interval": "7day", "filters": {opened_by: [opened]}, "include_bots": True}
        rows = owner("get-report", report="form_fields", **asked)["rows"]
        parts = ("field", "reached", "filled", "left_here")
        return sorted(tuple(row[part] for part in parts) for row in rows)

    eventually(lambda: steps() == [("first_name", 1, 1, 0), ("last_name", 1, 0, 1)])


def test_form_works_without_script(new_browser: NewContext, owner: Caller) -> None:
    code_id = published(owner)
    page = new_browser(device="phone", runs_scripts=False).new_page()
    page.goto(f"/code/{code_id}")

    # Browsers accept this as an address, Waypost does not
    fill_in(page, "ana@example", "4155550003")
    page.get_by_label(PROMISE).check()
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Please enter a valid email address.")).to_be_visible()
    expect(page.get_by_label("First name")).to_have_value("Ana")
    page.get_by_label("Email").fill("ana@example.com")
    page.get_by_role("button", name="Sign up").click()

    expect(page.get_by_text("You are on the list").first).to_be_visible()
    expect(page.get_by_text("Good to see you, Ana!")).to_be_visible()
    kept = owner("get-submit-data", code_id=code_id)["items"]
    assert [it["email"] for it in kept] == ["ana@example.com"]
