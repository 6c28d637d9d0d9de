"""First tasks of a new user, without reading anything: how many clicks and screens each takes."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, StorageState, expect

from api.domains.content.pages.starters import page_of
from tests.e2e.browser import PATIENCE_MS, PHONE_AGENT, listed, look_over
from tests.e2e.clicks import Limit, within
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.test_forms import answered
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

LIMITS = {
    "a code is made and downloaded": Limit(clicks=5, screens=2),
    "a static code is made and downloaded": Limit(clicks=5, screens=1),
    "a code is found again with its scans": Limit(clicks=3, screens=2),
    "a code is found by the palette": Limit(clicks=0, screens=1),
    "a code gets another destination": Limit(clicks=4, screens=3),
    "today's scans of a code are seen": Limit(clicks=4, screens=2),
    "a page with a form is published": Limit(clicks=8, screens=3),
    "an answer is found": Limit(clicks=2, screens=2),
    "the answers are exported": Limit(clicks=3, screens=2),
    "a colleague is invited": Limit(clicks=4, screens=2),
    "a customer is found and tagged": Limit(clicks=5, screens=1),
    "pages get another theme": Limit(clicks=4, screens=2),
}
"""From the user's current screen to the intended result."""

REDIRECT = {"type": "redirect", "destination": "https://harbor-coffee.example/menu"}
OF_A_PHONE = {"User-Agent": PHONE_AGENT, "Accept": "text/html"}


@pytest.fixture
def page(new_browser: NewContext, owner_session: StorageState) -> Page:
    """Return the owner's tab."""
    return new_browser(state=owner_session).new_page()


def _entry(page: Page, name: str) -> Any:
    """Return an area or a screen in the navigation."""
    return page.get_by_role("navigation").get_by_role("link", name=name, exact=True).first


def test_code_is_created_and_downloaded(page: Page, fresh: str) -> None:
    with within(LIMITS["a code is made and downloaded"], page, "/admin/my-codes"):
        page.get_by_role("link", name="Create a code").first.click()
        expect(page.get_by_role("textbox", name="Name", exact=True)).to_be_focused()
        page.keyboard.type(f"Window {fresh}")
        page.get_by_label("Destination").click()
        page.keyboard.type("harbor-coffee.example/menu")
        page.get_by_role("button", name="Create code").click()
        with page.expect_download():
            page.get_by_role("link", name="PNG").click()


def test_static_code_is_created_and_typed_values_are_kept(page: Page) -> None:
    with within(LIMITS["a static code is made and downloaded"], page, "/admin/my-codes"):
        page.get_by_role("link", name="Create a code").first.click()
        page.get_by_role("textbox", name="Name", exact=True).press_sequentially("Typed before")
        page.get_by_role("combobox", name="Type").click()
        page.get_by_role("option", name=re.compile("^Wi-Fi")).click()
        expect(page.get_by_label("Network name")).to_be_focused()
        page.keyboard.type("Harbor guests")
        page.get_by_label("Password").click()
        page.keyboard.type("flat white")
        with page.expect_download():
            page.get_by_role("button", name="PNG").click()
    look_over(page)

    page.get_by_role("combobox", name="Type").click()
    page.get_by_role("option", name=re.compile("^Page")).click()
    expect(page.get_by_role("textbox", name="Name", exact=True)).to_have_value("Typed before")
    expect(page.get_by_label("Title")).to_be_visible()


def test_code_is_found_with_its_scans(page: Page, owner: Caller, fresh: str) -> None:
    owner("qr/create-code", name=f"Terrace {fresh}", **REDIRECT)
    with within(LIMITS["a code is found again with its scans"], page, "/admin"):
        _entry(page, "Codes").click()
        page.get_by_label("Search", exact=True).click()
        page.keyboard.type(fresh)
        expect(page).to_have_url(re.compile(f"filter={fresh}"))
        row = listed(page, f"Terrace {fresh}")
        expect(row).to_be_visible()
        row.get_by_role("link", name=f"Analytics for Terrace {fresh}").click()
        expect(page.get_by_text("This code has no scans yet")).to_be_visible()


