"""Requests to an image provider: limited in time and size, and retried where that may help."""

import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import httpx2

from api.integrations.ports.image_generator import NoPicture, PictureUnavailable

TRIES = 3
LONGEST_WAIT = 20.0
"""If a provider asks to wait longer than this many seconds, the request is not retried."""

NOT_UNDERSTOOD = (
    httpx2.HTTPError,
    httpx2.InvalidURL,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
)
"""The exceptions from parsing a response with an unexpected format."""

_WHY: dict[int, NoPicture] = {
    HTTPStatus.UNAUTHORIZED: NoPicture.KEY,
    HTTPStatus.FORBIDDEN: NoPicture.KEY,
    HTTPStatus.PAYMENT_REQUIRED: NoPicture.BUSY,
    HTTPStatus.TOO_MANY_REQUESTS: NoPicture.BUSY,
    HTTPStatus.BAD_REQUEST: NoPicture.REFUSED,
    HTTPStatus.UNPROCESSABLE_ENTITY: NoPicture.REFUSED,
}


class ProviderCalls:
    """All requests for one picture, which share a time limit."""

    def __init__(
        self,
        client: httpx2.Client,
        seconds: float,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._client = client
        self._monotonic = monotonic
        self._sleep = sleep
        self._ends = monotonic() + seconds

    def wait(self, seconds: float) -> None:
        """Wait, if that is possible within the time limit.

        Raises:
            PictureUnavailable: the time limit would be exceeded.
        """
        if self._monotonic() + seconds > self._ends:
            raise PictureUnavailable("it took too long", NoPicture.SLOW)
        self._sleep(seconds)

    def seconds_left(self) -> float:
        """Return the time left in seconds.

        Raises:
            PictureUnavailable: no time is left.
        """
        left = self._ends - self._monotonic()
        if left <= 0:
            raise PictureUnavailable("it took too long", NoPicture.SLOW)
        return left

    def read(
        self,
        method: str,
        url: str,
        *,
        most: int,
        headers: Mapping[str, str] | None = None,
        json: Any = None,
    ) -> bytes:
        """Return the body of a successful response. Temporary failures are retried.

        Raises:
            PictureUnavailable: there is no successful response; the message gives the reason.
        """
        for tried in range(1, TRIES + 1):
            try:
                with self._client.stream(method, url, headers=headers, json=json) as answer:
                    if answer.is_success:
                        return self._body(answer, most)
                    status, asked = answer.status_code, answer.headers.get("retry-after")
                problem, why = f"status {status}", _WHY.get(status, NoPicture.AWAY)
                may_pass = status == HTTPStatus.TOO_MANY_REQUESTS or status >= 500
            except httpx2.TimeoutException as error:
                raise PictureUnavailable(type(error).__name__, NoPicture.SLOW) from error
            except httpx2.TransportError as error:
                asked, problem, why = None, type(error).__name__, NoPicture.AWAY
                # The request may have been fulfilled, and charged, before the connection broke.
                may_pass = method == "GET" or isinstance(error, httpx2.ConnectError)
            wait = _seconds(asked, 2.0**tried)
            if tried == TRIES or not may_pass or wait > LONGEST_WAIT:
                break
            self.wait(wait)
        raise PictureUnavailable(problem, why)

    def _body(self, answer: httpx2.Response, most: int) -> bytes:
        body = bytearray()
        for chunk in answer.iter_bytes():
            body += chunk
            if len(body) > most:
                raise PictureUnavailable("the answer is too large")
            if self._monotonic() > self._ends:
                raise PictureUnavailable("it took too long", NoPicture.SLOW)
        return bytes(body)


def _seconds(asked: str | None, otherwise: float) -> float:
    """Return the seconds that a Retry-After header asks for. A date in it is ignored, because clocks differ."""
    if asked is None:
        return otherwise
    return float(asked) if asked.isascii() and asked.isdigit() else LONGEST_WAIT + 1
