"""Pages as their authors write them and their visitors use them, in a real browser."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from runtime.settings import ROOT
from tests.e2e.browser import (
    COLOURS,
    PATIENCE_MS,
    Device,
    complaints,
    is_wider_than_screen,
    look_over,
    settle,
)
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

GALLERY = sorted(
    (ROOT / "api" / "domains" / "content" / "page_templates" / "gallery").glob("*.json")
)
MOST_BYTES = 60_000
"""The maximum transfer size of HTML, styles and script of a page with a form."""

_SHIFT = """
window.shifted = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({type: 'layout-shift', buffered: true});
"""


def _published(owner: Caller, blocks: dict[str, Any]) -> str:
    """Create a code with this page and return its public path."""
    code_id = owner("qr/create-code", name="Poster", type="page")["code_id"]
    made = owner("gen-page", name="Poster", code_id=code_id, blocks=blocks)
    owner("update-page", page_id=made["page_id"], action="publish")
    return f"/code/{code_id}"


def _blocks(template: str) -> dict[str, Any]:
    file = next(path for path in GALLERY if path.stem == template)
    blocks: dict[str, Any] = json.loads(file.read_text())["blocks"]
    return blocks


def _wait_until_saved(page: Page) -> None:
    expect(page.get_by_role("status").get_by_text("Saved", exact=True)).to_be_visible()


@on("desktop")
def test_page_is_created_from_a_template_edited_and_published(
    new_browser: NewContext, owner_session: Any, device: Device
) -> None:
    page = new_browser(device=device, state=owner_session).new_page()
    page.goto("/admin/add-new-page")
    settle(page)
    assert not complaints(page)
    assert not is_wider_than_screen(page)

    page.get_by_role("button", name="Use template Newsletter sign-up").click()
    page.wait_for_url("**/admin/update-page/*")
    settle(page)
    if device == "phone":
        page.get_by_role("tab", name="Blocks").click()
    else:
        page.get_by_role("tab", name="Blocks").press("Enter")
    blocks = page.get_by_role("list", name="Page blocks")
    first = blocks.get_by_role("button", name=re.compile("^Heading Five minutes")).first
    first.press("Enter")
    page.get_by_label("Text", exact=True).fill("Ten minutes of good news")
    expect(page.frame_locator("#preview-frame").locator("h1")).to_have_text(
        "Ten minutes of good news"
    )
    _wait_until_saved(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.frame_locator("#preview-frame").locator("h1")).not_to_have_text(
        "Ten minutes of good news"
    )
    page.get_by_role("button", name="Redo").click()

    page.get_by_role("tab", name="Add").click()
    page.get_by_role("button", name=re.compile("^Coupon")).click()
    expect(page.get_by_label("Code", exact=True)).to_have_value("WELCOME")
    page.get_by_label("Code", exact=True).fill("GOOD-NEWS")
    page.get_by_role("tab", name="Blocks").click()
    blocks.get_by_role("button", name="Move Coupon up").click()
    _wait_until_saved(page)
    assert not complaints(page)
    assert not is_wider_than_screen(page)

    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Visitors can see it now.")).to_be_visible()
    visitor = new_browser(device=device).new_page()
    visitor.goto("/page/" + page.url.rpartition("/")[2])
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Ten minutes of good news")
    expect(visitor.get_by_text("GOOD-NEWS")).to_be_hidden()
    visitor.get_by_text("Show the code").click()
    expect(visitor.get_by_text("GOOD-NEWS")).to_be_visible()


def test_text_is_written_with_formatting(
    new_browser: NewContext, owner_session: Any, owner: Caller
) -> None:
    text = {"type": "Text", "props": {"id": "words", "html": "<p>Warm bread</p>"}}
    made = owner("gen-page", name="Bakery", blocks={"root": {"props": {}}, "content": [text]})
    page = new_browser(state=owner_session).new_page()
    page.goto(f"/admin/update-page/{made['page_id']}")
    settle(page)
    drawn = page.frame_locator("#preview-frame").locator(".wp-text")
    drawn.click()
    writing = page.get_by_role("group", name="Text", exact=True).locator("[contenteditable=true]")

    writing.click()
    writing.press("End")
    page.keyboard.type(" every morning", delay=20)
    expect(drawn).to_have_text("Warm bread every morning")
    _wait_until_saved(page)
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+b")

    expect(drawn.locator("strong")).to_have_text("Warm bread every morning")
    _wait_until_saved(page)
    page.reload()
    expect(drawn.locator("strong")).to_have_text("Warm bread every morning")


@on("phone")
def test_first_page_of_a_form_stays_and_conditions_are_built(
    new_browser: NewContext, owner_session: Any, device: Device
) -> None:
    page = new_browser(state=owner_session, device=device).new_page()
    page.goto("/admin/add-new-page")
    page.get_by_role("link", name="Empty page").click()
    page.wait_for_url("**/admin/update-page/*")
    settle(page)

    page.get_by_role("tab", name="Add").click()
    look_over(page)
    page.get_by_role("button", name=re.compile("^Form")).click()
    questions = page.get_by_role("group", name="Questions")
    questions.get_by_role("button", name=re.compile("^About you")).click()

    expect(questions.get_by_text("can’t remove this one")).to_be_visible()
    expect(questions.get_by_role("button", name="Remove About you")).to_have_count(0)
    questions.get_by_role("button", name=re.compile("^First name")).click()
    expect(questions.get_by_role("button", name="Remove First name")).to_be_visible()
    questions.get_by_role("button", name="Question", exact=True).click()
    questions.get_by_role("button", name=re.compile("^Question Short")).click()
    questions.get_by_label("Shown").click()
    page.get_by_role("option", name="When an earlier question is answered").click()
    _wait_until_saved(page)
    look_over(page)
    frame = page.frame_locator("#preview-frame")
    expect(frame.locator("[data-conditional]")).to_have_count(1)


@on("phone")
def test_page_is_previewed_translated_and_restored(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device
) -> None:
    page = new_browser(state=owner_session, device=device).new_page()
    made = owner("gen-page", name="Hotel", blocks=_blocks("hotel-guide"))
    page.goto(f"/admin/update-page/{made['page_id']}")
    settle(page)
    more = page.get_by_role("button", name="Page actions")

    more.click()
    page.get_by_role("menuitem", name="Translations").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("In German").nth(2).fill("Willkommen in Ihrem Zimmer")
    look_over(page)
    dialog.get_by_role("button", name="Done").click()
    _wait_until_saved(page)
    page.get_by_role("button", name="Preview").click()
    preview = page.frame_locator("iframe[title='Page preview']")
    expect(preview.get_by_role("heading", level=1)).to_have_text("Welcome to your room")
    expect(preview.get_by_text("Welcome back")).to_have_count(0)
    dialog.get_by_label("Returning visitor").check()
    expect(preview.get_by_text("Welcome back, Alex")).to_be_visible()
    dialog.get_by_label("Language").click()
    page.get_by_role("option", name="German").click()
    expect(preview.get_by_role("heading", level=1)).to_have_text("Willkommen in Ihrem Zimmer")
    look_over(page)
    dialog.get_by_role("button", name="Close").click()

    more.click()
    page.get_by_role("menuitem", name="History").click()
    bring_back = page.get_by_role("button", name="Restore version 1")
    expect(bring_back).to_be_visible()
    look_over(page)
    bring_back.click()
    expect(page.get_by_text("Restored as draft")).to_be_visible()
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("dialog").get_by_label("Language")).to_have_text("English")


def _unanswered(route: Route, answered: list[int]) -> None:
    answered.append(route.fetch().status)
    route.abort()


def test_renaming_a_page_causes_no_conflict_and_unseen_changes_are_not_published(
    new_browser: NewContext, owner_session: Any, owner: Caller
) -> None:
    page = new_browser(state=owner_session).new_page()
    blocks = _blocks("hotel-guide")
    page_id = owner("gen-page", name="Hotel", blocks=blocks)["page_id"]
    page.goto(f"/admin/update-page/{page_id}")
    settle(page)
    conflict = page.get_by_text("Someone else saved this page while you had it open.")

    page.get_by_role("button", name="Page actions").click()
    page.get_by_role("menuitem", name="Name, URL and code").click()
    naming = page.get_by_role("dialog")
    naming.get_by_role("textbox", name="Name", exact=True).fill("Guest house")
    naming.get_by_role("button", name="Save").click()
    expect(naming).to_have_count(0)
    page.get_by_role("tab", name="Add").click()
    page.get_by_role("button", name=re.compile("^Coupon")).click()
    with page.expect_response("**/v1/update-page") as saving:
        page.get_by_label("Code", exact=True).fill("MINE")
    assert saving.value.status == 200
    _wait_until_saved(page)
    expect(conflict).to_have_count(0)

    # The connection breaks after the server has saved, but before it responds.
    cut_off: list[int] = []
    page.route("**/v1/update-page", lambda route: _unanswered(route, cut_off), times=1)
    page.get_by_label("Code", exact=True).fill("UNHEARD")
    expect(page.get_by_text("Not saved: no connection")).to_be_visible()
    page.get_by_label("Code", exact=True).fill("MINE")
    _wait_until_saved(page)
    expect(conflict).to_have_count(0)
    assert cut_off == [200]

    owner("update-page", page_id=page_id, blocks=blocks)
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(conflict).to_be_visible()
    assert owner("get-page", page_id=page_id, draft=True)["is_published"] is False
    page.get_by_role("button", name="Overwrite with mine").click()
    _wait_until_saved(page)
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Visitors can see it now.")).to_be_visible()
    assert "MINE" in json.dumps(owner("get-page", page_id=page_id, draft=True)["blocks"])


@on("phone")
def test_newcomer_gets_a_published_page_with_its_code(
    new_browser: NewContext, owner_session: Any, device: Device
) -> None:
    page = new_browser(device=device, state=owner_session).new_page()
    page.goto("/admin/initial-content")
    settle(page)
    page.get_by_label("What is your name?").fill("Corner Shop")
    page.get_by_role("button", name="Playful").click()
    look_over(page)
    page.get_by_role("button", name="Create page and code").click()

    page.wait_for_url("**/admin/create-qr-success?code=*")
    expect(page.get_by_role("img", name="QR code of Corner Shop")).to_be_visible()
    look_over(page)
    visitor = new_browser(device=device).new_page()
    visitor.goto("/code/" + page.url.rpartition("code=")[2])
    expect(visitor.locator("main.wp-page")).to_be_visible()


def test_every_template_is_light_accessible_and_has_no_layout_shift(
    new_browser: NewContext, owner: Caller
) -> None:
    light = new_browser(device="phone", is_new=True).new_page()
    light.add_init_script(_SHIFT)
    received: list[int] = []

    def receive(request: Request) -> None:
        if request.resource_type != "image":
            received.append(request.sizes()["responseBodySize"])

    light.on("requestfinished", receive)
    for file in GALLERY:
        path = _published(owner, json.loads(file.read_text())["blocks"])
        received.clear()
        light.goto(path)

        assert not complaints(light), file.stem
        light.wait_for_load_state("networkidle")
        assert not is_wider_than_screen(light), file.stem
        assert light.evaluate("window.shifted") < 0.01, file.stem
        assert sum(received) < MOST_BYTES, (file.stem, received)
        light.emulate_media(color_scheme="dark")
        assert not complaints(light, COLOURS), f"{file.stem}, dark"
        light.emulate_media(color_scheme="light")


def test_form_sent_offline_waits_for_the_network_and_is_sent_once(
    new_browser: NewContext, owner: Caller
) -> None:
    path = _published(owner, _blocks("newsletter"))
    context = new_browser(device="phone")
    page = context.new_page()
    page.goto(path)
    page.get_by_role("button", name="Subscribe").click()
    expect(page.get_by_text("Please fill this in.").first).to_be_visible()
    page.get_by_label("First name").fill("Ana")
    page.get_by_label("Email").fill("ana@example.com")
    page.get_by_label(re.compile("I agree")).check()

    context.set_offline(True)
    page.get_by_role("button", name="Subscribe").click()
    expect(page.get_by_text("You are offline.")).to_be_visible()
    with page.expect_response("**/v1/append-submit") as sent:
        context.set_offline(False)

    assert sent.value.ok, sent.value.text()
    expect(page.get_by_text("The next issue is yours")).to_be_visible()
    expect(page.get_by_label("First name")).to_be_hidden()
    assert page.evaluate("localStorage.getItem('wp_outbox')") is None
    code_id = path.rpartition("/")[2]
    kept = owner("get-submit-data", code_id=code_id)
    assert kept["total"] == 1


def test_vote_updates_the_counts_shown_on_the_page(new_browser: NewContext, owner: Caller) -> None:
    path = _published(owner, _blocks("museum-guide"))
    page = new_browser(device="phone").new_page()
    page.goto(path)

    page.get_by_label("The Blue Hour").check()
    page.get_by_role("button", name="Vote").click()

    expect(page.get_by_text("You can still change your vote")).to_be_visible()
    expect(page.get_by_text("100% · 1")).to_be_visible()
