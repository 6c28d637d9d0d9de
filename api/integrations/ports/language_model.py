"""A language model, as the domains want it: words in, JSON out, or a plain no."""

from typing import Any, Protocol


class ModelUnavailable(Exception):
    """The model did not answer in time, or not with what was asked for."""


class LanguageModel(Protocol):
    """Whatever answers in JSON."""

    def answer_json(self, system: str, question: str) -> dict[str, Any]:
        """The answer. Raises ModelUnavailable."""
