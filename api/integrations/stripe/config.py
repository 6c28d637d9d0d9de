"""Stripe's settings."""

from typing import ClassVar, Self

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import SettingsConfigDict

from runtime.environment import named
from runtime.vendor_settings import VendorSettings

_LIVE = ("sk_live_", "rk_live_")


class StripeSettings(VendorSettings):
    """The Stripe account to which organisations pay."""

    model_config = SettingsConfigDict(env_prefix="STRIPE_")

    vendor: ClassVar[str] = "Stripe"
    without: ClassVar[str] = "every organisation has the self-hosted plan, without limits"

    secret_key: SecretStr | None = Field(
        None,
        validation_alias=named("STRIPE_SECRET_KEY"),
        description="Secret or restricted key of the Stripe account that organisations pay to; unset: nobody pays, and there are no limits",
    )
    publishable_key: str | None = Field(
        None,
        pattern=r"^pk_(test|live)_[0-9A-Za-z]+$",
        validation_alias=named("STRIPE_PUBLISHABLE_KEY"),
        description="Publishable key of the same account and mode, for the payment screen",
    )
    webhook_secret: SecretStr | None = Field(
        None,
        validation_alias=named("STRIPE_WEBHOOK_SECRET"),
        description="Signing secret of the webhook endpoint `/webhooks/stripe`",
    )
    operator_org: str | None = Field(
        None,
        validation_alias=named("STRIPE_OPERATOR_ORG"),
        description="Organisation whose owners may create promotion codes for plans",
    )
    automatic_tax: bool = Field(
        False,
        validation_alias=named("STRIPE_AUTOMATIC_TAX"),
        description="Whether Stripe Tax adds taxes to invoices",
    )
    base_url: str = Field(
        "https://api.stripe.com",
        validation_alias=named("STRIPE_BASE_URL"),
        description="Address of Stripe's API",
    )

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.secret_key is None:
            return self
        secret = self.secret_key.get_secret_value()
        if not secret.startswith((*_LIVE, "sk_test_", "rk_test_")):
            raise ValueError(
                "STRIPE_SECRET_KEY begins with sk_test_, rk_test_, sk_live_ or rk_live_"
            )
        if not self.publishable_key or not self.webhook_secret:
            raise ValueError(
                "STRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET"
            )
        if not self.webhook_secret.get_secret_value().startswith("whsec_"):
            raise ValueError("STRIPE_WEBHOOK_SECRET begins with whsec_")
        if self.is_live != self.publishable_key.startswith("pk_live_"):
            raise ValueError(
                "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: one is of test mode,"
                " the other of live mode"
            )
        return self

    @property
    def is_set(self) -> bool:
        """Return whether organisations pay."""
        return self.secret_key is not None

    @property
    def is_live(self) -> bool:
        """Return whether payments move real money, that is, whether the key is for live mode."""
        return self.secret_key is not None and self.secret_key.get_secret_value().startswith(_LIVE)
