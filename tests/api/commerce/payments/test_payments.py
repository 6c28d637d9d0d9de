"""Plans and payments at Stripe's twin: a purchase applies once, when Stripe reports it, in any order of events."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from api.apps.stripe_setup import BadPrice, set_up_stripe
from api.integrations.ports.payment_provider import WebhookRefused
from api.integrations.stripe.config import StripeSettings
from api.integrations.stripe.webhooks import read_event
from runtime.settings import Settings
from tests.api.commerce.payments.conftest import Till
from tests.support.people import Org, Somebody
from tests.twins.stripe import Stripe
from tests.twins.stripe_account import SECRET

pytestmark = pytest.mark.one_database

MUTATIONS = 30_000
"""Each takes some 15 µs."""


def test_without_stripe_key_the_plan_is_self_hosted_and_nothing_is_sold(
    client: TestClient, admin: Somebody
) -> None:
    def call(name: str, body: Any) -> Any:
        return client.post(f"/v1/{name}", json=body, headers=admin.headers)

    found = call("stripe-get-options", {}).json()

    assert found["is_self_hosted"]
    assert found["subscription"]["plan"] == "self-hosted"
    assert found["plans"] == []
    refused = call("stripe-create-subscription", {"plan": "starter"})
    assert (refused.status_code, refused.json()["code"]) == (409, "self_hosted")
    assert client.post("/webhooks/stripe", content=b"{}").status_code == 409


def test_plan_applies_when_stripe_reports_its_payment(till: Till, stripe: Stripe) -> None:
    shown = till.good("stripe-get-options")
    assert [it["plan"] for it in shown["plans"]] == ["free", "starter", "growth"]
    assert shown["plans"][1]["prices"][0]["amounts"] == {"usd": 2_900, "eur": 2_700}
    assert shown["is_test"]

    made = till.good("stripe-create-subscription", {"plan": "starter", "currency": "eur"})
    again = till.good("stripe-create-subscription", {"plan": "starter", "currency": "eur"})

    assert made == again
    assert made["client_secret"]
    till.hear()
    assert (till.plan()["state"], till.plan()["plan"]) == ("incomplete", "free")
    stripe.pay(made["subscription_id"])
    till.hear()
    assert (till.plan()["state"], till.plan()["plan"]) == ("active", "starter")
    assert till.call("stripe-create-subscription", {"plan": "growth"})[0] == 409
    assert [it["total"] for it in till.good("get-invoices")["items"]] == [2_700]
    assert till.good("create-portal-session")["url"].startswith(stripe.url)


def test_plan_change_costs_the_amount_in_the_preview(till: Till, stripe: Stripe) -> None:
    stripe.tax_rate = 10
    subscription = till.subscribed()
    shown = till.good("preview-plan-change", {"plan": "growth"})
    assert shown["amount_due"] == pytest.approx(7_700, abs=22)
    assert shown["tax"] == pytest.approx(700, abs=2)

    till.good("change-plan", {"plan": "growth", "at": shown["at"]})
    till.good("change-plan", {"plan": "growth", "at": shown["at"]})
    till.hear()
    assert till.plan()["plan"] == "starter"
    stripe.pay(subscription)
    till.hear()

    assert till.plan()["plan"] == "growth"
    assert [it["total"] for it in stripe.of("invoice").values()] == [3_190, shown["amount_due"]]
    assert {it["tax"] for it in till.good("get-invoices")["items"]} == {290, shown["tax"]}
    till.good("cancel-plan")
    till.hear()
    assert till.plan()["cancel_at"] is not None
    till.good("resume-plan")
    till.hear()
    assert till.plan()["cancel_at"] is None
    till.good("cancel-plan")
    stripe.renew(subscription)
    till.hear()
    assert (till.plan()["state"], till.plan()["plan"]) == ("ended", "free")
    assert till.call("cancel-plan")[0] == 409


def test_unpaid_plan_keeps_its_quotas_during_the_grace_period(till: Till, stripe: Stripe) -> None:
    subscription = till.subscribed()
    till.pass_days(30)
    stripe.fail(subscription)
    till.hear()
    assert (till.plan()["state"], till.plan()["plan"]) == ("past_due", "starter")

    till.pass_days(15)
    till.minute()
    till.hear()
    assert (till.plan()["plan"], till.plan()["paid_plan"]) == ("free", "starter")

    stripe.pay(subscription)
    till.hear()
    assert (till.plan()["state"], till.plan()["plan"]) == ("active", "starter")


def test_lost_response_does_not_cause_a_second_purchase(till: Till, stripe: Stripe) -> None:
    stripe.goes_silent = 2  # the customer is created, and the SDK's retry gets a response
    assert till.call("stripe-create-subscription", {"plan": "starter"})[0] in (200, 503)
    stripe.goes_silent = 3
    till.call("stripe-create-subscription", {"plan": "starter"})
    till.good("stripe-create-subscription", {"plan": "starter"})
    assert len(stripe.of("customer")) == 1
    assert len(stripe.of("subscription")) == 1

    stripe.answers.clear()  # as a day later, when Stripe has dropped the keys
    till.good("stripe-create-subscription", {"plan": "starter"})
    till.good("stripe-create-subscription", {"plan": "growth"})

    states = [it["status"] for it in stripe.of("subscription").values()]
    assert states == ["canceled", "incomplete"]
    stripe.refused_with = (429, "slow down")
    assert till.call("create-intent", {"credits": 1000})[0] == 503


def test_message_credits_equal_payments_minus_refunds_and_disputes(
    till: Till, stripe: Stripe
) -> None:
    key = {"Idempotency-Key": "one"}
    made = till.good("create-intent", {"credits": 1000, "currency": "eur"}, **key)
    assert (made["amount"], made["currency"]) == (1_900, "eur")
    assert till.good("create-intent", {"credits": 1000, "currency": "eur"}, **key) == made
    till.hear()
    assert till.plan()["credits"] == 0

    stripe.pay_intent(made["intent_id"])
    till.hear()
    assert till.plan()["credits"] == 1_000
    stripe.give_back(made["intent_id"], 950)
    till.hear()
    assert till.plan()["credits"] == 500
    stripe.dispute(made["intent_id"])
    till.hear()
    assert till.plan()["credits"] == 0
    stripe.dispute(made["intent_id"], "won")
    till.hear()
    till.reported = 0
    till.hear()

    assert till.plan()["credits"] == 500
    assert len(till.rows("message_credits")) == 4


def test_dispute_during_a_stripe_outage_is_processed_later(till: Till, stripe: Stripe) -> None:
    made = till.good("create-intent", {"credits": 1000})
    stripe.pay_intent(made["intent_id"])
    till.hear()
    stripe.dispute(made["intent_id"])

    stripe.refused_with = (500, "away")
    assert till.tell(stripe.events[-1]) == 503
    stripe.refused_with = None
    stripe.of("payment_intent")["pi_of_another_product"] = {"customer": None, "latest_charge": None}
    of_another = {"object": "dispute", "id": "dp_1", "payment_intent": "pi_of_another_product"}
    stripe.tell("charge.dispute.created", of_another)
    stripe.tell("charge.dispute.created", {**of_another, "payment_intent": "pi_gone"})
    till.hear()

    assert till.plan()["credits"] == 0
    disputes = [it for it in till.rows("payment_events") if "dispute" in it["kind"]]
    assert [it["intent_id"] for it in disputes] == [made["intent_id"]]


def test_operator_creates_promotion_codes(
    till: Till, stripe: Stripe, admin: Somebody, people: Any
) -> None:
    body = {"code": "HELLO", "percent_off": 100, "months": 3}
    assert till.good("create-promo-code", body)["code"] == "HELLO"
    assert till.call("create-promo-code", body, as_=admin)[0] == 403
    other = people.member(people.org("Northwind"), "owner")
    assert till.call("create-promo-code", body, as_=other)[0] == 403
    assert till.call("create-promo-code", {**body, "amount_off": 5})[0] == 422

    status, answer = till.call(
        "stripe-create-subscription", {"plan": "starter", "promotion_code": "NONE"}
    )
    assert (status, answer["errors"][0]["field"]) == (422, "promotion_code")
    made = till.good("stripe-create-subscription", {"plan": "starter", "promotion_code": "hello"})
    till.hear()

    assert (made["status"], made["client_secret"]) == ("active", None)
    assert till.plan()["plan"] == "starter"


def test_reordered_and_duplicate_events_lead_to_the_state_at_stripe(
    till: Till, stripe: Stripe
) -> None:
    chance = random.Random()
    subscription = till.subscribed()
    intent = till.good("create-intent", {"credits": 1000})["intent_id"]
    stripe.pay_intent(intent)
    acts = [
        lambda: stripe.fail(subscription),
        lambda: stripe.pay(subscription),
        lambda: stripe.renew(subscription),
        lambda: stripe.give_back(intent, 100),
    ]
    for _ in range(8):
        chance.choice(acts)()
    if chance.random() < 0.5:
        stripe.end(subscription)
    events = [it for it in stripe.events for _ in range(chance.randint(1, 2))]
    chance.shuffle(events)

    for number, event in enumerate(events):
        assert till.tell(event) == 200
        if number % 20 == 0:
            till.hear_nothing()
    till.hear_nothing()

    theirs = stripe.of("subscription")[subscription]
    is_owed = theirs["status"] == "past_due"
    is_over = theirs["status"] == "canceled"
    ours = till.plan()
    assert ours["state"] == ("ended" if is_over else theirs["status"])
    assert ours["plan"] == ("free" if is_over else "starter")
    assert (ours["unpaid_since"] is not None) == is_owed
    kept = (
        2_000
        - stripe.of("charge")[stripe.of("payment_intent")[intent]["latest_charge"]][
            "amount_refunded"
        ]
    )
    assert ours["credits"] == 1_000 * max(kept, 0) // 2_000
    assert not [it for it in till.rows("payment_events") if it["applied_at"] is None]
    assert len(till.rows("payment_events")) == len(
        [it for it in stripe.events if it["type"] != "customer.created"]
    )


def test_events_wait_while_stripe_is_unavailable(till: Till, stripe: Stripe) -> None:
    subscription = till.good("stripe-create-subscription", {"plan": "starter"})["subscription_id"]
    stripe.pay(subscription)
    stripe.refused_with = (500, "down")
    till.hear()
    assert all(it["error"] for it in till.rows("payment_events"))

    stripe.refused_with = None
    till.clock.move(minutes=2)
    till.minute()
    till.hear_nothing()

    assert till.plan()["plan"] == "starter"


def is_refused(body: bytes, signature: str) -> bool:
    """Return whether a request is not accepted as Stripe's; `pytest.raises` would cost more than the check."""
    try:
        read_event(body, signature, SECRET)
    except WebhookRefused:
        return True
    return False


