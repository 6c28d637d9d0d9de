"""Stripe's own mock accepts every request of the adapter: it validates them against Stripe's OpenAPI document.

`go install github.com/stripe/stripe-mock@latest` installs it; without it these tests are skipped.
"""

import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from api.integrations.ports.payment_provider import NewPromotion
from api.integrations.stripe.adapter import StripePayments
from api.integrations.stripe.config import StripeSettings
from runtime.embedded.process import free_port
from tests.support.waiting import eventually

MOCK = shutil.which("stripe-mock") or shutil.which("stripe-mock", path=Path.home() / "go" / "bin")

pytestmark = pytest.mark.skipif(MOCK is None, reason="stripe-mock is not installed")


def _answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def payments() -> Iterator[StripePayments]:
    port = free_port()
    process = subprocess.Popen(
        [str(MOCK), "-http-port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        eventually(lambda: _answers(port))
        yield StripePayments(
            StripeSettings(
                secret_key=SecretStr("sk_test_123"),
                publishable_key="pk_test_123",
                webhook_secret=SecretStr("whsec_1"),
                automatic_tax=True,
                base_url=f"http://127.0.0.1:{port}",
            )
        )
    finally:
        process.kill()
        process.wait()


def _promotion(percent: float | None, amount: int | None) -> NewPromotion:
    currency = None if amount is None else "eur"
    return NewPromotion(
        "HELLO", percent, amount, currency, 3, 10, datetime.now(UTC) + timedelta(days=3)
    )


def test_every_request_is_valid_for_stripe_mock(payments: StripePayments) -> None:
    now = datetime.now(UTC)
    requests: list[Callable[[], Any]] = [
        payments.prices,
        lambda: payments.make_customer("org", "Harbor", "owner@harbor.example", key="k1"),
        lambda: payments.subscriptions_of("cus_1"),
        lambda: payments.subscribe(
            "cus_1", "org", "price_1", currency="eur", promotion_id="promo_1", key="k2"
        ),
        lambda: payments.find_promotion("HELLO"),
        lambda: payments.preview("sub_1", "price_1", now),
        lambda: payments.change("sub_1", "price_1", now, key="k3"),
        lambda: payments.cancel("sub_1", at_period_end=True),
        lambda: payments.end("sub_1"),
        lambda: payments.portal("cus_1", "https://waypost.example"),
        lambda: payments.invoices("cus_1", 5),
        lambda: payments.make_intent("cus_1", 1_000, "eur", {"org_id": "org"}, key="k4"),
        lambda: payments.intent("pi_1"),
        lambda: payments.make_promotion(_promotion(20.0, None), key="k5"),
        lambda: payments.make_promotion(_promotion(None, 500), key="k6"),
        lambda: payments.report_usage("waypost_scans", "cus_1", 3, now, "id_1"),
    ]

    for request in requests:
        request()  # raises PaymentRefused for a parameter that Stripe does not know
