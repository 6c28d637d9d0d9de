"""A locked page from both sides: its owner creates promo codes, and visitors use them up."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import (
    PATIENCE_MS,
    Device,
    Theme,
    complaints,
    is_wider_than_screen,
    settle,
    visit_until,
)
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

PIER = {"latitude": 40.7033, "longitude": -74.0170}
ELSEWHERE = {"latitude": 48.2083, "longitude": 16.3731}


def new_page_code(owner: Caller, name: str, title: str) -> str:
    """Create a code of kind page and return its ID."""
    content = {"title": title, "text": "Well done."}
    code_id: str = owner("qr/create-code", name=name, type="page", content=content)["code_id"]
    return code_id


def add_promo_codes(page: Page, amount: int = 1) -> list[str]:
    """Create promo codes in the dialog and return those that it shows."""
    page.get_by_role("button", name="Add promo codes").click()
    page.get_by_label("Quantity").fill(str(amount))
    page.get_by_role("button", name="Generate promo codes").click()
    shown = page.get_by_label("New promo codes")
    expect(shown).to_be_visible()
    made = shown.inner_text().split()
    page.get_by_role("button", name="Done").click()
    return made


@on("phone")
def test_locked_page_is_opened_once_by_promo_code_and_refused_to_the_second_visitor(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device
) -> None:
    admin = new_browser(state=owner_session, device=device).new_page()
    code_id = new_page_code(owner, f"Members menu {device}", "The secret menu")
    admin.goto(f"/admin/my-codes/lock/{code_id}")
    expect(admin.get_by_text("No promo codes yet")).to_be_visible()
    (promo,) = add_promo_codes(admin)
    expect(admin.get_by_role("heading", name="Locked")).to_be_visible()
    assert complaints(admin) == []
    assert not is_wider_than_screen(admin)

    first = new_browser(device=device).new_page()
    first.goto(f"/code/{code_id}")
    expect(first.get_by_role("heading", name="Enter your promo code")).to_be_visible()
    assert complaints(first) == []
    first.get_by_label("Promo code").fill("nonsense")
    first.get_by_role("button", name="Open").click()
    expect(first.get_by_role("alert")).to_contain_text("not valid for this page")
    assert complaints(first) == []
    first.reload()
    expect(first.get_by_role("alert")).to_contain_text("not valid for this page")
    expect(first.get_by_label("Promo code")).to_have_value("nonsense")
    first.goto("/dummy")
    first.go_back()
    expect(first.get_by_role("alert")).to_contain_text("not valid for this page")
    first.get_by_label("Promo code").fill(promo.lower().replace("-", " "))
    first.get_by_role("button", name="Open").click()
    expect(first.get_by_role("heading", name="The secret menu")).to_be_visible()
    first.go_back()
    expect(first.get_by_role("heading", name="The secret menu")).to_be_visible()
    first.reload()
    expect(first.get_by_role("heading", name="The secret menu")).to_be_visible()

    second = new_browser(device=device).new_page()
    second.goto(f"/code/{code_id}?promo={promo}")
    expect(second.get_by_label("Promo code")).to_have_value(promo)
    second.get_by_role("button", name="Open").click()
    expect(second.get_by_role("alert")).to_contain_text("has been used up")

    admin.reload()
    expect(admin.get_by_text("1 of 1 used")).to_be_visible()
    admin.get_by_role("tab", name="Uses").click()
    expect(admin.get_by_role("list", name="Uses")).to_contain_text(promo)
    assert complaints(admin) == []
    admin.get_by_role("switch", name="Lock").click()
    expect(admin.get_by_role("heading", name="Not locked")).to_be_visible()
    visit_until(second, f"/code/{code_id}", second.get_by_role("heading", name="The secret menu"))


def test_promo_code_list_is_imported_searched_withdrawn_and_exported(
    new_browser: NewContext, owner_session: Any, owner: Caller
) -> None:
    page = new_browser(state=owner_session).new_page()
    code_id = new_page_code(owner, "Club evening", "Club evening")
    page.goto(f"/admin/my-codes/lock/{code_id}")
    page.get_by_role("button", name="Add promo codes").click()
    page.get_by_role("button", name="Upload a list").click()
    page.get_by_role("button", name="Add promo codes").click()
    expect(page.get_by_text("Enter at least one promo code")).to_be_visible()
    page.get_by_label("Promo codes", exact=False).last.fill("Summer 10\nWinter 10\nno\nsummer10")
    page.get_by_role("button", name="Add promo codes").click()
    expect(page.get_by_text("2 promo codes were added.")).to_be_visible()
    expect(page.get_by_text("Line 4, summer10: is in the list twice")).to_be_visible()
    assert complaints(page) == []
    page.get_by_role("button", name="Done").click()

    page.get_by_label("Search promo codes").fill("winter")
    expect(page).to_have_url(re.compile("filter=winter"))
    rows = page.get_by_role("list", name="Promo codes").get_by_role("listitem")
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Withdraw Winter 10").click()
    page.get_by_role("button", name="Withdraw", exact=True).click()
    expect(rows).to_contain_text("Withdrawn")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export CSV").click()
    assert download.value.suggested_filename.startswith(f"promo_codes-{code_id}-")
    assert "Winter 10" in download.value.path().read_text(encoding="utf-8-sig")


def test_staff_unlock_with_a_master_key_that_is_shown_once(
    new_browser: NewContext, owner_session: Any, owner: Caller
) -> None:
    page = new_browser(state=owner_session).new_page()
    code_id = new_page_code(owner, "Back office", "Come in")
    page.goto(f"/admin/my-codes/lock/{code_id}")
    add_promo_codes(page, 3)
    page.get_by_role("tab", name="Master key").click()
    page.get_by_role("button", name="Create master key").click()
    page.get_by_role("button", name="Create key").click()
    key = page.get_by_test_id("master-key").inner_text()
    assert complaints(page) == []
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("This code has a master key")).to_be_visible()
    assert key not in page.content()

    visitor = new_browser(device="phone").new_page()
    visitor.goto(f"/code/{code_id}")
    visitor.get_by_label("Promo code").fill(key)
    visitor.get_by_role("button", name="Open").click()
    expect(visitor.get_by_role("heading", name="Come in")).to_be_visible()
    page.reload()
    expect(page.get_by_text("used once")).to_be_visible()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete", exact=True).last.click()
    expect(page.get_by_text("No master key")).to_be_visible()
    gate = visitor.get_by_role("heading", name="Enter your promo code")
    visit_until(visitor, f"/code/{code_id}", gate)


def test_promo_code_bound_to_a_place_requests_the_visitors_location(
    new_browser: NewContext, owner_session: Any, owner: Caller
) -> None:
    page = new_browser(state=owner_session).new_page()
    code_id = new_page_code(owner, "Pier treasure", "You are there")
    page.goto(f"/admin/my-codes/lock/{code_id}")
    page.get_by_role("button", name="Add promo codes").click()
    page.get_by_label("Quantity").fill("1")
    page.get_by_label("Valid at one location only").check()
    page.get_by_label("Latitude").fill(str(PIER["latitude"]))
    page.get_by_label("Longitude").fill(str(PIER["longitude"]))
    page.get_by_role("button", name="Generate promo codes").click()
    promo = page.get_by_label("New promo codes").inner_text().strip()

    context = new_browser(device="phone")
    visitor = context.new_page()

    def try_it() -> None:
        visitor.goto(f"/code/{code_id}?promo={promo}")
        visitor.get_by_role("button", name="Open").click()

    try_it()
    expect(visitor.get_by_role("alert")).to_contain_text("Share your location")
    context.grant_permissions(["geolocation"])
    context.set_geolocation(ELSEWHERE)  # type: ignore[arg-type]
    try_it()
    expect(visitor.get_by_role("alert")).to_contain_text("too far away")
    context.set_geolocation(PIER)  # type: ignore[arg-type]
    try_it()
    expect(visitor.get_by_role("heading", name="You are there")).to_be_visible()


@pytest.mark.parametrize(("device", "theme"), [("phone", "light")])
def test_promo_lock_screen_fits_and_passes_axe(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device, theme: Theme
) -> None:
    page = new_browser(state=owner_session, device=device, theme=theme).new_page()
    code_id = new_page_code(owner, f"Fit {device}", "Fits")
    page.goto(f"/admin/my-codes/lock/{code_id}")
    add_promo_codes(page, 12)
    for tab in ("Promo codes", "Uses", "Master key", "Alarms"):
        page.get_by_role("tab", name=tab).click()
        settle(page)
        assert complaints(page) == [], tab
        assert not is_wider_than_screen(page), tab
