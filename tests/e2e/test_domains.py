"""A custom domain, from the record that verifies it to a code for a misprinted address."""

import re
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import (
    PATIENCE_MS,
    Device,
    complaints,
    is_wider_than_screen,
    settle,
)
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on
from tests.support.browsers import BROWSER
from tests.support.installation import Installation
from tests.support.name_server import NameServer
from tests.support.waiting import eventually

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

DOMAINS = "/admin/settings/domains"


def _is_fine(page: Page) -> None:
    assert complaints(page) == []
    assert not is_wider_than_screen(page)


def missing(owner: Caller) -> list[dict[str, Any]]:
    """Return the not-found addresses in the list."""
    items: list[dict[str, Any]] = owner("list-missed-addresses")["items"]
    return items


@on("desktop")
def test_domain_is_verified_and_a_not_found_address_becomes_a_code(
    new_browser: NewContext,
    product: Installation,
    names: NameServer,
    owner_session: Any,
    owner: Caller,
    device: Device,
    fresh: str,
) -> None:
    host, wrong, old = f"go-{fresh}.harbor.example", f"sprng-{fresh}", f"/2019/{fresh}.html"

    def ask(path: str) -> httpx2.Response:
        headers = {**BROWSER, "Host": host}
        return product.get(path, headers=headers, follow_redirects=False)

    # The owner adds a host and proves control of it.
    page = new_browser(device=device, state=owner_session).new_page()
    page.goto(DOMAINS)
    settle(page)
    page.get_by_role("button", name="Add domain").click()
    expect(page.get_by_text("Enter a host name, such as go.example.com")).to_be_visible()
    page.get_by_label("Domain", exact=True).fill(host)
    page.get_by_role("button", name="Add domain").click()
    card = page.get_by_role("region", name=host)
    expect(card.get_by_text("Not verified")).to_be_visible()
    proof = card.get_by_text(re.compile("^waypost-domain=")).inner_text()
    _is_fine(page)
    names.records[f"_waypost.{host}"] = [proof]
    check = page.get_by_role("button", name=f"Check now: {host}")

    def is_proven() -> bool:
        check.click()
        expect(check).to_be_enabled()
        return card.get_by_text("Verified", exact=True).is_visible()

    eventually(is_proven, within=60)

    # One visitor types the misprinted address, and another follows an old link.
    eventually(lambda: ask("/healthz").status_code == 404)
    assert [ask(path).status_code for path in (f"/{wrong}", old)] == [404, 404]
    wanted = {old, f"/{wrong}"}
    eventually(lambda: wanted <= {it["path"] for it in missing(owner)}, within=60, every=0.5)
    page.reload()
    settle(page)
    missed = page.get_by_role("region", name="Not found log")
    expect(
        missed.get_by_text(re.compile(r"^\d+ requests? by (a person|people)")).first
    ).to_be_visible()
    _is_fine(page)

    # The old address is dismissed, which can be undone.
    missed.get_by_role("button", name=f"Dismiss: {host}{old}").click()
    expect(missed.get_by_text(old)).to_be_hidden()
    missed.get_by_role("switch", name="Show dismissed").check()
    expect(page).to_have_url(re.compile("dismissed=1"))
    expect(missed.get_by_role("button", name=f"Restore: {host}{old}")).to_be_visible()
    missed.get_by_role("switch", name="Show dismissed").uncheck()

    # There is a code for the misprinted address now.
    missed.get_by_role("link", name=f"Create code for {host}/{wrong}").click()
    expect(page.get_by_label("Link slug")).to_have_value(wrong)
    expect(page.get_by_text(f"The link starts with {host}/")).to_be_visible()
    page.get_by_label("Destination").fill("https://harbor-coffee.example/spring")
    page.get_by_role("button", name="Create code").click()
    expect(page).to_have_url(re.compile("create-qr-success"))
    eventually(lambda: ask(f"/{wrong}").headers.get("location", "").endswith("/spring"))
    page.goto(DOMAINS)
    settle(page)
    expect(missed.get_by_text(f"/{wrong}")).to_be_hidden()

    # Everything else is redirected.
    unknown = card.get_by_role("textbox", name="Not-found redirect")
    save = card.get_by_role("button", name=f"Save not-found redirect for {host}")
    unknown.fill(f"https://{host}/menu")
    save.click()
    expect(card.get_by_text("on one of your own domains")).to_be_visible()
    unknown.fill("https://harbor-coffee.example/help")
    save.click()
    expect(page.get_by_text(f"Not-found redirect saved for {host}")).to_be_visible()
    eventually(lambda: ask(old).headers.get("location", "").endswith("/help"))

    # Removing it explains the consequences.
    page.get_by_role("button", name=f"Remove {host}").click()
    asked = page.get_by_role("dialog")
    expect(asked.get_by_text("1 code uses it")).to_be_visible()
    asked.get_by_role("button", name="Remove anyway").click()
    expect(card).to_be_hidden()
