"""Walls, votes and the AI studio as people use them, on desktop and phone."""

import re
from typing import Any

import httpx2
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.browser import (
    PATIENCE_MS,
    PHONE_AGENT,
    Device,
    look_over,
    settle,
)
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on
from tests.support.installation import Installation
from tests.support.pictures import picture

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

DEVICES: tuple[Device, ...] = ("desktop", "phone")
SAFARI = {"User-Agent": PHONE_AGENT, "Accept": "text/html"}


def _post(page: Page, color: tuple[int, int, int], words: str) -> None:
    file = {"name": "me.png", "mimeType": "image/png", "buffer": picture("PNG", color=color)}
    page.get_by_label("Picture", exact=True).set_input_files([file])  # type: ignore[list-item]
    page.get_by_label(re.compile("^Caption")).fill(words)
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Post picture").click()
    expect(page.get_by_role("status")).to_contain_text("Thank you")


def _post_something_else(page: Page, words: str) -> None:
    """Check that a file that is not a picture is refused, and that the text typed beside it is still there."""
    file = {"name": "me.png", "mimeType": "image/png", "buffer": b"no picture"}
    page.get_by_label("Picture", exact=True).set_input_files([file])  # type: ignore[list-item]
    page.get_by_label(re.compile("^Caption")).fill(words)
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Post picture").click()
    expect(page.get_by_role("alert")).to_contain_text("file type is not supported")
    expect(page.get_by_label(re.compile("^Caption"))).to_have_value(words)
    expect(page.get_by_role("checkbox")).to_be_checked()


@on("desktop")
def test_visitor_picture_is_approved_by_keyboard_and_appears_on_the_big_screen(
    new_browser: NewContext, owner_session: Any, device: Device
) -> None:
    computer = new_browser(state=owner_session, device=device).new_page()
    computer.goto("/admin/walls?new=1")
    computer.get_by_label("Name").fill(f"Summer party {device}")
    computer.get_by_role("button", name="Create", exact=True).click()
    expect(computer.get_by_role("heading", level=1)).to_have_text(f"Summer party {device}")
    settle(computer)
    look_over(computer)
    address = computer.get_by_role("link", name="Open wall").get_attribute("href")
    assert address is not None

    visitor = _visitor(new_browser, device).new_page()
    visitor.goto(address)
    look_over(visitor)
    _post_something_else(visitor, "Hello from the beach")
    _post(visitor, (200, 90, 60), "Hello from the beach")
    _post(visitor, (20, 90, 160), "Second one")
    screen = new_browser().new_page()
    screen.goto(f"{address}live")
    expect(screen.get_by_role("img", name="Code that opens this wall")).to_be_visible()

    computer.bring_to_front()
    expect(computer.get_by_text("Hello from the beach")).to_be_visible()
    expect(computer.get_by_text("Second one")).to_be_visible()
    look_over(computer)
    computer.keyboard.press("a")
    expect(computer.get_by_text("Hello from the beach")).to_be_hidden()
    computer.get_by_role("button", name="Reject: Second one").click()
    expect(computer.get_by_text("No photos")).to_be_visible()

    expect(screen.get_by_role("img", name="Hello from the beach")).to_be_visible()
    expect(screen.get_by_role("img", name="Second one")).to_have_count(0)
    expect(visitor.get_by_role("img", name="Hello from the beach")).to_be_visible()
    look_over(visitor)
    look_over(screen)
    computer.get_by_role("tab", name=re.compile("On the wall")).click()
    expect(computer.get_by_text("Hello from the beach")).to_be_visible()
    computer.get_by_role("button", name="Pin: Hello from the beach").click()
    expect(computer.get_by_text("Pinned")).to_be_visible()


