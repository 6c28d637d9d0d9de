"""Settings of OpenAI, or of another service with the same API."""

from typing import ClassVar

from pydantic import Field, SecretStr
from pydantic_settings import SettingsConfigDict

from runtime.environment import named
from runtime.vendor_settings import VendorSettings

OPENAI = "https://api.openai.com/v1"


class OpenAiSettings(VendorSettings):
    """An address, its key, and the models to use there."""

    model_config = SettingsConfigDict(env_prefix="OPENAI_")

    vendor: ClassVar[str] = "OpenAI"
    without: ClassVar[str] = "starter texts are the built-in ones"

    api_key: SecretStr | None = Field(
        None,
        validation_alias=named("OPENAI_API_KEY"),
        description="Key of the language model that writes starter texts; unset: built-in texts",
    )
    base_url: str | None = Field(
        None,
        validation_alias=named("OPENAI_BASE_URL"),
        description="Address of an OpenAI-compatible API; by default OpenAI's",
    )
    model: str = Field(
        "gpt-4o-mini",
        validation_alias=named("OPENAI_MODEL"),
        description="Name of the language model",
    )
    image_model: str = Field(
        "",
        validation_alias=named("WAYPOST_IMAGE_MODEL"),
        description="Image model at the same API; empty: no pictures are requested there",
    )

    @property
    def is_set(self) -> bool:
        """Return whether a language model is available. A self-hosted model may need no key."""
        return self.api_key is not None or self.base_url is not None

    @property
    def makes_pictures(self) -> bool:
        """Return whether pictures are made here too."""
        return self.api_key is not None and bool(self.image_model)

    @property
    def address(self) -> str:
        """Return the address of the API."""
        return self.base_url or OPENAI

    @property
    def key(self) -> str:
        """Return the key, or an empty string."""
        return self.api_key.get_secret_value() if self.api_key is not None else ""
