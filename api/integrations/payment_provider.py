"""Who takes money for this installation: Stripe, or nobody."""

from api.integrations.ports.payment_provider import PaymentProvider
from api.integrations.stripe.config import StripeSettings
from runtime.settings import Settings


def payment_provider(settings: Settings) -> PaymentProvider | None:
    """Who takes money; None where nobody pays. The provider's SDK is loaded when it is first used."""
    account = settings.vendor(StripeSettings)
    if not account.is_set:
        return None
    from api.integrations.stripe.adapter import StripePayments

    return StripePayments(account)


def has_payments(settings: Settings) -> bool:
    """Whether organisations pay, and have limits."""
    return settings.vendor(StripeSettings).is_set


def operator_org(settings: Settings) -> str | None:
    """The organisation whose owners run this installation's payments."""
    return settings.vendor(StripeSettings).operator_org