def test_wall_works_without_scripts(new_browser: NewContext, owner_session: Any) -> None:
    computer = new_browser(state=owner_session).new_page()
    computer.goto("/admin/walls?new=1")
    computer.get_by_label("Name").fill("Quiet wall")
    computer.get_by_label("Immediately; you can remove them later").check()
    computer.get_by_role("button", name="Create", exact=True).click()
    address = computer.get_by_role("link", name="Open wall").get_attribute("href")
    assert address is not None

    plain = new_browser(device="phone", runs_scripts=False).new_page()
    plain.goto(address)
    _post(plain, (90, 160, 60), "No script needed")
    expect(plain.get_by_role("img", name="No script needed")).to_be_visible()
    plain.get_by_text("Report", exact=True).click()
    plain.get_by_role("button", name="Report picture").click()
    expect(plain.get_by_role("status")).to_contain_text("Thank you for your report")


def _wished(page: Page) -> None:
    """Go from the studio's welcome page to the studio, and choose a pattern and colors."""
    page.goto("/ai-qr")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    look_over(page)
    page.get_by_role("link", name="Create your own").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Code art")
    settle(page)
    expect(page.get_by_label("Description")).to_have_count(0)
    page.get_by_role("radio", name="Waves").click()
    page.get_by_role("combobox", name="Colours").click()
    page.get_by_role("option", name="Sunset").click()


def test_generated_code_picture_is_created_and_used_for_a_code(
    new_browser: NewContext, owner_session: Any
) -> None:
    """One picture for both sizes, because drawing it is the most expensive part: requested on a desktop, created and
    used on a phone, taken out of use on the desktop.
    """
    desktop, phone = (
        new_browser(state=owner_session, device=device).new_page() for device in DEVICES
    )
    for page in (desktop, phone):
        _wished(page)
        page.get_by_role("combobox", name="Code").click()
        page.get_by_role("option").first.click()
        look_over(page)
    phone.get_by_role("button", name="Create pictures").click()
    made = phone.get_by_role("region", name="Your pictures")
    first = made.get_by_role("listitem").first
    expect(first.get_by_role("img")).to_be_visible(timeout=240_000)
    address = first.get_by_role("link", name="PNG").get_attribute("href")
    assert address is not None
    assert httpx2.get(address).content.startswith(b"\x89PNG")
    first.get_by_role("button", name="Use for code").click()
    expect(first.get_by_text("In use")).to_be_visible()
    look_over(phone)

    desktop.reload()
    before = desktop.get_by_role("region", name="Earlier pictures").get_by_role("listitem")
    in_use = before.filter(has=desktop.get_by_text("In use"))
    expect(in_use).to_have_count(1)
    look_over(desktop)
    in_use.get_by_role("button", name="Switch back to the design").click()
    expect(in_use).to_have_count(0)


def test_votes_on_a_code_are_shown_live(
    new_browser: NewContext, owner: Caller, product: Installation
) -> None:
    away = "https://harbor-coffee.example/"
    code = owner("qr/create-code", type="redirect", name="Poll", destination=away)["code_id"]
    choices = [{"id": "tea", "label": "Tea"}, {"id": "coffee", "label": "Coffee"}]
    asked = {"question": "?", "choices": choices, "show_results": "always"}
    poll = owner("create-poll", code_id=code, **asked)["poll_id"]

    watcher = new_browser(device="phone").new_page()
    watcher.goto("/ai-qr")
    watcher.evaluate(
        f"""() => {{
          new EventSource("/v1/votes-live/{code}/{poll}").onmessage =
            (it) => {{ document.body.dataset.votes = JSON.parse(it.data).total; }};
        }}"""
    )
    result = watcher.locator("body")
    expect(result).to_have_attribute("data-votes", "0")
    voted = product.post(
        "/v1/append-vote",
        json={"code_id": code, "poll_id": poll, "choice": "tea"},
        headers=SAFARI,
    )
    assert voted.json()["counted"] is True
    expect(result).to_have_attribute("data-votes", "1")


def _visitor(new_browser: NewContext, device: Device) -> BrowserContext:
    """Return a browser that counts as a person's: headless Chromium's own name counts as a bot."""
    context = new_browser(device=device)
    if device == "desktop":
        context.set_extra_http_headers(SAFARI)
    return context
