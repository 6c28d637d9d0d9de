"""Public pages show their content before a script runs, and the app takes them over without changes."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.browser import PATIENCE_MS, Device, complaints, is_wider_than_screen
from tests.e2e.conftest import TOUR_HOST, Caller, NewContext
from tests.e2e.devices import on
from tests.e2e.test_published_pages import listening
from tests.support.installation import Installation
from tests.support.pages import field, form_block, page_data

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

OPEN_TO_ALL = {
    "/": "QR codes",
    "/?utm_source=poster": "QR codes",
    "/card/1": "A card for your phone",
    "/share": "Share a code",
    "/ai-qr": "QR codes worth framing",
    "/auth/login": "Welcome back",
    "/no/such/page": "Page not found",
}


@on("phone")
def test_public_pages_show_their_content_without_script(
    new_browser: NewContext, product: Installation, device: Device
) -> None:
    page = new_browser(device=device, runs_scripts=False).new_page()
    lines = listening(page)
    for path, words in OPEN_TO_ALL.items():
        plain = product.get(path)
        assert words in plain.text, path
        assert (
            "'unsafe-inline'" not in plain.headers["content-security-policy"].split("style-src")[0]
        )
        page.goto(path)
        expect(page.get_by_role("heading", name=words).first).to_be_visible()
        assert not is_wider_than_screen(page), path

    # The shared content is in the page, and its link leads to it.
    page.goto("/share")
    page.get_by_label("Code or link").fill("https://go.example/code/AbC-12345_x?again=1")
    page.get_by_label("Code or link").press("Enter")
    link = page.get_by_role("link", name=product.url("/code/AbC-12345_x"))
    expect(link).to_have_attribute("href", product.url("/code/AbC-12345_x"))
    page.get_by_label("Code or link").fill("no code")
    page.get_by_label("Code or link").press("Enter")
    expect(page.get_by_text("This is not a Waypost code.")).to_be_visible()

    # The tour's own host starts with the tour.
    page.goto(f"http://{TOUR_HOST}:{urlsplit(product.url('/')).port}/")
    expect(page.get_by_role("heading", name="Take the tour")).to_be_visible()
    expect(page.get_by_role("link", name="Create a code")).to_be_visible()
    assert [it for it in lines if "404" not in it] == []


def test_no_keystroke_is_lost_while_the_app_loads(
    new_browser: NewContext, product: Installation
) -> None:
    page = new_browser().new_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/assets/share-*.js", hold)
    page.goto("/share")
    field = page.get_by_label("Code or link")
    with (
        page.expect_request("**/assets/share-*.js"),
        page.expect_response("**/app-config.json"),
    ):
        field.press_sequentially("23456")
    page.keyboard.type("78ABC", delay=50)
    held[0].continue_()
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    expect(field).to_have_value("2345678ABC")
    page.keyboard.type("D")
    expect(page).to_have_url(product.url("/share?code=2345678ABCD"))


@on("desktop")
def test_text_typed_before_the_app_loads_is_kept(
    new_browser: NewContext, product: Installation, device: Device
) -> None:
    page = new_browser(device=device).new_page()
    result = listening(page)
    page.goto("/share")
    page.get_by_label("Code or link").fill("2345678ABC")
    copy = page.get_by_role("button", name="Copy link")
    expect(copy).to_be_visible()
    expect(page.get_by_label("Code or link")).to_have_value("2345678ABC")
    expect(page).to_have_url(product.url("/share?code=2345678ABC"))
    copy.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == product.url("/code/2345678ABC")
    assert complaints(page) == []
    assert not is_wider_than_screen(page)

    # The tour leads to a form that visitors can try.
    page.goto(f"http://{TOUR_HOST}:{urlsplit(product.url('/')).port}/")
    page.get_by_role("link", name="Create a code").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_label("Name").fill("Begun on the tour")
    expect(page.get_by_role("button", name="Log in and create")).to_be_visible()
    assert complaints(page) == []
    assert result == []


def test_form_with_missing_script_shows_all_its_fields_and_can_be_sent(
    new_browser: NewContext, owner: Caller
) -> None:
    first, *rest = form_block()["props"]["fields"]
    form = form_block(*rest, {**first, "name": "more"}, field("city", required=True))
    code_id = owner("qr/create-code", name="Two screens", type="page")["code_id"]
    made = owner("gen-page", name="Two screens", code_id=code_id, blocks=page_data(form))
    owner("update-page", page_id=made["page_id"], action="publish")
    page = new_browser(device="phone").new_page()
    page.route("**/visitor/assets/*.js", lambda route: route.abort())

    page.goto(f"/code/{code_id}")
    expect(page.get_by_label("First_Name")).to_be_visible()
    assert not page.get_by_label("City").is_visible()
    expect(page.get_by_label("City")).to_be_visible()
    expect(page.get_by_role("button", name="Continue")).to_be_hidden()
    assert complaints(page) == []
    page.get_by_label("First_Name").fill("Ana")
    page.get_by_label("Email").fill("ana@example.com")
    page.get_by_label("City").fill("Wien")
    page.get_by_role("button", name="Send", exact=True).click()

    expect(page.get_by_role("status").get_by_text("Thank you!")).to_be_visible()
