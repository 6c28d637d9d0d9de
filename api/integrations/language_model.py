"""Selects the language model of this installation, if any."""

from api.integrations.openai.adapter import OpenAiCompatible
from api.integrations.openai.config import OpenAiSettings
from api.integrations.ports.language_model import LanguageModel
from runtime.settings import Settings


def language_model(settings: Settings) -> LanguageModel | None:
    """Return the model whose key or address is set; None means the built-in texts."""
    openai = settings.vendor(OpenAiSettings)
    if not openai.is_set:
        return None
    return OpenAiCompatible(base_url=openai.address, api_key=openai.key, model=openai.model)
