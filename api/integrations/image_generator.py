"""Selects the picture generator of this installation, if any."""

import time
from collections.abc import Callable

from api.integrations.openai.adapter import OpenAiImages
from api.integrations.openai.config import OpenAiSettings
from api.integrations.ports.image_generator import ImageGenerator
from api.integrations.replicate.adapter import ReplicateImages
from api.integrations.replicate.config import ReplicateSettings
from runtime.settings import Settings


def image_generator(
    settings: Settings, wait: Callable[[float], None] = time.sleep
) -> ImageGenerator | None:
    """Return the vendor whose key is set; None means the built-in art. An exception from `wait` cancels a picture."""
    replicate = settings.vendor(ReplicateSettings)
    if replicate.api_token is not None:
        return ReplicateImages(
            base_url=replicate.base_url,
            token=replicate.api_token.get_secret_value(),
            model=replicate.model,
            image_input=replicate.image_input,
            content_input=replicate.content_input,
            sleep=wait,
        )
    openai = settings.vendor(OpenAiSettings)
    if openai.makes_pictures:
        return OpenAiImages(
            base_url=openai.address, api_key=openai.key, model=openai.image_model, sleep=wait
        )
    return None
