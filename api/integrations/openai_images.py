"""Pictures from an OpenAI-compatible `/images/generations`: in the answer itself, or at an address that it names."""

import base64
import time
from collections.abc import Callable

import httpx2
import orjson
import structlog

from api.integrations.picture_addresses import MAX_PICTURE, Fetch, fetched, from_the_internet
from api.integrations.ports.image_generator import PictureUnavailable, PlainCode, TakesCode
from api.integrations.provider_calls import NOT_UNDERSTOOD, ProviderCalls
from runtime.outgoing import trusted

SECONDS = 120.0
MAX_ANSWER = MAX_PICTURE * 4 // 3 + 100_000

log = structlog.get_logger(__name__)


class OpenAiImages:
    """Asks one address for one picture at a time. The key is sent there and appears nowhere else."""

    name = "openai"
    takes_code = TakesCode.NO

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        model: str,
        seconds: float = SECONDS,
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
        """A picture. These models take no seed, so each time it is another one."""
        del seed, code
        body = {"model": self._model, "prompt": prompt, "n": 1, "size": "1024x1024"}
        try:
            with httpx2.Client(timeout=self._seconds, verify=trusted()) as client:
                calls = ProviderCalls(client, self._seconds, self._monotonic, self._sleep)
                answer = calls.read(
                    "POST", self._url, most=MAX_ANSWER, headers=self._headers, json=body
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
        """Some models write the picture into their answer, some say where it lies."""
        written = made.get("b64_json")
        if written:
            return base64.b64decode(written)
        return fetched(calls, str(made["url"]), self._url, self._fetch)
