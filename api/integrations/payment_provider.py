"""Selects the payment provider of this installation: Stripe, or none."""

from collections.abc import Iterator, Sequence

from api.integrations.ports.payment_provider import Offer, PaymentProvider, Step
from api.integrations.stripe.config import StripeSettings
from runtime.settings import Settings


def payment_provider(settings: Settings) -> PaymentProvider | None:
    """Return the payment provider; None if the installation takes no payments. The provider's SDK is loaded on first
    use.
    """
    account = settings.vendor(StripeSettings)
    if not account.is_set:
        return None
    from api.integrations.stripe.adapter import StripePayments

    return StripePayments(account)


def has_payments(settings: Settings) -> bool:
    """Return whether organisations pay, and have quotas."""
    return settings.vendor(StripeSettings).is_set


def operator_org(settings: Settings) -> str | None:
    """Return the organisation whose owners run this installation's payments."""
    return settings.vendor(StripeSettings).operator_org


def set_up_account(
    settings: Settings, offers: Sequence[Offer], currency: str, meter: str
) -> Iterator[Step]:
    """Create what is needed to sell plans in the configured account; existing objects remain.

    Raises:
        NoAccount: there are no keys.
        PaymentRefused, PaymentUnavailable: the provider refuses, or does not respond.
    """
    from api.integrations.stripe.config import StripeSettings

    account = settings.vendor(StripeSettings)
    if not account.is_set:
        raise NoAccount
    from api.integrations.stripe.client import set_up

    return set_up(account, offers, currency, meter, f"{settings.base_url}/webhooks/stripe")


class NoAccount(Exception):
    """No keys of a payment provider are set."""
