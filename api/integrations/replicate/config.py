"""Replicate's settings."""

from typing import ClassVar

from pydantic import Field, SecretStr
from pydantic_settings import SettingsConfigDict

from runtime.environment import named
from runtime.vendor_settings import VendorSettings


class ReplicateSettings(VendorSettings):
    """A token, a model, and the names of the inputs that guide the model."""

    model_config = SettingsConfigDict(env_prefix="REPLICATE_")

    vendor: ClassVar[str] = "Replicate"
    without: ClassVar[str] = "no pictures are bought there"

    api_token: SecretStr | None = Field(
        None,
        validation_alias=named("REPLICATE_API_TOKEN"),
        description="Token of Replicate; if set, Replicate paints the AI studio's pictures",
    )
    base_url: str = Field(
        "https://api.replicate.com/v1",
        validation_alias=named("REPLICATE_BASE_URL"),
        description="Address of Replicate's API",
    )
    model: str = Field(
        "black-forest-labs/flux-schnell",
        validation_alias=named("REPLICATE_MODEL"),
        description="Image model at Replicate; a community model with its version, `owner/name:version`",
    )
    image_input: str = Field(
        "",
        pattern=r"^[a-z0-9_]{0,64}$",
        validation_alias=named("REPLICATE_IMAGE_INPUT"),
        description="The model's input for the code's modules as a picture, for example `image`; empty: none",
    )
    content_input: str = Field(
        "",
        pattern=r"^[a-z0-9_]{0,64}$",
        validation_alias=named("REPLICATE_CONTENT_INPUT"),
        description="The model's input for the code's content, for example `qr_code_content`; empty: none",
    )

    @property
    def is_set(self) -> bool:
        """Return whether pictures are made here."""
        return self.api_token is not None
