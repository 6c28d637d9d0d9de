"""Stripe's client with our address and time limits; its errors in our words."""

from collections.abc import Iterator
from contextlib import contextmanager

import stripe

from api.integrations.ports.payment_provider import (
    PaymentProblem,
    PaymentRefused,
    PaymentUnavailable,
)
from api.integrations.stripe.config import StripeSettings

SECONDS = 8.0
"""Somebody waits for the answer."""
RETRIES = 1
"""By the SDK, with the same idempotency key."""


def make_client(settings: StripeSettings) -> stripe.StripeClient:
    """The SDK's client of the configured account."""
    assert settings.secret_key is not None
    return stripe.StripeClient(
        settings.secret_key.get_secret_value(),
        base_addresses={"api": settings.base_url},
        http_client=stripe.RequestsClient(timeout=SECONDS),
        max_network_retries=RETRIES,
    )


@contextmanager
def our_errors() -> Iterator[None]:
    """Raise the port's errors in place of Stripe's.

    https://docs.stripe.com/error-handling
    """
    try:
        yield
    except stripe.RateLimitError as error:
        raise PaymentUnavailable("Stripe is asked too often", PaymentProblem.BUSY) from error
    except (stripe.AuthenticationError, stripe.PermissionError) as error:
        raise PaymentUnavailable("Stripe does not take the key", PaymentProblem.KEY) from error
    except (stripe.CardError, stripe.InvalidRequestError) as error:
        if error.http_status == 409:  # a request with the same key is under way
            raise PaymentUnavailable("Stripe is busy with it", PaymentProblem.BUSY) from error
        text = error.user_message or "Stripe refused the request."
        raise PaymentRefused(text, error.code or "", error.param or "") from error
    except stripe.StripeError as error:
        raise PaymentUnavailable(type(error).__name__, PaymentProblem.AWAY) from error