def test_only_events_signed_by_stripe_are_accepted(till: Till, stripe: Stripe) -> None:
    till.good("stripe-create-subscription", {"plan": "starter"})
    event = stripe.events[-1]
    body, headers = stripe.webhook(event)
    signature = headers["Stripe-Signature"]
    chance = random.Random(7)

    def send(content: bytes, given: str) -> int:
        sent = {"Stripe-Signature": given}
        return till.client.post("/webhooks/stripe", content=content, headers=sent).status_code

    late = stripe.webhook(event, at=int((datetime.now(UTC) - timedelta(seconds=400)).timestamp()))
    assert send(late[0], late[1]["Stripe-Signature"]) == 400
    for given in ("", "t=1", "v1=2", "é", f"{signature[:-1]}é", f"t=1,{signature}"):
        with pytest.raises(WebhookRefused):
            read_event(body, given, SECRET)
    refused = 0
    for n in range(MUTATIONS):
        parts = [signature.encode(), body]
        text = parts[n % 2]
        at = chance.randrange(len(text))
        parts[n % 2] = text[:at] + bytes([text[at] ^ (1 << chance.randrange(8))]) + text[at + 1 :]
        refused += is_refused(parts[1], parts[0].decode("latin-1"))
    assert refused == MUTATIONS
    assert send(body.replace(b'"livemode":false', b'"livemode":true'), signature) == 400
    live = stripe.webhook({**event, "livemode": True})
    assert send(live[0], live[1]["Stripe-Signature"]) == 400
    assert till.rows("payment_events") == []
    assert send(body, f"v1=00,{signature}") == 200


