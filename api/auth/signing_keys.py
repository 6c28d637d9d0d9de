"""The identity provider's public keys, fetched rarely and cached."""

import threading
import time
from collections.abc import Callable

import httpx2
import structlog
from jwt import PyJWK, PyJWKSet
from jwt.exceptions import PyJWTError

from api.kit.errors import Unavailable
from runtime.outbound_http import tls_context

log = structlog.get_logger(__name__)

FRESH_SECONDS = 3600.0
RETRY_SECONDS = 30.0


class SigningKeys:
    """Public keys by their ID.

    An unknown key ID causes a new fetch, but at most once every 30 seconds, so that invented IDs cannot make us flood
    the provider with requests. Old keys remain valid while it does not respond.
    """

    def __init__(
        self, url: str, timer: Callable[[], float] = time.monotonic, timeout: float = 5
    ) -> None:
        self._url = url
        self._timer = timer
        self._timeout = timeout
        self._lock = threading.Lock()
        self._keys: dict[str, PyJWK] = {}
        self._fetched_at: float | None = None
        self._tried_at: float | None = None

    def find(self, key_id: str) -> PyJWK | None:
        """Return the key with this ID, or None. Raises Unavailable if no keys could ever be fetched."""
        key = self._keys.get(key_id)
        if key is not None and not self._is_older(self._fetched_at, FRESH_SECONDS):
            return key
        with self._lock:
            known = key_id in self._keys
            stale = self._is_older(self._fetched_at, FRESH_SECONDS)
            if (stale or not known) and self._is_older(self._tried_at, RETRY_SECONDS):
                self._fetch()
            if self._fetched_at is None:
                raise Unavailable(
                    "Logins cannot be checked: the identity provider does not answer."
                )
            return self._keys.get(key_id)

    def _is_older(self, moment: float | None, seconds: float) -> bool:
        return moment is None or self._timer() - moment >= seconds

    def _fetch(self) -> None:
        self._tried_at = self._timer()
        try:
            response = httpx2.get(self._url, timeout=self._timeout, verify=tls_context())
            response.raise_for_status()
            found = PyJWKSet.from_dict(response.json())
        except (httpx2.HTTPError, ValueError, PyJWTError, AttributeError) as error:
            log.warning("signing keys could not be fetched", url=self._url, error=repr(error))
            if self._fetched_at is None:
                self._tried_at = None  # there are no older keys to use: the next caller tries again
            return
        self._keys = {key.key_id: key for key in found.keys if key.key_id}
        self._fetched_at = self._timer()
