"""Twilio's own HTTP client with an optional other address, for which the SDK has no setting."""

import logging
from typing import Any
from urllib.parse import urlsplit, urlunsplit

TWILIO = "https://api.twilio.com"
_QUIET = logging.getLogger(f"{__name__}.sdk")
_QUIET.setLevel(logging.WARNING)  # it logs eight lines per message


class TwilioHttp:
    """Makes the requests of Twilio's SDK."""

    def __init__(self, base_url: str, seconds: float) -> None:
        from twilio.http.http_client import TwilioHttpClient

        # Messages, prices and services each have their own host.
        self._base = None if base_url.rstrip("/") == TWILIO else urlsplit(base_url)
        self._client = TwilioHttpClient(timeout=seconds, logger=_QUIET)

    def request(self, method: str, url: str, *args: Any, **more: Any) -> Any:
        if self._base is not None:
            there = urlsplit(url)._replace(scheme=self._base.scheme, netloc=self._base.netloc)
            url = urlunsplit(there)
        return self._client.request(method, url, *args, **more)
