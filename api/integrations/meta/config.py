"""Settings of Meta, and its description, which does not import the adapter."""

from typing import ClassVar

from pydantic import Field
from pydantic_settings import SettingsConfigDict

from api.integrations.mapping import MappedSettings
from api.integrations.ports.connector import KeyField, VendorDescription
from runtime.environment import named
from runtime.vendor_settings import VendorSettings


class MetaSettings(VendorSettings):
    """The address of the Graph API. Each organisation has its own dataset."""

    model_config = SettingsConfigDict(env_prefix="META_")

    vendor: ClassVar[str] = "Meta"
    without: ClassVar[str] = "organisations connect their own datasets"

    base_url: str = Field(
        "https://graph.facebook.com",
        validation_alias=named("META_BASE_URL"),
        description="Address of Meta's Graph API",
    )


class MetaConnection(MappedSettings):
    """The settings for what is sent to a dataset."""

    test_event_code: str = Field(
        "",
        max_length=40,
        pattern=r"^[A-Z0-9]*$",
        description="Shows events under Test events in the Events Manager; empty in daily use",
    )


META = VendorDescription(
    vendor="meta",
    title="Meta Conversions",
    settings=MetaConnection,
    fields=(
        KeyField("dataset_id", is_secret=False, max_length=30),
        KeyField("access_token", max_length=500),
    ),
    event_kinds=("scan", "view", "submit", "play", "redemption", "order"),
    default_kinds=("submit", "redemption", "order"),
    is_marketing=True,
    profile_fields=("first_name", "last_name"),
    names_events=True,
    per_second=10,
)
