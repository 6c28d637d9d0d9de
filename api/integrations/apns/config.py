"""Settings of Apple's push service."""

from pathlib import Path
from typing import ClassVar

from pydantic import Field
from pydantic_settings import SettingsConfigDict

from runtime.environment import named
from runtime.vendor_settings import VendorSettings


class ApnsSettings(VendorSettings):
    """The address of the service. The pass certificate of each organisation serves as the login."""

    model_config = SettingsConfigDict(env_prefix="APNS_")

    vendor: ClassVar[str] = "Apple push service"
    without: ClassVar[str] = "phones notice changed passes when they ask by themselves"

    base_url: str = Field(
        "https://api.push.apple.com",
        validation_alias=named("APNS_BASE_URL"),
        description="Address of Apple's push service; passes have no sandbox there",
    )
    is_enabled: bool = Field(
        True,
        validation_alias=named("APNS_ENABLED"),
        description="Whether phones are notified of changed passes; `false` where Apple cannot be reached",
    )
    ca_file: Path | None = Field(
        None,
        validation_alias=named("APNS_CA_FILE"),
        description="PEM file of the authorities trusted for the push service; unset: the system's",
    )

    @property
    def is_set(self) -> bool:
        """Return whether phones are notified of changes."""
        return self.is_enabled
