"""An outgoing webhook: connected on the screen, tested, and sent when a code is scanned. A shop
that is connected by its login, and an order there that belongs to the code that led to it.
"""

from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

from tests.e2e.browser import PATIENCE_MS, Device, complaints, is_wider_than_screen, settle
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on
from tests.support.browsers import BROWSER
from tests.support.installation import Installation
from tests.support.waiting import eventually
from tests.twins.shopify import Shopify
from tests.twins.webhook_receiver import webhook_receiver

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(400)]

expect.set_options(timeout=PATIENCE_MS)


@on("phone")
def test_a_webhook_is_connected_tested_and_gets_scans(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    owner: Caller,
    device: Device,
    fresh: str,
) -> None:
    code = owner("qr/create-code", name=f"Menu {fresh}", type="page")
    page = new_browser(device=device, state=owner_session).new_page()
    with webhook_receiver() as receiver:
        page.goto("/admin/integrations")
        settle(page)
        page.get_by_role("button", name="Connect Webhooks").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Name", exact=True).fill(f"CRM {fresh}")
        dialog.get_by_label("Address", exact=True).fill(receiver.url)
        dialog.get_by_label("Scans").check()
        assert complaints(page) == []
        dialog.get_by_role("button", name="Connect").click()
        receiver.secrets = [page.get_by_label("Signing secret").input_value()]
        page.get_by_role("button", name="I have kept it").click()

        page.get_by_role("button", name="Test now").click()
        expect(page.get_by_text("It works")).to_be_visible()
        httpx2.get(product.url(f"/code/{code['code_id']}"), headers=BROWSER)
        eventually(lambda: len(receiver.received) == 2)

        page.get_by_role("tab", name="History").click()
        expect(page.get_by_role("region", name="Events").get_by_text("Delivered")).to_be_visible()
        expect(page.get_by_role("region", name="Requests").get_by_text("OK").first).to_be_visible()
        assert complaints(page) == []
        assert not is_wider_than_screen(page)
        assert receiver.forged == 0
        assert receiver.received[1].body["data"]["code_id"] == code["code_id"]
        page.get_by_role("button", name="Remove").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove").click()
        expect(page.get_by_role("heading", name="Integrations", level=1)).to_be_visible()


@on("desktop")
def test_a_shop_is_connected_and_its_order_belongs_to_the_code_that_led_there(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    owner: Caller,
    device: Device,
    shopify: Shopify,
    fresh: str,
) -> None:
    shop = shopify.shops["harbor"]
    page = new_browser(device=device, state=owner_session).new_page()
    page.goto("/admin/shopify")
    settle(page)
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Shop", exact=True).fill("harbor.myshopify.com")
    dialog.get_by_role("button", name="Go to Shopify").click()  # the twin's owner agrees at once
    expect(page.get_by_role("heading", name="Shopify", level=1)).to_be_visible()
    assert complaints(page) == []

    code = owner("qr/create-code", name=f"Shelf {fresh}", type="page")["code_id"]
    landed = f"https://harbor.example/products/dark?wp_code={code}"
    shop.place(f"ana-{fresh}@example.com", "24.50", landing_page=landed)
    hook = shop.sent[-1]
    sent = httpx2.post(product.url("/webhooks/shopify"), content=hook.body, headers=hook.headers)
    assert sent.status_code == 200
    eventually(lambda: owner("list-orders", source="shopify")["total"] > 0)
    assert owner("list-orders", source="shopify")["items"][0]["code_id"] == code
    owner("integration-controller", action="disconnect", vendor="shopify")
