"""Google Wallet's settings."""

from functools import cached_property
from pathlib import Path
from typing import ClassVar, Self

from pydantic import Field, model_validator
from pydantic_settings import SettingsConfigDict

from api.integrations.service_accounts import ServiceAccount, read_service_account
from runtime.environment import named
from runtime.vendor_settings import VendorSettings


class GoogleWalletSettings(VendorSettings):
    """An issuer and its service account, for organisations that do not have their own."""

    model_config = SettingsConfigDict(env_prefix="GOOGLE_WALLET_")

    vendor: ClassVar[str] = "Google Wallet"
    without: ClassVar[str] = (
        "organisations save keys of their own; without one, save links are for development"
    )

    service_account_file: Path | None = Field(
        None,
        validation_alias=named("GOOGLE_WALLET_SERVICE_ACCOUNT_FILE"),
        description="JSON key file of the service account that creates Google Wallet passes for organisations without a key of their own",
    )
    issuer_id: str = Field(
        "",
        pattern=r"^([0-9]{5,25})?$",
        validation_alias=named("GOOGLE_WALLET_ISSUER_ID"),
        description="Issuer ID of that account in the Google Pay & Wallet Console",
    )
    base_url: str = Field(
        "https://walletobjects.googleapis.com",
        validation_alias=named("GOOGLE_WALLET_BASE_URL"),
        description="Address of the Google Wallet API",
    )
    token_url: str = Field(
        "https://oauth2.googleapis.com/token",
        validation_alias=named("GOOGLE_WALLET_TOKEN_URL"),
        description="Address at which service accounts get Google's access tokens",
    )
    certificates_url: str = Field(
        "https://www.googleapis.com/robot/v1/metadata/x509",
        validation_alias=named("GOOGLE_WALLET_CERTIFICATES_URL"),
        description="Address at which Google publishes the certificates of service accounts, which show when their keys expire",
    )
    keys_url: str = Field(
        "https://pay.google.com/gp/m/issuer/keys",
        validation_alias=named("GOOGLE_WALLET_KEYS_URL"),
        description="Address of the keys with which Google signs its callbacks about saved and deleted passes",
    )

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if (self.service_account_file is None) is not (self.issuer_id == ""):
            raise ValueError(
                "GOOGLE_WALLET_SERVICE_ACCOUNT_FILE and GOOGLE_WALLET_ISSUER_ID need each other"
            )
        if self.service_account_file is not None:
            try:
                _ = self.service_account
            except OSError as error:
                raise ValueError(
                    f"GOOGLE_WALLET_SERVICE_ACCOUNT_FILE cannot be read: {error.strerror}"
                ) from error
            except ValueError as error:
                raise ValueError(f"GOOGLE_WALLET_SERVICE_ACCOUNT_FILE: {error}") from error
        return self

    @property
    def is_set(self) -> bool:
        """Return whether this installation has an issuer."""
        return self.service_account_file is not None

    @cached_property
    def service_account(self) -> ServiceAccount | None:
        """Return the service account of the file, or None."""
        if self.service_account_file is None:
            return None
        return read_service_account(self.service_account_file.read_text())
