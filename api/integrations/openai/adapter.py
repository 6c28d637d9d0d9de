"""OpenAI's API, or a compatible one: texts from `/chat/completions`, and pictures from `/images/generations`, either in
the response itself or at a URL in it.
"""

import base64
import time
from collections.abc import Callable
from typing import Any

import httpx2
import orjson
import structlog

from api.integrations.picture_addresses import MAX_PICTURE, Fetch, fetched, from_the_internet
from api.integrations.ports.image_generator import PictureUnavailable, PlainCode, TakesCode
from api.integrations.ports.language_model import ModelUnavailable
from api.integrations.provider_calls import NOT_UNDERSTOOD, ProviderCalls
from runtime.outbound_http import tls_context

TEXT_SECONDS = 12.0
MAX_TEXT = 200_000
PICTURE_SECONDS = 120.0
MAX_PICTURE_ANSWER = MAX_PICTURE * 4 // 3 + 100_000

log = structlog.get_logger(__name__)


class OpenAiCompatible:
    """Uses `/chat/completions` at one address. The key is sent there and appears nowhere else."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        model: str,
        seconds: float = TEXT_SECONDS,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self._url = f"{base_url.rstrip('/')}/chat/completions"
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._model = model
        self._seconds = seconds
        self._transport = transport

    def answer_json(self, system: str, question: str) -> dict[str, Any]:
        """Ask one question and return the answer as a JSON object. Raises ModelUnavailable."""
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
                timeout=self._seconds, transport=self._transport, verify=tls_context()
            ) as client:
                answer = client.post(self._url, headers=self._headers, json=body)
            answer.raise_for_status()
            content = orjson.loads(answer.content)["choices"][0]["message"]["content"]
            found = orjson.loads(content) if len(content) <= MAX_TEXT else None
        except (httpx2.HTTPError, orjson.JSONDecodeError, KeyError, IndexError, TypeError) as error:
            log.warning("the language model gave no answer", error=type(error).__name__)
            raise ModelUnavailable(type(error).__name__) from error
        if not isinstance(found, dict):
            raise ModelUnavailable("no object")
        return found


class OpenAiImages:
    """Requests one picture at a time from one address. The key is sent there and appears nowhere else."""

    name = "openai"
    takes_code = TakesCode.NO

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        model: str,
        seconds: float = PICTURE_SECONDS,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        fetch: Fetch = from_the_internet,
    ) -> None:
        self._fetch = fetch
        self._url = f"{base_url.rstrip('/')}/images/generations"
        self._headers = {"Authorization": f"Bearer {api_key}"}
        self._model = model
        self._seconds = seconds
        self._monotonic = monotonic
        self._sleep = sleep

    def paint(self, prompt: str, seed: int, code: PlainCode) -> bytes:
        """Return a picture. These models have no seed, so each picture is different."""
        del seed, code
        body = {"model": self._model, "prompt": prompt, "n": 1, "size": "1024x1024"}
        try:
            with httpx2.Client(timeout=self._seconds, verify=tls_context()) as client:
                calls = ProviderCalls(client, self._seconds, self._monotonic, self._sleep)
                answer = calls.read(
                    "POST", self._url, most=MAX_PICTURE_ANSWER, headers=self._headers, json=body
                )
                picture = self._picture(calls, orjson.loads(answer)["data"][0])
        except PictureUnavailable as error:
            log.warning("the image model gave no picture", why=error.why, error=str(error))
            raise
        except NOT_UNDERSTOOD as error:
            log.warning("the image model gave no picture", error=type(error).__name__)
            raise PictureUnavailable(type(error).__name__) from error
        if not 0 < len(picture) <= MAX_PICTURE:
            raise PictureUnavailable("no picture, or too large a one")
        return picture

    def _picture(self, calls: ProviderCalls, made: dict[str, str | None]) -> bytes:
        """Return the picture. Some models include it in their response, others return its URL."""
        written = made.get("b64_json")
        if written:
            return base64.b64decode(written)
        return fetched(calls, str(made["url"]), self._url, self._fetch)
