"""Language models behind an OpenAI-compatible address: OpenAI's own, or one that runs at home."""

from typing import Any

import httpx2
import orjson
import structlog

from api.integrations.ports.language_models import ModelUnavailable
from runtime.outgoing import trusted

OPENAI = "https://api.openai.com/v1"
SECONDS = 12.0
MAX_ANSWER = 200_000

log = structlog.get_logger(__name__)


class OpenAiCompatible:
    """Asks `/chat/completions` of one address. The key is sent there and appears nowhere else."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        model: str,
        seconds: float = SECONDS,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self._url = f"{base_url.rstrip('/')}/chat/completions"
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._model = model
        self._seconds = seconds
        self._transport = transport

    def answer_json(self, system: str, question: str) -> dict[str, Any]:
        """One question, one JSON object. Raises ModelUnavailable."""
        body = {
            "model": self._model,
            "response_format": {"type": "json_object"},
            "messages": [
                {"role": "system", "content": system},
                {"role": "user", "content": question},
            ],
        }
        try:
            with httpx2.Client(
                timeout=self._seconds, transport=self._transport, verify=trusted()
            ) as client:
                answer = client.post(self._url, headers=self._headers, json=body)
            answer.raise_for_status()
            content = orjson.loads(answer.content)["choices"][0]["message"]["content"]
            found = orjson.loads(content) if len(content) <= MAX_ANSWER else None
        except (httpx2.HTTPError, orjson.JSONDecodeError, KeyError, IndexError, TypeError) as error:
            log.warning("the language model gave no answer", error=type(error).__name__)
            raise ModelUnavailable(type(error).__name__) from error
        if not isinstance(found, dict):
            raise ModelUnavailable("no object")
        return found
