"""A million altered signatures and bodies of each vendor's webhooks are refused, and the genuine ones are accepted.

One bit of the signature or of the body is changed each time (`MUTATIONS`, 1,000,000 of each). What Waypost sends with
Standard Webhooks is verified by that project's own package.
"""

import base64
import hashlib
import hmac
import os
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlencode

import standardwebhooks
from pydantic import SecretStr
from twilio.request_validator import RequestValidator

from api.integrations.google_wallet.webhooks import read_callback
from api.integrations.ports.incoming import WebhookForged
from api.integrations.ports.payment_provider import WebhookRefused
from api.integrations.ports.wallet_objects import CallbackRefused
from api.integrations.shopify.webhooks import read_webhook
from api.integrations.stripe.webhooks import read_event
from api.integrations.twilio.config import TwilioSettings
from api.integrations.twilio.webhooks import TwilioWebhooks
from api.integrations.webhooks.adapter import new_secret, signature
from benchmarks.report import Aim, Figure, show
from tests.twins.google_callbacks import Callbacks

MUTATIONS = int(os.environ.get("MUTATIONS", "1000000"))
SECRET = "whsec_of_the_benchmark"
BODY = b'{"id":"evt_1","type":"invoice.paid","created":1,"livemode":false,"data":{"object":{"object":"invoice"}}}'


@dataclass(frozen=True)
class Signed:
    """A webhook of a vendor, and a check whether a similar one is accepted."""

    vendor: str
    body: bytes
    signature: bytes
    is_taken: Callable[[bytes, bytes], bool]


def main() -> list[Figure]:
    """Change one bit after another."""
    figures = []
    for it in _signed():
        assert it.is_taken(it.body, it.signature), it.vendor
        chance, taken, began = random.Random(7), 0, time.monotonic()
        for number in range(MUTATIONS):
            parts = [it.signature, it.body]
            text = parts[number % 2]
            at = chance.randrange(len(text))
            changed = bytes([text[at] ^ (1 << chance.randrange(8))])
            parts[number % 2] = text[:at] + changed + text[at + 1 :]
            taken += it.is_taken(parts[1], parts[0])
        micros = (time.monotonic() - began) / MUTATIONS * 1e6
        figures += [
            Figure(f"{it.vendor}: forged and taken", taken, "webhooks", aim=Aim.at_most(0)),
            Figure(f"{it.vendor}: a verdict", micros, "µs"),
        ]
    return figures


def _signed() -> Iterator[Signed]:
    now = int(time.time()) + 240  # the million takes minutes, and the signature is valid for five
    text = f"{now}.".encode() + BODY
    stripe = f"t={now},v1={hmac.new(SECRET.encode(), text, hashlib.sha256).hexdigest()}"
    yield Signed("Stripe", BODY, stripe.encode(), _stripe)
    shopify = base64.b64encode(hmac.digest(SECRET.encode(), BODY, hashlib.sha256))
    yield Signed("Shopify", BODY, shopify, _shopify)
    form = {"MessageSid": "SM1", "MessageStatus": "delivered", "To": "+14155550143"}
    url = "https://go.example/webhooks/twilio"
    twilio = RequestValidator(SECRET).compute_signature(url, form)
    yield Signed("Twilio", urlencode(form).encode(), twilio.encode(), _twilio(url, form))
    yield _standard()
    yield _google_wallet()


def _stripe(body: bytes, given: bytes) -> bool:
    try:
        read_event(body, given.decode("latin-1"), SECRET)
    except WebhookRefused:
        return False
    return True


def _shopify(body: bytes, given: bytes) -> bool:
    headers = {
        "x-shopify-hmac-sha256": given.decode("latin-1"),
        "x-shopify-webhook-id": "1",
        "x-shopify-shop-domain": "harbor.myshopify.com",
    }
    try:
        read_webhook(headers, body, [SECRET])
    except WebhookForged:
        return False
    return True


def _twilio(url: str, form: dict[str, str]) -> Callable[[bytes, bytes], bool]:
    settings = TwilioSettings(
        account_sid="AC" + "0" * 32, auth_token=SecretStr(SECRET), sender="+14155550100"
    )
    judge = TwilioWebhooks(settings)
    true = urlencode(form).encode()

    def is_taken(body: bytes, given: bytes) -> bool:
        sent = form if body == true else {**form, "MessageStatus": body.decode("latin-1")}
        return judge.is_signed(url, sent, given.decode("latin-1"))

    return is_taken


def _standard() -> Signed:
    secret, at = new_secret(), int(time.time())
    judge = standardwebhooks.Webhook(secret)

    def is_taken(body: bytes, given: bytes) -> bool:
        headers = {
            "webhook-id": "evt_1",
            "webhook-timestamp": str(at),
            "webhook-signature": given.decode("latin-1"),
        }
        try:
            judge.verify(body, headers)
        except (standardwebhooks.WebhookVerificationError, ValueError):
            return False
        # Two bits of the last character are unused: the package accepts another character with the
        # same significant bits.
        encoded = given.partition(b",")[2]
        return base64.b64encode(base64.b64decode(encoded)) == encoded

    return Signed(
        "Standard Webhooks", BODY, signature(secret, "evt_1", at, BODY).encode(), is_taken
    )


def _google_wallet() -> Signed:
    """Return a Google Wallet callback, whose key is signed by Google's; checking a key and a message takes some
    200 µs.
    """
    google, now = Callbacks(), datetime.now(UTC)
    call = google.call("3388000000000000001.pass-1", "save")
    roots = google.keys()["keys"]

    def is_taken(body: bytes, given: bytes) -> bool:
        sent = {
            **call,
            "signature": given.decode("latin-1"),
            "signedMessage": body.decode("latin-1"),
        }
        try:
            read_callback(sent, lambda: roots, now)
        except CallbackRefused:
            return False
        return base64.b64encode(base64.b64decode(given)) == given

    message, signed = call["signedMessage"].encode(), call["signature"].encode()
    return Signed("Google Wallet", message, signed, is_taken)


if __name__ == "__main__":
    show(main())
