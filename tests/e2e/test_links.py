"""The features of a short link in a real browser: slugs, campaign values, an app to open, an end."""

import re
from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

from tests.e2e.browser import PATIENCE_MS, PHONE_AGENT, look_over
from tests.e2e.conftest import Caller, NewContext
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

MENU = "https://harbor-coffee.example/menu"


def test_code_gets_a_slug_campaign_values_and_an_app(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    owner: Caller,
    fresh: str,
) -> None:
    code_id = owner("qr/create-code", name=f"Link {fresh}", type="redirect", destination=MENU)[
        "code_id"
    ]
    page = new_browser(state=owner_session, device="phone", theme="dark").new_page()

    page.goto(f"/admin/my-codes/edit/{code_id}")
    page.get_by_role("button", name="UTM parameters…").click()
    campaign = page.get_by_role("dialog", name="UTM parameters")
    campaign.get_by_label("Source").fill("poster")
    campaign.get_by_label("Template name").fill(f"Posters {fresh}")
    campaign.get_by_role("button", name="Save", exact=True).click()
    expect(campaign.get_by_role("combobox", name="Template")).to_have_text(f"Posters {fresh}")
    expect(campaign.get_by_text(f"{MENU}?utm_source=poster")).to_be_visible()
    look_over(page)
    campaign.get_by_role("button", name="Apply to destination").click()
    page.get_by_role("button", name="Open an app on phones…").click()
    app = page.get_by_role("dialog", name="Open an app on phones")
    app.get_by_label("Opens on iOS").fill("harbor://menu/7")
    look_over(page)
    app.get_by_role("button", name="Apply").click()
    page.get_by_label("Forward query parameters").check()
    look_over(page)
    page.get_by_role("button", name="Save changes").click()
    page.wait_for_url(re.compile("/success"))

    page.goto(f"/admin/my-codes/show/{code_id}")
    page.get_by_role("button", name=f"Actions for Link {fresh}").click()
    page.get_by_role("menuitem", name="Link slugs…").click()
    names = page.get_by_role("dialog", name=re.compile("Link slugs"))
    names.get_by_label("New slug").fill(f"Name-{fresh}")
    names.get_by_role("button", name="Add and use").click()
    expect(names.get_by_role("radio", name=re.compile(f"name-{fresh}"))).to_be_checked()
    look_over(page)

    def visited(agent: str) -> httpx2.Response:
        return product.get(
            f"/name-{fresh}?table=7",
            headers={"User-Agent": agent, "Accept": "text/html"},
        )

    desktop = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari"
    assert visited(desktop).headers["location"] == f"{MENU}?utm_source=poster&table=7"
    assert 'href="harbor://menu/7"' in visited(PHONE_AGENT).text
