"""Settings of the mail server."""

from typing import ClassVar, Literal

from pydantic import Field, SecretStr
from pydantic_settings import SettingsConfigDict

from runtime.environment import named
from runtime.vendor_settings import VendorSettings


class SmtpSettings(VendorSettings):
    """A mail server, its login, and the address from which emails come."""

    model_config = SettingsConfigDict(env_prefix="WAYPOST_SMTP_")

    vendor: ClassVar[str] = "SMTP"
    without: ClassVar[str] = "emails stay in the sandbox, and none are sent in production"

    host: str | None = Field(
        None,
        validation_alias=named("WAYPOST_SMTP_HOST"),
        description="Mail server; unset: emails go to the sandbox, and in production none are sent",
    )
    port: int = Field(
        587, validation_alias=named("WAYPOST_SMTP_PORT"), description="Port of the mail server"
    )
    security: Literal["starttls", "tls", "none"] = Field(
        "starttls",
        validation_alias=named("WAYPOST_SMTP_SECURITY"),
        description="`starttls`, `tls` from the first byte, or `none` for a server on this machine",
    )
    user: str | None = Field(
        None, validation_alias=named("WAYPOST_SMTP_USER"), description="Login at the mail server"
    )
    password: SecretStr | None = Field(
        None,
        validation_alias=named("WAYPOST_SMTP_PASSWORD"),
        description="Password at the mail server",
    )
    spf: str | None = Field(
        None,
        validation_alias=named("WAYPOST_SMTP_SPF"),
        pattern=r"^[a-z0-9:./_-]{3,200}$",
        description="SPF mechanism of the mail server, such as `include:spf.example.net`, where organisations' own domains need it; unset: DKIM proves who sent an email",
    )
    sender: str = Field(
        "Waypost <waypost@localhost>",
        validation_alias=named("WAYPOST_MAIL_FROM"),
        description="Sender of emails",
    )

    @property
    def is_set(self) -> bool:
        """Return whether emails leave this installation."""
        return bool(self.host)
