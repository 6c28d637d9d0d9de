"""Pictures from Replicate's predictions, which are created, polled and fetched."""

import base64
import time
from collections.abc import Callable
from typing import Any

import httpx2
import orjson
import structlog

from api.integrations.picture_addresses import Fetch, fetched, from_the_internet
from api.integrations.ports.image_generator import (
    NoPicture,
    PictureUnavailable,
    PlainCode,
    TakesCode,
)
from api.integrations.provider_calls import NOT_UNDERSTOOD, ProviderCalls
from runtime.outbound_http import tls_context

SECONDS = 120.0
EVERY = 1.0
MAX_PREDICTION = 12_000_000
"""The size limit of a prediction; some models include the picture in it."""
_OVER = frozenset({"failed", "canceled", "aborted"})

log = structlog.get_logger(__name__)


class ReplicateImages:
    """Runs one model. The token is sent only to the API's own address, never to the picture's.

    `image_input` and `content_input` name the inputs of models that are guided by a code.
    """

    name = "replicate"

    def __init__(
        self,
        *,
        base_url: str,
        token: str,
        model: str,
        image_input: str = "",
        content_input: str = "",
        seconds: float = SECONDS,
        every: float = EVERY,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        fetch: Fetch = from_the_internet,
    ) -> None:
        self._fetch = fetch
        self._base = base_url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}"}
        self._model = model
        self._image_input = image_input
        self._content_input = content_input
        self._seconds = seconds
        self._every = every
        self._monotonic = monotonic
        self._sleep = sleep

    @property
    def takes_code(self) -> TakesCode:
        """Return how the model uses the code."""
        if self._image_input:
            return TakesCode.MODULES
        return TakesCode.CONTENT if self._content_input else TakesCode.NO

    def paint(self, prompt: str, seed: int, code: PlainCode) -> bytes:
        """Return a picture; the same seed gives the same picture if the model supports seeds."""
        asked = self._input(prompt, seed, code)
        try:
            with httpx2.Client(timeout=30.0, verify=tls_context()) as client:
                calls = ProviderCalls(client, self._seconds, self._monotonic, self._sleep)
                made = calls.read(
                    "POST",
                    f"{self._base}/predictions",
                    most=MAX_PREDICTION,
                    headers=self._headers,
                    json={"version": self._model, "input": asked},
                )
                prediction = self._awaited(calls, orjson.loads(made))
                output = prediction["output"]
                url = output if isinstance(output, str) else output[0]
                return fetched(calls, str(url), self._base, self._fetch)
        except PictureUnavailable as error:
            log.warning("the image model gave no picture", why=error.why, error=str(error))
            raise
        except NOT_UNDERSTOOD as error:
            log.warning("the image model gave no picture", error=type(error).__name__)
            raise PictureUnavailable(type(error).__name__) from error

    def _input(self, prompt: str, seed: int, code: PlainCode) -> dict[str, Any]:
        asked: dict[str, Any] = {"prompt": prompt, "seed": seed % 2**31}
        if self.takes_code is TakesCode.NO:
            return {**asked, "aspect_ratio": "1:1", "output_format": "png"}
        # Models that are guided by a code refuse unknown inputs.
        if self._image_input:
            written = base64.b64encode(code.png).decode()
            asked[self._image_input] = f"data:image/png;base64,{written}"
        if self._content_input:
            asked[self._content_input] = code.content
        return asked

    def _awaited(self, calls: ProviderCalls, prediction: dict[str, Any]) -> dict[str, Any]:
        address = f"{self._base}/predictions/{prediction['id']}"
        while prediction["status"] != "succeeded":
            if prediction["status"] in _OVER:
                why = NoPicture.REFUSED
                raise PictureUnavailable(f"the prediction {prediction['status']}", why)
            try:
                calls.wait(self._every)
            except Exception:
                self._give_up(address)
                raise
            answer = calls.read("GET", address, most=MAX_PREDICTION, headers=self._headers)
            prediction = orjson.loads(answer)
        return prediction

    def _give_up(self, address: str) -> None:
        """Cancel the prediction, because nobody waits for it any more and the rest need not be paid for."""
        try:
            httpx2.post(
                f"{address}/cancel", headers=self._headers, timeout=5.0, verify=tls_context()
            )
        except httpx2.HTTPError as error:
            log.warning("a prediction could not be cancelled", error=type(error).__name__)
