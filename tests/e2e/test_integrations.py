"""An outgoing webhook: connected on the screen, tested, and sent when a code is scanned. A shop connected through its
login, and an order there whose revenue the dashboard shows for the code that led to it. A Klaviyo account connected
with a key, with a new list and the name of a field. A plan that is used up, bought at Stripe's twin, changed to a more
expensive one and back, and cancelled.
"""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect
from pydantic import SecretStr

from api.apps.job_modules import load
from api.apps.web import create_app
from api.db.engine import make_engine
from api.domains.commerce.payments.jobs import keep_plans
from api.integrations.stripe.config import StripeSettings
from api.jobs.worker import run_queued
from api.kit.clock import utc_now
from runtime.embedded.process import free_port
from runtime.settings import Settings
from tests.e2e.browser import (
    PATIENCE_MS,
    Device,
    complaints,
    is_wider_than_screen,
    new_context,
    settle,
)
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on
from tests.support.browsers import BROWSER
from tests.support.installation import Installation
from tests.support.people import People, Somebody
from tests.support.signing import running_signer
from tests.support.waiting import eventually
from tests.support.web import served
from tests.twins import klaviyo as klaviyo_keys
from tests.twins.klaviyo import Klaviyo
from tests.twins.shopify import Shopify
from tests.twins.stripe import KEY, PUBLISHABLE, Stripe, running_stripe
from tests.twins.stripe_account import SECRET
from tests.twins.webhook_receiver import webhook_receiver

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


@on("phone")
def test_webhook_is_connected_tested_and_receives_scans(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    owner: Caller,
    device: Device,
    fresh: str,
) -> None:
    code = owner("qr/create-code", name=f"Menu {fresh}", type="page")
    for left in owner("list-integrations")["connections"]:  # by a run of this test that failed
        if left["vendor"] == "webhooks":
            owner(
                "integration-controller", action="disconnect", connection_id=left["connection_id"]
            )
    page = new_browser(device=device, state=owner_session).new_page()
    with webhook_receiver() as receiver:

        def scans() -> list[str]:
            """Other journeys may scan codes of the organisation meanwhile."""
            bodies = [it.body for it in receiver.received]
            return [it["type"] for it in bodies if it["data"].get("code_id") == code["code_id"]]

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
        product.get(f"/code/{code['code_id']}", headers=BROWSER)
        eventually(lambda: len(scans()) == 1)

        page.get_by_role("tab", name="History").click()
        events = page.get_by_role("region", name="Events")
        expect(events.get_by_text("Delivered").first).to_be_visible()
        expect(page.get_by_role("region", name="Requests").get_by_text("OK").first).to_be_visible()
        assert complaints(page) == []
        assert not is_wider_than_screen(page)
        assert receiver.forged == 0
        assert len(scans()) == 1
        page.get_by_role("button", name="Remove").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove").click()
        expect(page.get_by_role("heading", name="Integrations", level=1)).to_be_visible()


