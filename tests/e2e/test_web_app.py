"""The web app as people use it, in a real browser against everything that `waypost up` starts."""

import re
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect

from runtime.embedded.process import port_is_open
from runtime.up.state import read_state
from tests.e2e.browser import (
    COLOURS,
    PATIENCE_MS,
    PHONE_AGENT,
    Device,
    complaints,
    is_wider_than_screen,
    log_in,
    look_over,
    settle,
    show_deleted,
)
from tests.e2e.conftest import OWNER, NewContext
from tests.e2e.devices import on
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def _create_redirect(page: Page, name: str) -> str:
    """Fill in the form, save it, and return the new code's ID."""
    page.goto("/admin/create-qr-code")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Destination").fill("harbor-coffee.example/menu")
    page.get_by_role("button", name="Create code").click()
    page.wait_for_url("**/admin/create-qr-success?code=*")
    expect(page.get_by_role("heading", name="Your code is ready")).to_be_visible()
    found = re.search(r"code=(\w+)", page.url)
    assert found
    return found.group(1)


def _scan(product: Installation, code_id: str) -> httpx2.Response:
    """Open the code as a phone's camera does."""
    return product.get(
        f"/code/{code_id}", headers={"User-Agent": PHONE_AGENT, "Accept": "text/html"}
    )


def test_scan_appears_on_the_dashboard_without_reloading(
    new_browser: NewContext, product: Installation
) -> None:
    page = new_browser().new_page()
    log_in(page, OWNER, "/admin/analytics")
    code_id = _create_redirect(page, "Window sticker")
    picture = page.get_by_role("img", name="QR code of Window sticker")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0

    page.get_by_role("link", name="View analytics").click()
    scans = page.get_by_test_id("kpi-scans")
    expect(page.get_by_text("This code has no scans yet")).to_be_visible()
    page.evaluate("window.notReloaded = true")

    first = _scan(product, code_id)
    assert first.status_code in (302, 307)
    assert first.headers["location"] == "https://harbor-coffee.example/menu"
    expect(scans).to_have_text("1")
    expect(page.get_by_test_id("kpi-people")).to_have_text("1")
    _scan(product, code_id)
    expect(scans).to_have_text("2")
    assert page.evaluate("window.notReloaded")

    device = page.get_by_role("region", name="By device")
    device.get_by_title("Filter by Phone").click()
    expect(page).to_have_url(re.compile("device=phone"))
    expect(page.get_by_text("Device: Phone")).to_be_visible()
    page.reload()
    expect(scans).to_have_text("2")
    page.get_by_role("button", name="Clear all").click()
    expect(page).not_to_have_url(re.compile("device="))


def test_downloaded_pictures_have_the_name_of_the_code(
    new_browser: NewContext, owner_session: Any
) -> None:
    page = new_browser(state=owner_session).new_page()
    _create_redirect(page, "Table tent, Élan")
    for kind, beginning in (("PNG", b"\x89PNG"), ("SVG", b"<")):
        with page.expect_download() as download:
            page.get_by_role("link", name=kind, exact=True).click()
        assert download.value.suggested_filename == f"table-tent-elan.{kind.lower()}"
        assert download.value.path().read_bytes().startswith(beginning)


@on("phone")
def test_code_is_found_changed_paused_deleted_and_restored(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    device: Device,
    fresh: str,
) -> None:
    page = new_browser(state=owner_session, device=device).new_page()
    name = f"Spare footer {fresh}"
    code_id = _create_redirect(page, name)
    look_over(page)
    page.goto(f"/admin/my-codes/edit/{code_id}")
    look_over(page)
    page.get_by_label("Destination").fill("https://harbor-coffee.example/new")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", name="Changes saved")).to_be_visible()
    look_over(page)
    assert _scan(product, code_id).headers["location"] == "https://harbor-coffee.example/new"

    page.goto(f"/admin/my-codes?filter={fresh}")
    page.get_by_role("button", name=f"Actions for {name}").click()
    look_over(page)
    page.get_by_role("menuitem", name="Pause").click()
    expect(page.get_by_text("Paused", exact=True)).to_be_visible()
    page.get_by_role("button", name=f"Actions for {name}").click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("No matching codes")).to_be_visible()
    show_deleted(page)
    look_over(page)
    page.get_by_role("button", name=f"Actions for {name}").click()
    page.get_by_role("menuitem", name="Restore").click()
    expect(page.get_by_text(f"“{name}” was restored")).to_be_visible()


