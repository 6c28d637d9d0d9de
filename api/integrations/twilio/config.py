"""Twilio's settings."""

from typing import ClassVar, Self

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import SettingsConfigDict

from runtime.environment import named
from runtime.vendor_settings import VendorSettings


class TwilioSettings(VendorSettings):
    """An account, and the sender of its messages."""

    model_config = SettingsConfigDict(env_prefix="TWILIO_")

    vendor: ClassVar[str] = "Twilio"
    without: ClassVar[str] = "text messages stay in the sandbox, and none are sent in production"

    account_sid: str | None = Field(
        None,
        pattern=r"^AC[0-9a-fA-F]{32}$",
        validation_alias=named("TWILIO_ACCOUNT_SID"),
        description="Account SID at Twilio, which sends text messages; unset: messages go to the sandbox, and in production none are sent",
    )
    auth_token: SecretStr | None = Field(
        None,
        validation_alias=named("TWILIO_AUTH_TOKEN"),
        description="Token of that account",
    )
    messaging_service_sid: str | None = Field(
        None,
        pattern=r"^MG[0-9a-fA-F]{32}$",
        validation_alias=named("TWILIO_MESSAGING_SERVICE_SID"),
        description="Messaging service at Twilio that sends messages, in place of a number",
    )
    sender: str | None = Field(
        None,
        validation_alias=named("TWILIO_FROM"),
        description="Sender of messages, if no messaging service is set: a number in E.164 or a name",
    )
    per_second: int | None = Field(
        None,
        ge=1,
        le=10_000,
        validation_alias=named("TWILIO_PER_SECOND"),
        description="Segments sent per second, for all organisations together; unset: as many as Twilio accepts",
    )
    base_url: str = Field(
        "https://api.twilio.com",
        validation_alias=named("TWILIO_BASE_URL"),
        description="Address of Twilio's API",
    )

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.account_sid and not (
            self.auth_token and (self.messaging_service_sid or self.sender)
        ):
            raise ValueError(
                "TWILIO_ACCOUNT_SID needs TWILIO_AUTH_TOKEN"
                " and TWILIO_MESSAGING_SERVICE_SID or TWILIO_FROM"
            )
        return self

    @property
    def is_set(self) -> bool:
        """Return whether text messages reach phones."""
        return self.account_sid is not None
