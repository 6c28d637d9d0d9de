"""Yotpo's settings, and its description, which does not import the adapter."""

from typing import ClassVar

from pydantic import Field
from pydantic_settings import SettingsConfigDict

from api.integrations.ports.connector import ConnectionSettings, KeyField, VendorDescription
from runtime.environment import named
from runtime.vendor_settings import VendorSettings


class YotpoSettings(VendorSettings):
    """The address of Yotpo. Each organisation has its own keys."""

    model_config = SettingsConfigDict(env_prefix="YOTPO_")

    vendor: ClassVar[str] = "Yotpo"
    without: ClassVar[str] = "organisations connect their own accounts"

    base_url: str = Field(
        "https://loyalty.yotpo.com",
        validation_alias=named("YOTPO_BASE_URL"),
        description="Address of Yotpo's loyalty API",
    )


class YotpoConnection(ConnectionSettings):
    """There are no settings to choose."""


YOTPO = VendorDescription(
    vendor="yotpo",
    title="Yotpo Loyalty",
    settings=YotpoConnection,
    fields=(
        KeyField("guid", is_secret=False, max_length=100),
        KeyField("api_key", max_length=200),
    ),
)
