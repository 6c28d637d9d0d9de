"""Stripe's client with Waypost's address and timeouts, the translation of its errors, and the setup done by `waypost
stripe-setup`.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import stripe

from api.integrations.ports.payment_provider import (
    Offer,
    PaymentProblem,
    PaymentRefused,
    PaymentUnavailable,
    Step,
)
from api.integrations.stripe.config import StripeSettings

if TYPE_CHECKING:
    from stripe.params import PriceCreateParams

SECONDS = 8.0
"""The timeout in seconds; somebody waits for the response."""
RETRIES = 1
"""Retries by the SDK, with the same idempotency key."""


def make_client(settings: StripeSettings) -> stripe.StripeClient:
    """Return the SDK's client for the configured account."""
    assert settings.secret_key is not None
    return stripe.StripeClient(
        settings.secret_key.get_secret_value(),
        base_addresses={"api": settings.base_url},
        http_client=stripe.RequestsClient(timeout=SECONDS),
        max_network_retries=RETRIES,
    )


@contextmanager
def our_errors() -> Iterator[None]:
    """Raise the port's errors instead of Stripe's.

    https://docs.stripe.com/error-handling
    """
    try:
        yield
    except stripe.RateLimitError as error:
        raise PaymentUnavailable("Stripe is asked too often", PaymentProblem.BUSY) from error
    except (stripe.AuthenticationError, stripe.PermissionError) as error:
        raise PaymentUnavailable("Stripe does not take the key", PaymentProblem.KEY) from error
    except (stripe.CardError, stripe.InvalidRequestError) as error:
        if error.http_status == 409:  # a request with the same key is in progress
            raise PaymentUnavailable("Stripe is busy with it", PaymentProblem.BUSY) from error
        text = error.user_message or "Stripe refused the request."
        raise PaymentRefused(text, error.code or "", error.param or "") from error
    except stripe.StripeError as error:
        raise PaymentUnavailable(type(error).__name__, PaymentProblem.AWAY) from error


EVENTS: tuple[
    Literal[
        "customer.subscription.created",
        "customer.subscription.updated",
        "customer.subscription.deleted",
        "invoice.paid",
        "invoice.payment_failed",
        "payment_intent.succeeded",
        "charge.refunded",
        "charge.dispute.created",
        "charge.dispute.closed",
    ],
    ...,
] = (
    "customer.subscription.created",
    "customer.subscription.updated",
    "customer.subscription.deleted",
    "invoice.paid",
    "invoice.payment_failed",
    "payment_intent.succeeded",
    "charge.refunded",
    "charge.dispute.created",
    "charge.dispute.closed",
)
"""The events that webhooks report."""
API_VERSION: Literal["2026-10-28.endive"] = "2026-10-28.endive"
"""The SDK's version of the API, so that the content of webhooks is parsed correctly."""
_MARK = "waypost"
"""The metadata key by which Waypost's products are found again."""


def set_up(
    settings: StripeSettings, offers: Sequence[Offer], currency: str, meter: str, webhook_url: str
) -> Iterator[Step]:
    """Create what is missing, step by step. Raises PaymentRefused or PaymentUnavailable."""
    account = make_client(settings).v1
    with our_errors():
        known = _prices(account, [key for it in offers for key in it.prices])
        products = {
            _mark_of(it): it.id
            for it in account.products.list({"active": True, "limit": 100}).auto_paging_iter()
        }
        for offer in offers:
            product = products.get(offer.product)
            if product is None:
                made = account.products.create(
                    {"name": offer.title, "metadata": {_MARK: offer.product}},
                    {"idempotency_key": f"{_MARK}-{offer.product}"},
                )
                product = made.id
            yield Step(f"product {offer.title}", offer.product not in products)
            for key, (interval, amount) in offer.prices.items():
                if key not in known:
                    wanted: PriceCreateParams = {
                        "product": product,
                        "currency": currency,
                        "unit_amount": amount,
                        "lookup_key": key,
                    }
                    if interval is not None:
                        wanted["recurring"] = {"interval": interval}
                    account.prices.create(wanted)
                yield Step(f"price {key}", key not in known)
        yield _meter(account, meter)
        yield _portal(account)
        yield _webhook(account, webhook_url)


def _mark_of(product: stripe.Product) -> str:
    found: Any = product.metadata
    return str(found[_MARK]) if found and _MARK in found else ""


def _prices(account: stripe.V1Services, keys: Sequence[str]) -> set[str]:
    """Return the lookup keys that have a price; Stripe accepts ten in one request."""
    found: set[str] = set()
    for start in range(0, len(keys), 10):
        page = account.prices.list({"lookup_keys": list(keys[start : start + 10]), "active": True})
        found |= {it.lookup_key or "" for it in page.data}
    return found


def _meter(account: stripe.V1Services, name: str) -> Step:
    there = [
        it
        for it in account.billing.meters.list({"status": "active", "limit": 100}).auto_paging_iter()
        if it.event_name == name
    ]
    if not there:
        account.billing.meters.create(
            {
                "display_name": "Scans",
                "event_name": name,
                "default_aggregation": {"formula": "sum"},
                "customer_mapping": {
                    "type": "by_id",
                    "event_payload_key": "stripe_customer_id",
                },
                "value_settings": {"event_payload_key": "value"},
            }
        )
    return Step(f"meter {name}", not there)


def _portal(account: stripe.V1Services) -> Step:
    """Set up the page on which customers change their card, address and tax number; plans are changed in Waypost."""
    there = account.billing_portal.configurations.list({"active": True, "limit": 1}).data
    if not there:
        account.billing_portal.configurations.create(
            {
                "features": {
                    "customer_update": {
                        "enabled": True,
                        "allowed_updates": ["address", "email", "name", "tax_id"],
                    },
                    "invoice_history": {"enabled": True},
                    "payment_method_update": {"enabled": True},
                }
            }
        )
    return Step("customer portal", not there)


def _webhook(account: stripe.V1Services, url: str) -> Step:
    there = [it for it in account.webhook_endpoints.list({"limit": 100}).data if it.url == url]
    if there:
        return Step(f"webhook {url}", is_new=False)
    made = account.webhook_endpoints.create(
        {"url": url, "enabled_events": list(EVENTS), "api_version": API_VERSION}
    )
    return Step(f"webhook {url}", is_new=True, secret=made.secret)
