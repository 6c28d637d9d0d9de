"""Signatures from vendors' documentation and SDKs: accepted as they are, and refused with one bit changed."""

from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
import stripe
from pydantic import SecretStr

from api.integrations.ports.connector import RequestRefused, VendorDown
from api.integrations.shopify import adapter
from api.integrations.shopify.adapter import Shopify
from api.integrations.shopify.config import ShopifySettings
from api.integrations.stripe.webhooks import read_event
from api.integrations.twilio.config import TwilioSettings
from api.integrations.twilio.webhooks import TwilioWebhooks
from api.integrations.webhooks.adapter import signature
from runtime.embedded.process import free_port


def changed(text: str) -> list[str]:
    """Return copies of the text with one character replaced in each."""
    return [f"{text[:at]}{'0' if it != '0' else '1'}{text[at + 1 :]}" for at, it in enumerate(text)]


def test_twilio_signature_matches_the_documented_example() -> None:
    """https://www.twilio.com/docs/usage/security#validating-requests"""
    account = TwilioSettings(
        account_sid="AC" + "0" * 32, auth_token=SecretStr("12345"), sender="+14155550100"
    )
    form = {"CallSid": "CA1234567890ABCDE", "Caller": "+14158675310", "Digits": "1234"}
    form |= {"From": "+14158675310", "To": "+18005551212"}

    def is_signed(given: str) -> bool:
        url = "https://mycompany.com/myapp.php?foo=1&bar=2"
        return TwilioWebhooks(account).is_signed(url, form, given)

    known = "GvWf1cFY/Q7PnoempGyD5oXAezc="
    assert is_signed(known)
    assert not any(map(is_signed, changed(known)))


def test_standard_webhooks_signature_matches_the_specification() -> None:
    """https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md"""
    secret, message = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek"
    made = signature(secret, message, 1614265330, b'{"test": 2432232314}')
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_shopify_login_signature_matches_the_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    """https://shopify.dev/docs/apps/build/authentication-authorization/get-access-tokens/authorization-code-grant"""
    nowhere = ShopifySettings(
        SHOPIFY_CLIENT_ID="app",
        SHOPIFY_CLIENT_SECRET="hush",
        SHOPIFY_SHOP_URL=f"http://127.0.0.1:{free_port()}/{{shop}}",
    )
    query = {"code": "0907a61c0c8d55e99db179b68161bc00", "shop": "some-shop.myshopify.com"}
    query |= {"state": "0.6784241404160823", "timestamp": "1337178173"}
    known = "700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf"

    def exchange(given: str) -> None:
        Shopify(nowhere).exchange({"shop": "some-shop"}, {**query, "hmac": given}, "", "")

    with pytest.raises(RequestRefused, match="not sent by the shop"):
        exchange(known)  # years later
    monkeypatch.setattr(adapter, "time", SimpleNamespace(time=lambda: 1337178173.0))
    with pytest.raises(VendorDown):  # it is accepted, but the shop does not respond
        exchange(known)
    for given in changed(known):
        with pytest.raises(RequestRefused, match="not sent by the shop"):
            exchange(given)


def test_stripe_signature_matches_the_stripe_sdk() -> None:
    """As Stripe's own SDK computes it."""
    at, secret = int(datetime.now(UTC).timestamp()), "whsec_of_the_vector"
    about = '"data":{"object":{"object":"invoice","customer":"cus_1"}}'
    body = f'{{"id":"evt_1","type":"invoice.paid","created":{at},"livemode":false,{about}}}'
    compute: Callable[[str, str], str] = stripe.WebhookSignature._compute_signature
    header = f"t={at},v1={compute(f'{at}.{body}', secret)}"
    assert read_event(body.encode(), header, secret).event_id == "evt_1"