def test_form_errors_are_shown_beside_the_field(
    new_browser: NewContext, owner_session: Any
) -> None:
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/create-qr-code")
    page.get_by_role("button", name="Create code").click()
    expect(page.get_by_text("Enter a name for the code")).to_be_visible()
    expect(page.get_by_text("Enter a full URL")).to_be_visible()
    page.get_by_label("Name").fill("Inside")
    page.get_by_label("Destination").fill("https://me:secret@harbor-coffee.example/")
    page.get_by_role("button", name="Create code").click()
    expect(page.get_by_text("must not contain a user name or password")).to_be_visible()
    assert page.url.endswith("/admin/create-qr-code")


def test_draft_survives_the_login_that_saving_it_requires(new_browser: NewContext) -> None:
    page = new_browser().new_page()
    page.goto("/admin/create-qr-code")
    page.get_by_label("Name").fill("Begun before the login")
    page.get_by_label("Destination").fill("https://harbor-coffee.example/")
    page.get_by_role("button", name="Log in and create").click()
    page.wait_for_url("**/authorize**")
    page.locator("#email").fill(OWNER)
    page.locator("#password").fill("waypost-demo")
    page.locator("button[type=submit]").first.click()
    page.wait_for_url("**/admin/create-qr-code")
    expect(page.get_by_label("Name")).to_have_value("Begun before the login")


def test_cancelled_login_is_reported_and_can_be_retried(new_browser: NewContext) -> None:
    page = new_browser().new_page()
    page.goto("/admin/profile")
    page.wait_for_url("**/authorize**")
    page.locator("button[name=cancel], input[name=cancel]").first.click()
    expect(page.get_by_text("Login was cancelled")).to_be_visible()
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/authorize**")


def test_response_to_a_different_login_request_is_refused(new_browser: NewContext) -> None:
    page = new_browser().new_page()
    page.goto("/auth/login?code=stolen&state=of-somebody-else")
    expect(page.get_by_text("Login couldn’t be verified")).to_be_visible()
    expect(page.get_by_role("button", name="Start again")).to_be_visible()


def test_unknown_path_shows_a_404_page(new_browser: NewContext, product: Installation) -> None:
    assert product.get("/no/such/page").status_code == 404
    page = new_browser().new_page()
    page.goto("/no/such/page")
    expect(page.get_by_text("There is no page at this URL")).to_be_visible()


def test_all_other_services_run_without_the_pipelines(product: Installation) -> None:
    names = {service.name for service in read_state(product.folder / "var")}

    assert {"Web and API", "Relay", "Lander", "Jobs", "Postgres", "Kafka broker"} <= names
    assert not [name for name in names if re.match("Dagster|Pipelines", name)]
    assert not port_is_open(product.ports["WAYPOST_DAGSTER_PORT"])


def test_dark_theme_is_remembered(new_browser: NewContext) -> None:
    context = new_browser()
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Toggle light and dark mode").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("localStorage.getItem('theme-store')").count('"theme":"dark"') == 1
    assert page.evaluate("localStorage.getItem('mui-mode')") is None


def test_every_range_can_be_chosen(new_browser: NewContext, owner_session: Any) -> None:
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/analytics")
    picker = page.get_by_test_id("range-picker")
    for label in ("Today", "Last 24 hour", "Yesterday", "All time", "March", "This year"):
        picker.click()
        page.get_by_role("menuitem", name=label, exact=True).click()
        expect(picker).to_have_text(label)
        expect(page.get_by_test_id("kpi-scans")).to_be_visible()
    picker.click()
    page.get_by_label("From", exact=True).fill("2026-01-05")
    page.get_by_label("To (inclusive)").fill("2026-02-04")
    page.get_by_role("button", name="Apply", exact=True).click()
    expect(page).to_have_url(re.compile("from=2026-01-05&to=2026-02-04"))
    settle(page)
    expect(page.get_by_role("region", name="Scans over time")).to_contain_text(
        "Jan 5, 2026 – Feb 4, 2026"
    )
    expect(page.get_by_text("Time zone: America/New York")).to_be_visible()