def test_code_is_found_in_the_command_palette_without_a_click(page: Page) -> None:
    with within(LIMITS["a code is found by the palette"], page, "/admin"):
        page.keyboard.press("Control+k")
        page.get_by_role("combobox").fill("cup sleeve")
        expect(page.get_by_role("option", name=re.compile("Cup sleeve game"))).to_be_visible()
        look_over(page)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Cup sleeve game", level=1)).to_be_visible()

    page.keyboard.press("Control+k")
    recent = page.get_by_role("group", name="Recent")
    expect(recent.get_by_role("option", name=re.compile("Cup sleeve game"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("combobox")).to_have_count(0)


def test_destination_of_a_code_is_changed(page: Page, owner: Caller, fresh: str) -> None:
    code_id = owner("qr/create-code", name=f"Window {fresh}", **REDIRECT)["code_id"]
    with within(LIMITS["a code gets another destination"], page, "/admin/my-codes"):
        listed(page, f"Window {fresh}").get_by_role("link", name=f"Window {fresh}").first.click()
        page.get_by_role("link", name="Edit", exact=True).click()
        page.get_by_label("Destination").click()
        page.keyboard.press("Control+a")
        page.keyboard.type("harbor-coffee.example/winter")
        page.get_by_role("button", name="Save changes").click()
        expect(page.get_by_role("heading", name="Changes saved")).to_be_visible()
    destination = owner("qr/get-code", code_id=code_id)["destination"]
    assert destination == "https://harbor-coffee.example/winter"


def test_todays_scans_of_a_code_are_shown(
    page: Page, product: Installation, owner: Caller, fresh: str
) -> None:
    code_id = owner("qr/create-code", name=f"Counter {fresh}", **REDIRECT)["code_id"]
    product.get(f"/code/{code_id}", headers=OF_A_PHONE)
    with within(LIMITS["today's scans of a code are seen"], page, "/admin"):
        _entry(page, "Codes").click()
        listed(page, f"Counter {fresh}").get_by_role("link", name=re.compile("^Analytics")).click()
        page.get_by_test_id("range-picker").click()
        page.get_by_role("menuitem", name="Today", exact=True).click()
        expect(page.get_by_test_id("kpi-scans")).to_have_text("1")


def test_page_with_a_form_is_published(page: Page) -> None:
    with within(LIMITS["a page with a form is published"], page, "/admin/pages"):
        page.get_by_role("link", name="Create a page").click()
        page.get_by_role("link", name="Empty page").click()
        page.get_by_role("button", name=re.compile("^Form")).click()
        page.get_by_role("button", name="Publish", exact=True).click()
        expect(page.get_by_text("Visitors can see it now.")).to_be_visible()


def test_answer_is_found_and_all_are_exported(page: Page, owner: Caller, fresh: str) -> None:
    name = f"Order {fresh}"
    answered(owner, name)
    answer = page.get_by_role("cell", name=re.compile("window for Ana"))
    form = page.get_by_role("list", name="Forms").get_by_role("link", name=re.compile(name))
    with within(LIMITS["the answers are exported"], page, "/admin/pages") as walked:
        _entry(page, "Forms").click()
        form.click()
        expect(answer).to_be_visible()
        assert walked.is_within(LIMITS["an answer is found"])
        with page.expect_download() as saving:
            page.get_by_role("button", name="Export CSV").click()
    assert "A table by the window for Ana" in saving.value.path().read_text()


def test_colleague_is_invited(page: Page, fresh: str) -> None:
    with within(LIMITS["a colleague is invited"], page, "/admin"):
        _entry(page, "Settings").click()
        _entry(page, "Members").click()
        page.get_by_role("button", name="Invite", exact=True).click()
        page.get_by_label("Email address").fill(f"colleague@{fresh}.example")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog", name="Invitation on its way")).to_be_visible()


def test_customer_is_found_and_tagged(page: Page, owner: Caller, fresh: str) -> None:
    email = f"guest-{fresh}@example.com"
    customer_id = owner("save-customer", first_name="Guest", last_name=fresh, email=email)[
        "customer_id"
    ]
    with within(LIMITS["a customer is found and tagged"], page, "/admin"):
        _entry(page, "People").click()
        page.get_by_label("Search", exact=True).click()
        page.keyboard.type(fresh)
        expect(page).to_have_url(re.compile(f"filter={fresh}"))
        page.get_by_role("row", name=re.compile(email)).get_by_role("checkbox").check()
        page.get_by_role("button", name="Tag 1 selected").click()
        page.get_by_role("combobox", name="Add").press_sequentially(f"regular-{fresh}")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.get_by_text("1 customer changed.")).to_be_visible()
    assert owner("get-customer", customer_id=customer_id)["tags"] == [f"regular-{fresh}"]


def test_theme_of_pages_is_changed(
    page: Page, new_browser: NewContext, owner: Caller, fresh: str
) -> None:
    title = {"type": "Heading", "props": {"id": "title", "text": "Themed", "level": 1}}
    made = owner("gen-page", name=f"Themed {fresh}", blocks=page_of("Themed", "", [title]))
    owner("update-page", page_id=made["page_id"], action="publish")
    before = owner("get-org-data")["brand"]
    visitor = new_browser(device="phone").new_page()
    colour = "getComputedStyle(document.querySelector('h1')).color"
    visitor.goto(f"/page/{made['page_id']}")
    plain = visitor.evaluate(colour)
    try:
        with within(LIMITS["pages get another theme"], page, "/admin"):
            _entry(page, "Settings").click()
            _entry(page, "Brand").click()
            page.get_by_role("button", name="Midnight", exact=True).click()
            page.get_by_role("button", name="Save theme").click()
            expect(page.get_by_text("Theme saved. Your pages now use it")).to_be_visible()
        visitor.reload()
        assert visitor.evaluate(colour) != plain
    finally:
        owner("update-organization", brand={"theme": before.get("theme")})
