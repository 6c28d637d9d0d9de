"""Klaviyo's settings, and its description, which does not import the adapter."""

from typing import ClassVar

from pydantic import Field
from pydantic_settings import SettingsConfigDict

from api.integrations.mapping import PROFILE_FIELDS, MappedSettings
from api.integrations.ports.connector import (
    KeyField,
    VendorDescription,
)
from runtime.environment import named
from runtime.vendor_settings import VendorSettings


class KlaviyoSettings(VendorSettings):
    """The address of Klaviyo. Each organisation has its own key."""

    model_config = SettingsConfigDict(env_prefix="KLAVIYO_")

    vendor: ClassVar[str] = "Klaviyo"
    without: ClassVar[str] = "organisations connect their own accounts"

    base_url: str = Field(
        "https://a.klaviyo.com",
        validation_alias=named("KLAVIYO_BASE_URL"),
        description="Address of Klaviyo's API",
    )


class KlaviyoConnection(MappedSettings):
    """The settings for what is sent to an organisation's account."""

    list_id: str = Field(
        "",
        max_length=20,
        pattern=r"^[A-Za-z0-9]*$",
        description="List that people join who agreed to marketing; empty: none",
    )


KLAVIYO = VendorDescription(
    vendor="klaviyo",
    title="Klaviyo",
    settings=KlaviyoConnection,
    fields=(KeyField("api_key", max_length=200),),
    event_kinds=(
        "scan",
        "view",
        "submit",
        "vote",
        "play",
        "redemption",
        "order",
        "points",
        "award",
    ),
    default_kinds=("submit", "redemption", "order"),
    is_marketing=True,
    profile_fields=PROFILE_FIELDS,
    names_events=True,
    per_second=10,
)
