"""Twilio's own HTTP client, at another address where one is set: the SDK has no setting for that."""

import logging
from typing import Any
from urllib.parse import urlsplit, urlunsplit

TWILIO = "https://api.twilio.com"
_QUIET = logging.getLogger(f"{__name__}.sdk")
_QUIET.setLevel(logging.WARNING)  # it logs eight lines for each message


class TwilioHttp:
    """Makes the requests of Twilio's SDK."""

    def __init__(self, base_url: str, seconds: float) -> None:
        from twilio.http.http_client import TwilioHttpClient

        # Messages, prices and services are each at a host of their own.
        self._base = None if base_url.rstrip("/") == TWILIO else urlsplit(base_url)
        self._client = TwilioHttpClient(timeout=seconds, logger=_QUIET)

    def request(self, method: str, url: str, *args: Any, **more: Any) -> Any:
        if self._base is not None:
            there = urlsplit(url)._replace(scheme=self._base.scheme, netloc=self._base.netloc)
            url = urlunsplit(there)
        return self._client.request(method, url, *args, **more)
