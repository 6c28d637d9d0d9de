"""Pictures from Replicate's predictions: asked for, waited for, fetched."""

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import httpx2
import orjson
import structlog

from api.integrations.ports.image_generator import PictureUnavailable

SECONDS = 120.0
EVERY = 1.0
MAX_PICTURE = 10_000_000
_OVER = frozenset({"failed", "canceled", "aborted"})

log = structlog.get_logger(__name__)


class ReplicateImages:
    """Runs one model. The token goes to the API's own address only, never to where a picture lies."""

    name = "replicate"

    def __init__(
        self,
        *,
        base_url: str,
        token: str,
        model: str,
        seconds: float = SECONDS,
        every: float = EVERY,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._base = base_url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}"}
        self._model = model
        self._seconds = seconds
        self._every = every
        self._monotonic = monotonic
        self._sleep = sleep

    def paint(self, prompt: str, seed: int) -> bytes:
        """A picture; the same seed gives the same one where the model can."""
        asked = {"prompt": prompt, "seed": seed % 2**31, "aspect_ratio": "1:1"}
        try:
            with httpx2.Client(timeout=30.0) as client:
                made = client.post(
                    f"{self._base}/models/{self._model}/predictions",
                    headers=self._headers,
                    json={"input": {**asked, "output_format": "png"}},
                )
                made.raise_for_status()
                prediction = self._awaited(client, orjson.loads(made.content))
                output = prediction["output"]
                url = output if isinstance(output, str) else output[0]
                return self._fetched(client, str(url))
        except (httpx2.HTTPError, ValueError, KeyError, IndexError, TypeError) as error:
            log.warning("the image model gave no picture", error=type(error).__name__)
            raise PictureUnavailable(type(error).__name__) from error

    def _awaited(self, client: httpx2.Client, prediction: dict[str, Any]) -> dict[str, Any]:
        ends = self._monotonic() + self._seconds
        address = f"{self._base}/predictions/{prediction['id']}"
        while prediction["status"] != "succeeded":
            if prediction["status"] in _OVER:
                raise PictureUnavailable(f"the prediction {prediction['status']}")
            if self._monotonic() > ends:
                raise PictureUnavailable("the prediction took too long")
            self._sleep(self._every)
            answer = client.get(address, headers=self._headers)
            answer.raise_for_status()
            prediction = orjson.loads(answer.content)
        return prediction

    def _fetched(self, client: httpx2.Client, url: str) -> bytes:
        own = urlsplit(self._base)
        target = urlsplit(url)
        if target.scheme != "https" and target.netloc != own.netloc:
            raise PictureUnavailable("the picture lies at no safe address")
        with client.stream("GET", url) as answer:
            answer.raise_for_status()
            picture = b""
            for chunk in answer.iter_bytes():
                picture += chunk
                if len(picture) > MAX_PICTURE:
                    raise PictureUnavailable("the picture is too large")
        return picture