def test_api_key_is_shown_once(new_browser: NewContext, owner_session: Any, fresh: str) -> None:
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/settings/api-keys")
    page.get_by_role("button", name="Create key").click()
    page.get_by_role("dialog").get_by_label("Name").fill(f"Point of sale {fresh}")
    page.get_by_role("button", name="Create key").click()
    expect(page.get_by_role("dialog").locator("code")).to_contain_text("wp_")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text(f"Point of sale {fresh}")).to_be_visible()


def test_visitor_is_erased_after_a_confirmation_word_is_typed(
    new_browser: NewContext, owner_session: Any
) -> None:
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/profile")
    page.wait_for_url("**/admin/settings/account")
    page.get_by_role("link", name="Privacy", exact=True).click()
    page.get_by_label("Identifier", exact=True).fill("nobody@example.com")
    page.get_by_role("button", name="Erase…").click()
    sure = page.get_by_role("button", name="Erase permanently")
    expect(sure).to_be_disabled()
    page.get_by_label("Type ERASE to confirm").fill("erase")
    sure.click()
    expect(page.get_by_text("No customer has this address or number")).to_be_visible()

    page.get_by_label("Identifier type").click()
    page.get_by_role("option", name="Visitor", exact=True).click()
    page.get_by_label("Identifier", exact=True).fill("a_visitor_of_nobody")
    page.get_by_role("button", name="Erase…").click()
    page.get_by_label("Type ERASE to confirm").fill("ERASE")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Erasures")).to_contain_text("A visitor")
    expect(page.get_by_text("Erased", exact=True).first).to_be_visible()


def test_code_page_is_accessible_and_lets_its_visitor_refuse_tracking(
    new_browser: NewContext, owner_session: Any
) -> None:
    admin = new_browser(state=owner_session).new_page()
    admin.goto("/admin/create-qr-code")
    admin.get_by_label("Name").fill("Welcome page")
    admin.get_by_role("combobox", name="Type").click()
    admin.get_by_role("option", name=re.compile("^Page")).click()
    admin.get_by_label("Title").fill("Welcome")
    admin.get_by_label("Text", exact=True).fill(
        "Ask for the soup of the day.\n\nIt is on the house."
    )
    admin.get_by_label("Button", exact=True).fill("View menu")
    admin.get_by_label("Button URL").fill("harbor-coffee.example/menu")
    admin.get_by_role("button", name="Create code").click()
    admin.wait_for_url("**/admin/create-qr-success?code=*")
    code_id = admin.url.rpartition("=")[2]

    visitor = new_browser(device="phone")
    page = visitor.new_page()
    page.goto(f"/code/{code_id}")
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    expect(page.get_by_role("link", name="View menu")).to_have_attribute(
        "href", "https://harbor-coffee.example/menu"
    )
    assert complaints(page) == []
    assert not is_wider_than_screen(page)
    page.emulate_media(color_scheme="dark")
    assert complaints(page, COLOURS) == []

    assert any(cookie.get("name") == "wp_visitor" for cookie in visitor.cookies())
    page.get_by_role("link", name="Privacy choices").click()
    page.get_by_role("button", name="Refuse").click()
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    assert not any(cookie.get("name") == "wp_visitor" for cookie in visitor.cookies())

    admin.goto(f"/admin/my-codes/analytics/{code_id}")
    expect(admin.get_by_test_id("kpi-scans")).to_have_text("1")
    expect(admin.get_by_test_id("kpi-views")).to_have_text("1")


def test_newcomer_creates_an_organisation(new_browser: NewContext, fresh: str) -> None:
    page = new_browser().new_page()
    page.goto("/admin/analytics")
    page.wait_for_url("**/authorize**")
    page.locator("#email").fill(f"someone@{fresh}.example")
    page.locator("#password").fill("waypost-demo")
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", name="Create your organisation")).to_be_visible()
    assert complaints(page) == []
    page.get_by_label("Name").fill(f"New Shop {fresh}")
    page.get_by_role("button", name="Create organisation").click()
    expect(page.get_by_role("heading", name="Analytics")).to_be_visible()
    expect(page.get_by_text("No scans yet")).to_be_visible()
    expect(page.locator("#main").get_by_role("link", name="Create a code")).to_be_visible()
    page.get_by_role("link", name="Codes", exact=True).click()
    expect(page.get_by_text("Create your first code")).to_be_visible()
