"""An installation's app at a vendor, through which organisations log in there."""

from typing import Self

from pydantic import SecretStr, model_validator

from runtime.vendor_settings import VendorSettings


class OAuthAppSettings(VendorSettings):
    """Base class of the settings of such an app. Subclasses name the variables of its two fields."""

    client_id: str | None = None
    client_secret: SecretStr | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if (self.client_id is None) != (self.client_secret is None):
            prefix = self.model_config["env_prefix"]
            raise ValueError(f"{prefix}CLIENT_ID and {prefix}CLIENT_SECRET are set together")
        return self

    @property
    def is_set(self) -> bool:
        """Return whether organisations can log in at the vendor."""
        return self.client_id is not None
