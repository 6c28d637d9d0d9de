"""A form with steps on a page without a code, under a name or on a custom domain: sent, welcomed, counted."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from api.domains.content.pages.starters import sign_up_page
from tests.e2e.browser import PATIENCE_MS, PHONE_AGENT, Device, complaints, is_wider_than_screen
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on
from tests.e2e.test_published_pages import PROMISE, WELCOME, listening
from tests.support.installation import Installation
from tests.support.name_server import NameServer
from tests.support.waiting import eventually

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

ABOUT_YOU, HOW_TO_REACH_YOU = ("first_name", "last_name"), ("email", "phone")


def named_page(owner: Caller, name: str) -> str:
    """Return the ID of a page under a name, without a code: a welcome, and the sign-up form in two steps."""
    blocks = sign_up_page()
    blocks["content"].insert(0, WELCOME)
    fields = blocks["content"][-1]["props"]["fields"]
    second = {"name": "second", "input_display_name": "How to reach you"}
    fields.insert(3, {**second, "input_type": "page_divider"})
    page_id = str(owner("gen-page", name=f"Page {name}", blocks=blocks)["page_id"])
    owner("update-page", page_id=page_id, vanity_name=name)
    owner("update-page", page_id=page_id, action="publish")
    return page_id


def own_host(owner: Caller, names: NameServer, host: str) -> str:
    """Verify a custom domain of the organisation and return it."""
    domain = owner("add-domain", host=host)
    names.records[domain["record_name"]] = [domain["proof"]]
    eventually(lambda: owner("check-domain", domain_id=domain["domain_id"])["is_proven"])
    return host


def a_persons(context: BrowserContext) -> Page:
    """Return a page of a browser without headless Chromium's name, which counts as a bot."""
    context.set_extra_http_headers({"User-Agent": PHONE_AGENT})
    return context.new_page()


def sign_up(page: Page, email: str, phone: str) -> None:
    """Go through both steps and back, with the keyboard if there is one, and send."""
    page.get_by_label("First name").fill("Ana")
    page.get_by_label("First name").press("Enter")
    expect(page.get_by_text("Please fill this in.")).to_have_count(1)
    expect(page.get_by_label("Last name")).to_be_focused()
    page.get_by_label("Last name").fill("Ruiz")
    assert complaints(page) == []
    page.get_by_label("Last name").press("Enter")
    expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    expect(page.get_by_label("First name")).to_be_hidden()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_label("First name")).to_have_value("Ana")
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Email").fill(email)
    page.get_by_label("Phone").fill(phone)
    page.get_by_label(PROMISE).check()
    assert complaints(page) == []
    assert not is_wider_than_screen(page)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("You are on the list")).to_be_visible()


def counted(owner: Caller, page_id: str) -> bool:
    """Return whether the numbers and the report of the page have its two views, its form and each of its fields."""
    asked = {"interval": "24hour", "filters": {"page": [page_id]}}
    totals = owner("get-analytics", **asked)["totals"]
    rows = {row["field"]: row for row in owner("get-report", report="form_fields", **asked)["rows"]}
    parts = ("reached", "filled", "answered")
    return (totals["views"], totals["submits"]) == (2, 1) and all(
        name in rows and all(rows[name][part] == 1 for part in parts)
        for name in (*ABOUT_YOU, *HOW_TO_REACH_YOU)
    )


@on("phone")
def test_multi_step_form_without_a_code_is_sent_and_counted(
    new_browser: NewContext,
    product: Installation,
    names: NameServer,
    owner_session: Any,
    owner: Caller,
    device: Device,
    fresh: str,
) -> None:
    page_id = named_page(owner, f"steps-{fresh}")
    address = product.url(f"/p/steps-{fresh}")
    if device == "phone":
        host = own_host(owner, names, f"go-{fresh}.harbor.example")
        address = address.replace("localhost", host)
    email, phone = f"ana-{fresh}@example.com", f"41555{int(fresh, 16) % 100_000:05d}"
    page = a_persons(new_browser(device=device))
    entry = listening(page)
    eventually(lambda: getattr(page.goto(address), "status", 0) == 200)
    expect(page.get_by_text("Step 1 of 2")).to_be_visible()
    entry.clear()

    sign_up(page, email, phone)

    page.goto(address)
    expect(page.get_by_text("Good to see you, Ana!")).to_be_visible()
    # Custom domains have TLS; without it, a browser logs which headers it ignores.
    assert [it for it in entry if "Cross-Origin-Opener-Policy" not in it] == []
    kept = owner("get-submit-data", page_id=page_id)["items"]
    assert [(it["email"], it["phone"]) for it in kept] == [(email, f"+1{phone}")]
    eventually(lambda: counted(owner, page_id), within=60)
    board = new_browser(state=owner_session, device=device).new_page()
    board.goto(f"/admin/analytics?interval=24hour&page={page_id}")
    expect(board.get_by_text(f"Page: Page steps-{fresh}")).to_be_visible()
    expect(board.get_by_test_id("kpi-views")).to_have_text("2")
