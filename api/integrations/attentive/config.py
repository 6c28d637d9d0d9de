"""Attentive's settings, and its description, which does not import the adapter."""

from typing import ClassVar

from pydantic import Field
from pydantic_settings import SettingsConfigDict

from api.integrations.mapping import PROFILE_FIELDS, MappedSettings
from api.integrations.ports.connector import KeyField, VendorDescription
from runtime.environment import named
from runtime.vendor_settings import VendorSettings


class AttentiveSettings(VendorSettings):
    """The address of Attentive. Each organisation has its own key."""

    model_config = SettingsConfigDict(env_prefix="ATTENTIVE_")

    vendor: ClassVar[str] = "Attentive"
    without: ClassVar[str] = "organisations connect their own accounts"

    base_url: str = Field(
        "https://api.attentivemobile.com",
        validation_alias=named("ATTENTIVE_BASE_URL"),
        description="Address of Attentive's API",
    )


class AttentiveConnection(MappedSettings):
    """The settings for what is sent to an organisation's account."""

    sign_up_source_id: str = Field(
        "",
        max_length=60,
        pattern=r"^[A-Za-z0-9_-]*$",
        description="Sign-up unit by which people who agreed are subscribed; empty: nobody is",
    )


ATTENTIVE = VendorDescription(
    vendor="attentive",
    title="Attentive",
    settings=AttentiveConnection,
    fields=(KeyField("api_key", max_length=500),),
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
