"""Settings of notifications to browsers."""

from typing import ClassVar

from pydantic import Field
from pydantic_settings import SettingsConfigDict

from runtime.environment import named
from runtime.vendor_settings import VendorSettings


class WebPushSettings(VendorSettings):
    """The trusted push services. The key pair of each organisation serves as the login."""

    model_config = SettingsConfigDict(env_prefix="WEB_PUSH_")

    vendor: ClassVar[str] = "Web push"
    without: ClassVar[str] = "browsers cannot subscribe to notifications"

    is_enabled: bool = Field(
        True,
        validation_alias=named("WEB_PUSH_ENABLED"),
        description="Whether browsers can subscribe to notifications; `false` where push services cannot be reached",
    )
    contact: str = Field(
        "",
        pattern=r"^(|(mailto:[^\s@]+@[^\s@]+|https://\S+))$",
        validation_alias=named("WEB_PUSH_CONTACT"),
        description="Address at which push services reach the operator, as `mailto:` or `https:`; unset: the base URL",
    )
    more_origins: str = Field(
        "",
        validation_alias=named("WEB_PUSH_MORE_ORIGINS"),
        description="Further push services, as origins separated by commas; those of Chrome, Edge, Firefox and Safari are built in",
    )

    @property
    def is_set(self) -> bool:
        """Return whether browsers can subscribe."""
        return self.is_enabled

    @property
    def origins(self) -> frozenset[str]:
        """Return the origins of additional push services."""
        given = (it.strip().rstrip("/").lower() for it in self.more_origins.split(","))
        return frozenset(it for it in given if it)