def test_plan_change_whose_worker_is_killed_is_charged_once(till: Till, stripe: Stripe) -> None:
    """Stripe changed the plan and charged it, but the response was lost: the same request again charges nothing
    more.
    """
    subscription = till.subscribed("starter")
    shown = till.good("preview-plan-change", {"plan": "growth"})
    change = {"plan": "growth", "at": shown["at"]}
    stripe.goes_silent = 2  # for the SDK's retry, too
    assert till.call("change-plan", change)[0] in (202, 503)
    till.good("change-plan", change)
    stripe.pay(subscription)
    till.hear()
    assert till.plan()["plan"] == "growth"
    assert [it["total"] for it in stripe.of("invoice").values()] == [2_900, shown["amount_due"]]
    assert list(stripe.of("subscription")) == [subscription]


def test_closed_organisation_is_not_charged(till: Till, stripe: Stripe, org: Org) -> None:
    subscription = till.subscribed()
    address = f"/v1/organization?confirm={org.slug}"
    assert till.client.delete(address, headers=till.me.headers).status_code == 200
    till.minute()
    till.hear_nothing()
    assert stripe.of("subscription")[subscription]["status"] == "canceled"
    (row,) = till.rows("plan_subscriptions")
    assert (row["state"], row["plan"]) == ("ended", None)
    till.minute()
    assert not [it for it in till.rows("jobs") if it["state"] == "queued"]


