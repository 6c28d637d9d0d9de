"""The payment provider of a web process, and its prices."""

from dataclasses import dataclass, field

from api.integrations.payment_provider import operator_org, payment_provider
from api.integrations.ports.payment_provider import PaymentProvider, Price
from api.kit.app_state import AppState
from api.kit.timed_cache import TimedCache
from runtime.settings import Settings

PRICE_SECONDS = 300.0


@dataclass(frozen=True)
class PaymentAccount(AppState):
    """The account to which organisations pay, created when it is first needed."""

    settings: Settings
    _made: TimedCache[PaymentProvider | None] = field(
        default_factory=lambda: TimedCache(float("inf"))
    )
    _prices: TimedCache[dict[str, Price]] = field(default_factory=lambda: TimedCache(PRICE_SECONDS))

    @property
    def provider(self) -> PaymentProvider | None:
        """Return the payment provider; None if the installation takes no payments."""
        return self._made.get(lambda: payment_provider(self.settings))

    @property
    def operator_org(self) -> str | None:
        """Return the organisation that runs this installation."""
        return operator_org(self.settings)

    @property
    def base_url(self) -> str:
        """Return the URL of this installation."""
        return self.settings.base_url

    def prices(self) -> dict[str, Price]:
        """Return the prices on sale by lookup key, at most five minutes old. Raises PaymentUnavailable."""
        provider = self.provider
        if provider is None:
            return {}
        return self._prices.get(lambda: {it.lookup_key: it for it in provider.prices()})
