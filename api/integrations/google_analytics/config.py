"""Settings of Google Analytics, and its description, which does not import the adapter."""

import re
from typing import ClassVar

from pydantic import Field, field_validator
from pydantic_settings import SettingsConfigDict

from api.integrations.mapping import PROFILE_FIELDS, MappedSettings
from api.integrations.ports.connector import KeyField, VendorDescription
from runtime.environment import named
from runtime.vendor_settings import VendorSettings


class GoogleAnalyticsSettings(VendorSettings):
    """The address of the Measurement Protocol. Each organisation has its own data stream."""

    model_config = SettingsConfigDict(env_prefix="GOOGLE_ANALYTICS_")

    vendor: ClassVar[str] = "Google Analytics"
    without: ClassVar[str] = "organisations connect their own data streams"

    base_url: str = Field(
        "https://www.google-analytics.com",
        validation_alias=named("GOOGLE_ANALYTICS_BASE_URL"),
        description="Address of the Measurement Protocol; https://region1.google-analytics.com collects in the EU",
    )


class GoogleAnalyticsConnection(MappedSettings):
    """The settings for what is sent to a data stream."""

    with_user_data: bool = Field(
        False,
        description="Whether hashed addresses and numbers go along, for matching with Google Ads",
    )

    @field_validator("event_names")
    @classmethod
    def _are_names(cls, names: dict[str, str]) -> dict[str, str]:
        if not all(_NAME.fullmatch(it) for it in names.values() if it):
            raise ValueError("has letters, digits and underscores only, and begins with a letter.")
        return names


_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")

GOOGLE_ANALYTICS = VendorDescription(
    vendor="google_analytics",
    title="Google Analytics",
    settings=GoogleAnalyticsConnection,
    fields=(
        KeyField("measurement_id", is_secret=False, max_length=30),
        KeyField("api_secret", max_length=100),
    ),
    event_kinds=("scan", "view", "submit", "vote", "play", "redemption", "order", "award"),
    default_kinds=("submit", "redemption", "order"),
    is_marketing=True,
    profile_fields=PROFILE_FIELDS,
    names_events=True,
    per_second=20,
)
