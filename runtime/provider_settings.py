"""Settings of the providers of texts, pictures and messages, which an installation may do without."""

from typing import Self

from pydantic import AliasChoices, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings


def named(*names: str) -> AliasChoices:
    """The variables that a setting is read from."""
    return AliasChoices(*names)


class ProviderSettings(BaseSettings):
    """Whose models write and paint, who sends text messages, and by which keys."""

    openai_api_key: SecretStr | None = Field(
        None,
        validation_alias=named("OPENAI_API_KEY"),
        description="Key of the language model that writes starter texts; unset: built-in texts",
    )
    openai_base_url: str | None = Field(
        None,
        validation_alias=named("OPENAI_BASE_URL"),
        description="Address of an OpenAI-compatible API; by default OpenAI's own",
    )
    openai_model: str = Field(
        "gpt-4o-mini",
        validation_alias=named("OPENAI_MODEL"),
        description="Name of the language model",
    )
    image_model: str = Field(
        "",
        validation_alias=named("WAYPOST_IMAGE_MODEL"),
        description="Image model at the language model's address; empty: no picture is bought there",
    )
    replicate_api_token: SecretStr | None = Field(
        None,
        validation_alias=named("REPLICATE_API_TOKEN"),
        description="Token of Replicate, which then paints the AI studio's pictures",
    )
    replicate_base_url: str = Field(
        "https://api.replicate.com/v1",
        validation_alias=named("REPLICATE_BASE_URL"),
        description="Address of Replicate's API",
    )
    replicate_model: str = Field(
        "black-forest-labs/flux-schnell",
        validation_alias=named("REPLICATE_MODEL"),
        description="Image model at Replicate; a community's model with its version, `owner/name:version`",
    )
    replicate_image_input: str = Field(
        "",
        pattern=r"^[a-z0-9_]{0,64}$",
        validation_alias=named("REPLICATE_IMAGE_INPUT"),
        description="Input of that model which takes the code's modules as a picture, say `image`; empty: none",
    )
    replicate_content_input: str = Field(
        "",
        pattern=r"^[a-z0-9_]{0,64}$",
        validation_alias=named("REPLICATE_CONTENT_INPUT"),
        description="Input of that model which takes what the code holds, say `qr_code_content`; empty: none",
    )
    twilio_account_sid: str | None = Field(
        None,
        pattern=r"^AC[0-9a-fA-F]{32}$",
        validation_alias=named("TWILIO_ACCOUNT_SID"),
        description="Account at Twilio, which then sends text messages; unset: none are sent",
    )
    twilio_auth_token: SecretStr | None = Field(
        None,
        validation_alias=named("TWILIO_AUTH_TOKEN"),
        description="Token of that account",
    )
    twilio_messaging_service_sid: str | None = Field(
        None,
        pattern=r"^MG[0-9a-fA-F]{32}$",
        validation_alias=named("TWILIO_MESSAGING_SERVICE_SID"),
        description="Messaging service at Twilio that messages are sent by, in place of one number",
    )
    twilio_from: str | None = Field(
        None,
        validation_alias=named("TWILIO_FROM"),
        description="Number in E.164 or sender's name that messages come from, where no messaging service is set",
    )
    twilio_base_url: str = Field(
        "https://api.twilio.com",
        validation_alias=named("TWILIO_BASE_URL"),
        description="Address of Twilio's API",
    )

    @model_validator(mode="after")
    def _twilio_is_whole(self) -> Self:
        if self.twilio_account_sid and not (
            self.twilio_auth_token and (self.twilio_messaging_service_sid or self.twilio_from)
        ):
            raise ValueError(
                "TWILIO_ACCOUNT_SID needs TWILIO_AUTH_TOKEN"
                " and TWILIO_MESSAGING_SERVICE_SID or TWILIO_FROM"
            )
        return self

    @property
    def sends_texts(self) -> bool:
        """Whether text messages reach phones."""
        return self.twilio_account_sid is not None
