"""Square's settings, and its description, which does not import the adapter."""

from datetime import timedelta
from typing import ClassVar

from pydantic import Field, SecretStr
from pydantic_settings import SettingsConfigDict

from api.integrations.oauth_app import OAuthAppSettings
from api.integrations.ports.connector import ConnectionSettings, VendorDescription
from runtime.environment import named

SCOPES = (
    "MERCHANT_PROFILE_READ",
    "CUSTOMERS_READ",
    "LOYALTY_READ",
    "LOYALTY_WRITE",
    "ORDERS_READ",
    "ITEMS_READ",
)
"""https://developer.squareup.com/docs/oauth-api/square-permissions"""


class SquareSettings(OAuthAppSettings):
    """This installation's app at Square, through which organisations connect their accounts."""

    model_config = SettingsConfigDict(env_prefix="SQUARE_")

    vendor: ClassVar[str] = "Square"
    without: ClassVar[str] = "accounts of Square cannot be connected"

    client_id: str | None = Field(
        None,
        validation_alias=named("SQUARE_CLIENT_ID"),
        description="Application ID in Square's Developer Console; unset: accounts cannot be connected",
    )
    client_secret: SecretStr | None = Field(
        None,
        validation_alias=named("SQUARE_CLIENT_SECRET"),
        description="Application secret of the same app",
    )
    base_url: str = Field(
        "https://connect.squareup.com",
        validation_alias=named("SQUARE_BASE_URL"),
        description="Address of Square's API; https://connect.squareupsandbox.com for its sandbox",
    )


class SquareConnection(ConnectionSettings):
    """There are no settings to choose."""


SQUARE = VendorDescription(
    vendor="square",
    title="Square",
    settings=SquareConnection,
    uses_oauth=True,
    app=SquareSettings,
    app_variables=("SQUARE_CLIENT_ID", "SQUARE_CLIENT_SECRET"),
    # Tokens are valid for 30 days; Square recommends refreshing them long before that.
    refresh_before=timedelta(days=20),
    revokes=True,
)
