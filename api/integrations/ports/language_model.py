"""A language model as the domains need it: text in, and JSON or a refusal out."""

from typing import Any, Protocol


class ModelUnavailable(Exception):
    """The model did not respond in time, or not with what was requested."""


class LanguageModel(Protocol):
    """A model that answers in JSON."""

    def answer_json(self, system: str, question: str) -> dict[str, Any]:
        """Return the answer. Raises ModelUnavailable."""