def test_events_about_unknown_customers_are_accepted_and_discarded(
    till: Till, stripe: Stripe
) -> None:
    about = {"object": "invoice", "id": "in_1", "customer": "cus_of_somebody_else"}
    event = {"id": "evt_1", "type": "invoice.paid", "created": 1, "livemode": False}
    assert till.tell({**event, "object": "event", "data": {"object": about}}) == 200
    assert till.rows("payment_events") == []


@pytest.mark.parametrize(
    ("secret", "publishable", "why"),
    [
        ("sk_live_a", "pk_test_a", "different modes"),
        ("sk_test_a", "pk_live_a", "different modes"),
        ("rk_live_a", "pk_test_a", "different modes"),
        ("pk_test_a", "pk_test_a", "STRIPE_SECRET_KEY begins"),
        ("sk_test_a", None, "STRIPE_PUBLISHABLE_KEY"),
    ],
)
def test_keys_of_different_payment_modes_are_refused(
    secret: str, publishable: str | None, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        StripeSettings(
            secret_key=SecretStr(secret),
            publishable_key=publishable,
            webhook_secret=SecretStr("whsec_a"),
        )


def test_subscription_from_live_mode_blocks_payments_in_test_mode(till: Till, org: Org) -> None:
    till.subscribed()
    till.write("update plan_subscriptions set is_live = true where org_id = %s", org.org_id)

    status, answer = till.call("create-intent", {"credits": 1000})

    assert (status, answer["code"]) == (409, "other_payment_mode")


def test_stripe_account_setup_is_idempotent(paid_settings: Settings, stripe: Stripe) -> None:
    """Products, prices, meter, portal and webhook are created, and existing ones are left unchanged."""
    first = list(set_up_stripe(paid_settings, "usd", ["business_month=25000"]))
    there = {it["lookup_key"]: it["unit_amount"] for it in stripe.of("price").values()}
    assert (there["waypost_starter_month"], there["waypost_business_month"]) == (2_900, 25_000)
    assert [it.secret for it in first if it.secret] == ["whsec_made_by_the_twin"]
    before = {kind: len(rows) for kind, rows in stripe.rows.items()}
    assert not any(it.is_new for it in set_up_stripe(paid_settings, "usd", []))
    assert {kind: len(rows) for kind, rows in stripe.rows.items()} == before
    with pytest.raises(BadPrice, match="Names are"):
        set_up_stripe(paid_settings, "usd", ["golden_month=1"])
