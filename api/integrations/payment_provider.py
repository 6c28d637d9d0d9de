"""Who takes money for this installation: Stripe, or nobody."""

from collections.abc import Iterator, Sequence

from api.integrations.ports.payment_provider import Offer, PaymentProvider, Step
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


def set_up_account(
    settings: Settings, offers: Sequence[Offer], currency: str, meter: str
) -> Iterator[Step]:
    """Make what plans are sold with in the account of the settings; what is there stays.

    Raises:
        NoAccount: there are no keys.
        PaymentRefused, PaymentUnavailable: the provider does not do it.
    """
    from api.integrations.stripe.config import StripeSettings

    account = settings.vendor(StripeSettings)
    if not account.is_set:
        raise NoAccount
    from api.integrations.stripe.client import set_up

    return set_up(account, offers, currency, meter, f"{settings.base_url}/webhooks/stripe")


class NoAccount(Exception):
    """No keys of a payment provider are set."""
