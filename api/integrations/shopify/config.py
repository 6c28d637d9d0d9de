"""Shopify's settings, and its description, which does not import the adapter."""

from typing import ClassVar

from pydantic import Field, SecretStr
from pydantic_settings import SettingsConfigDict

from api.integrations.oauth_app import OAuthAppSettings
from api.integrations.ports.connector import (
    ConnectionSettings,
    KeyField,
    VendorDescription,
)
from runtime.environment import named

SCOPES = (
    "read_products",
    "read_orders",
    "write_orders",
    "read_customers",
    "read_discounts",
    "write_discounts",
)
"""https://shopify.dev/docs/api/usage/access-scopes"""


class ShopifySettings(OAuthAppSettings):
    """This installation's app at Shopify, through which organisations connect their shops."""

    model_config = SettingsConfigDict(env_prefix="SHOPIFY_")

    vendor: ClassVar[str] = "Shopify"
    without: ClassVar[str] = "shops cannot be connected"

    client_id: str | None = Field(
        None,
        validation_alias=named("SHOPIFY_CLIENT_ID"),
        description="Client ID of the app in Shopify's Dev Dashboard; unset: shops cannot be connected",
    )
    client_secret: SecretStr | None = Field(
        None,
        validation_alias=named("SHOPIFY_CLIENT_SECRET"),
        description="Client secret of the same app. It also signs Shopify's webhooks",
    )
    client_secret_previous: SecretStr | None = Field(
        None,
        validation_alias=named("SHOPIFY_CLIENT_SECRET_PREVIOUS"),
        description="The previous secret, while Shopify still signs webhooks with it",
    )
    shop_url: str = Field(
        "https://{shop}.myshopify.com",
        validation_alias=named("SHOPIFY_SHOP_URL"),
        description="Address of a shop; `{shop}` stands for its name",
    )


class ShopifyConnection(ConnectionSettings):
    """The settings for what is recorded from a shop."""

    takes_orders: bool = Field(
        True, description="Whether paid orders and refunds of customers come in"
    )


SHOPIFY = VendorDescription(
    vendor="shopify",
    title="Shopify",
    settings=ShopifyConnection,
    fields=(KeyField("shop", is_secret=False, max_length=80),),
    uses_oauth=True,
    app=ShopifySettings,
    app_variables=("SHOPIFY_CLIENT_ID", "SHOPIFY_CLIENT_SECRET"),
    has_orders=True,
    revokes=True,
    per_second=2,
)