@on("desktop")
def test_shop_is_connected_and_its_order_is_attributed_to_the_code_that_led_there(
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
    page.get_by_role("textbox", name="Title in the shop").fill(f"Spring {fresh}")
    page.get_by_role("textbox", name="Discount code").fill(f"SPRING-{fresh}")
    page.get_by_role("spinbutton", name="Discount").fill("10")
    page.get_by_role("button", name="Make the discount").click()
    expect(page.get_by_text("The discount is on, for 1 code.")).to_be_visible()
    (discount,) = shop.discounts.values()
    assert discount["customerGets"]["value"] == {"percentage": 0.1}
    assert complaints(page) == []

    where = {
        "name": f"Shelf {fresh}",
        "type": "redirect",
        "destination": f"https://{shop.host}/dark",
    }
    code = owner("qr/create-code", **where)["code_id"]
    led = product.get(f"/code/{code}", headers=BROWSER)
    shop.place(f"ana-{fresh}@example.com", "24.50", landing_page=led.headers["location"])
    hook = shop.sent[-1]
    sent = product.post("/webhooks/shopify", content=hook.body, headers=hook.headers)
    assert sent.status_code == 200
    eventually(lambda: owner("list-orders", source="shopify")["total"] > 0)
    assert owner("list-orders", source="shopify")["items"][0]["code_id"] == code
    report = {"report": "funnel", "interval": "24hour", "filters": {"code": [code]}}
    eventually(lambda: (owner("get-report", **report)["rows"] or [{}])[0].get("orders") == 1, 60)
    page.goto(f"/admin/my-codes/analytics/{code}?interval=24hour&tab=journeys")
    funnel = page.get_by_role("region", name="Funnel")
    funnel.scroll_into_view_if_needed()
    expect(funnel).to_contain_text("Revenue: $24.50 from 1 order")
    owner("integration-controller", action="disconnect", vendor="shopify")


@on("phone")
def test_klaviyo_is_connected_with_a_key_a_list_and_field_names(
    new_browser: NewContext,
    owner_session: Any,
    owner: Caller,
    device: Device,
    klaviyo: Klaviyo,
    fresh: str,
) -> None:
    page = new_browser(device=device, theme="dark", state=owner_session).new_page()
    page.goto("/admin/klaviyo")
    settle(page)
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Private API key").fill("pk_of_nobody")
    dialog.get_by_role("button", name="Connect").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Incorrect authentication credentials")
    assert complaints(page) == []
    dialog.get_by_label("Private API key").fill(klaviyo_keys.KEY)
    dialog.get_by_role("button", name="Connect").click()

    page.get_by_label("Name of a new list").fill(f"Tasting {fresh}")
    page.get_by_role("button", name="Make the list").click()
    expect(page.get_by_role("listitem").filter(has_text=f"Tasting {fresh}")).to_be_visible()
    page.get_by_role("tab", name="Settings").click()
    page.get_by_role("combobox", name="List").click()
    page.get_by_role("option", name=f"Tasting {fresh}").click()
    page.get_by_label("Last name").fill("family_name")
    expect(page.get_by_label("Request 2 as JSON")).to_contain_text('"family_name": "Example"')
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("Settings saved")).to_be_visible()
    assert complaints(page) == []
    assert not is_wider_than_screen(page)

    assert klaviyo.lists[list(klaviyo.lists)[-1]] == f"Tasting {fresh}"
    kept = owner("get-integration", vendor="klaviyo")["settings"]
    assert kept["profile_fields"]["last_name"] == "family_name"
    assert klaviyo.lists[kept["list_id"]] == f"Tasting {fresh}"
    page.get_by_role("tab", name="History").click()
    expect(page.get_by_role("region", name="Requests").get_by_text("OK").first).to_be_visible()
    assert complaints(page) == []
    owner("integration-controller", action="disconnect", vendor="klaviyo")


STRIPE_JS = """
window.Stripe = () => ({
  elements: () => ({
    create: () => ({
      mount: (place) => { place.textContent = "Card"; },
      on: (event, listen) => event === "ready" && setTimeout(listen),
      destroy: () => {},
    }),
  }),
  confirmPayment: () => Promise.resolve({}),
});
"""
"""Replaces Stripe's script, which is loaded only from Stripe, with a card form that always succeeds."""


@dataclass
class Shopkeeper:
    """The owner of an organisation in an installation that sells plans."""

    settings: Settings
    stripe: Stripe
    me: Somebody
    reported: int = 0

    def call(self, path: str, **body: Any) -> httpx2.Response:
        url = f"{self.settings.base_url}/v1/{path}"
        return httpx2.post(url, json=body, headers=self.me.headers, timeout=30)

    def hear(self) -> None:
        """Deliver everything that happened at Stripe since, and let the worker apply it."""
        for event in self.stripe.events[self.reported :]:
            body, headers = self.stripe.webhook(event)
            url = f"{self.settings.base_url}/webhooks/stripe"
            httpx2.post(url, content=body, headers=headers, timeout=30).raise_for_status()
        self.reported = len(self.stripe.events)
        with ThreadPoolExecutor(1) as thread:  # this thread runs the browser's event loop
            thread.submit(run_queued, self.settings).result()


