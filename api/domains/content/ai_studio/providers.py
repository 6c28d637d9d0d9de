"""Which image provider this installation has, if any."""

import time
from collections.abc import Callable

from api.integrations.openai_images import OpenAiImages
from api.integrations.ports.image_generator import ImageGenerator, TakesCode
from api.integrations.replicate_images import ReplicateImages
from runtime.settings import Settings

OPENAI = "https://api.openai.com/v1"


def generator_of(
    settings: Settings, wait: Callable[[float], None] = time.sleep
) -> ImageGenerator | None:
    """The provider whose key is set; None: the built-in art. What `wait` raises gives a picture up."""
    if settings.replicate_api_token is not None:
        return ReplicateImages(
            base_url=settings.replicate_base_url,
            token=settings.replicate_api_token.get_secret_value(),
            model=settings.replicate_model,
            image_input=settings.replicate_image_input,
            content_input=settings.replicate_content_input,
            sleep=wait,
        )
    if settings.openai_api_key is not None and settings.image_model:
        return OpenAiImages(
            base_url=settings.openai_base_url or OPENAI,
            api_key=settings.openai_api_key.get_secret_value(),
            model=settings.image_model,
            sleep=wait,
        )
    return None


def wording(prompt: str, takes_code: TakesCode) -> str:
    """What a provider is asked for: a picture that a code can lie in; the bare prompt where it draws the code."""
    if takes_code is not TakesCode.NO:
        return prompt
    return (
        f"{prompt}. Square illustration filling the whole frame, rich even detail everywhere, clear light "
        "and dark areas, no text, no letters, no QR code, no border."
    )