@pytest.fixture
def shopkeeper(settings: Settings) -> Iterator[Shopkeeper]:
    with running_signer() as signer, running_stripe() as stripe:
        stripe.add_price("waypost_starter_month", "month", 2_900)
        stripe.add_price("waypost_growth_month", "month", 9_900)
        sold = settings.model_copy(
            update={"auth0_domain": signer.domain, "port": free_port()}
        ).with_vendors(
            StripeSettings(
                secret_key=SecretStr(KEY),
                publishable_key=PUBLISHABLE,
                webhook_secret=SecretStr(SECRET),
                base_url=stripe.url,
            )
        )
        load()
        engine = make_engine(sold)
        keep_plans(sold, engine, utc_now())
        engine.dispose()
        with (
            closing(People(sold.database_url, signer)) as people,
            served(create_app(sold), sold.port),
        ):
            yield Shopkeeper(sold, stripe, people.member(people.org("Corner Cafe"), "owner"))


def session_of(keeper: Shopkeeper) -> Any:
    """Return what a browser stores for their login."""
    token = keeper.me.headers["Authorization"].removeprefix("Bearer ")
    kept = {
        "waypost.session.token": {"entry": "e", "token": token, "expiresAt": time.time() + 3600},
        "waypost.session.user": {"entry": "e", "subject": keeper.me.sub, "email": keeper.me.email},
    }
    storage = [{"name": name, "value": json.dumps(it)} for name, it in kept.items()]
    return {
        "cookies": [],
        "origins": [{"origin": keeper.settings.base_url, "localStorage": storage}],
    }


def test_plan_with_used_up_quota_is_changed_paid_and_cancelled(
    browser: Browser, shopkeeper: Shopkeeper
) -> None:
    keeper, stripe = shopkeeper, shopkeeper.stripe
    code = {"type": "redirect", "destination": "https://a.example/"}
    for number in range(25):
        keeper.call("qr/create-code", name=f"Code {number}", **code).raise_for_status()
    assert keeper.call("qr/create-code", name="Too many", **code).status_code == 402
    context = new_context(browser, keeper.settings.base_url, state=session_of(keeper))
    context.route(
        "https://js.stripe.com/**",
        lambda route: route.fulfill(body=STRIPE_JS, content_type="text/javascript"),
    )
    # The login client does not know a session that is only stored: on a slow machine it would
    # redirect to the login.
    context.route("**/login-client-*.js", lambda route: route.abort())
    page = context.new_page()
    page.goto("/admin/payment")
    expect(page.get_by_text("You have used up part of your plan")).to_be_visible()
    page.get_by_role("button", name="Choose Starter").click()
    page.get_by_role("button", name="Go on to payment").click()
    page.get_by_role("button", name="Pay", exact=True).click()
    expect(page.get_by_text("Payment received")).to_be_visible()
    assert keeper.call("qr/create-code", name="Not yet", **code).status_code == 402

    (subscription,) = stripe.of("subscription")
    stripe.pay(subscription)
    keeper.hear()
    assert_plan(page, "Starter")
    keeper.call("qr/create-code", name="One more", **code).raise_for_status()
    assert complaints(page) == []

    change_to(page, "Growth")
    keeper.hear()
    assert_plan(page, "Starter")  # until it is paid
    stripe.pay(subscription)
    keeper.hear()
    assert_plan(page, "Growth")
    change_to(page, "Starter")
    keeper.hear()
    assert_plan(page, "Starter")

    page.get_by_role("button", name="Cancel plan").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel plan").click()
    expect(page.get_by_text("Your plan ends with its period")).to_be_visible()
    stripe.renew(subscription)
    keeper.hear()
    assert_plan(page, "Free")
    assert keeper.call("qr/create-code", name="Too many", **code).status_code == 402
    charged = [it["total"] for it in stripe.of("invoice").values() if it["total"] > 0]
    assert charged == [2_900, pytest.approx(7_000, abs=20)]
    context.close()


def change_to(page: Page, name: str) -> None:
    """Change the plan as shown in the dialog."""
    page.get_by_role("button", name=f"Choose {name}").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Due now")).to_be_visible()
    dialog.get_by_role("button", name="Change plan").click()
    expect(dialog).to_be_hidden()


def assert_plan(page: Page, name: str) -> None:
    page.goto("/admin/payment")
    expect(page.get_by_role("heading", name=f"Your plan: {name}")).to_be_visible()
