"""Google's callbacks that somebody saved or deleted a pass, signed by Google under ECv2SigningOnly.

https://developers.google.com/wallet/generic/use-cases/use-callbacks-for-saves-and-deletions
https://developers.google.com/pay/api/web/guides/resources/payment-data-cryptography
"""

import base64
import struct
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import httpx2
import orjson
import structlog
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, EllipticCurvePublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

from api.integrations.ports.wallet_objects import CallbackRefused, PassCallback, WalletProblem
from api.integrations.ports.wallet_objects import WalletUnavailable as Unavailable
from runtime.outbound_http import tls_context

SENDER = "GooglePayPasses"
PROTOCOL = "ECv2SigningOnly"
FRESH_SECONDS = 3_600.0
RETRY_SECONDS = 30.0
SECONDS = 5.0
_EVENTS = {"save": True, "del": False}
_MALFORMED = (ValueError, LookupError, TypeError, AttributeError, OverflowError, OSError)

log = structlog.get_logger(__name__)


class RootKeys:
    """Google's root keys, fetched rarely and kept while Google does not respond."""

    def __init__(self, url: str, timer: Callable[[], float] = time.monotonic) -> None:
        self._url = url
        self._timer = timer
        self._lock = threading.Lock()
        self._keys: list[Mapping[str, Any]] = []
        self._fetched_at: float | None = None
        self._tried_at: float | None = None

    def get(self) -> list[Mapping[str, Any]]:
        """Return the keys as Google publishes them.

        Raises:
            WalletUnavailable: they have never been fetched successfully.
        """
        with self._lock:
            if self._is_older(self._fetched_at, FRESH_SECONDS) and self._is_older(
                self._tried_at, RETRY_SECONDS
            ):
                self._fetch()
            if self._fetched_at is None:
                raise Unavailable("Google’s keys cannot be fetched", WalletProblem.AWAY)
            return self._keys

    def _is_older(self, moment: float | None, seconds: float) -> bool:
        return moment is None or self._timer() - moment >= seconds

    def _fetch(self) -> None:
        self._tried_at = self._timer()
        try:
            answer = httpx2.get(self._url, timeout=SECONDS, verify=tls_context())
            answer.raise_for_status()
            self._keys = [dict(it) for it in answer.json()["keys"]]
        except (httpx2.HTTPError, *_MALFORMED) as error:
            log.warning("keys of callbacks could not be fetched", error=repr(error))
            return
        self._fetched_at = self._timer()


def read_callback(
    given: Mapping[str, Any], roots: Callable[[], Iterable[Mapping[str, Any]]], now: datetime
) -> PassCallback:
    """Return the content of a callback, once its signatures prove that Google sent it to the issuer that it names.

    `roots` returns Google's keys; it is called only if the callback has not already been refused.

    Raises:
        CallbackRefused: the callback is not Google's, or too old.
        WalletUnavailable: Google's keys are not known.
    """
    try:
        if given["protocolVersion"] != PROTOCOL:
            raise CallbackRefused("another protocol")
        signed_key: str = given["intermediateSigningKey"]["signedKey"]
        signatures: list[str] = given["intermediateSigningKey"]["signatures"]
        message: str = given["signedMessage"]
        event = orjson.loads(message)
        object_id, class_id = str(event["objectId"]), str(event["classId"])
        issuer_id = object_id.partition(".")[0]
        key = orjson.loads(signed_key)
        millis = now.timestamp() * 1_000
        expires_at = datetime.fromtimestamp(float(event["expTimeMillis"]) / 1_000, UTC)
        if float(key["keyExpiration"]) <= millis or expires_at <= now:
            raise CallbackRefused("it has expired")
        proof = _joined(SENDER, PROTOCOL, signed_key)
        if not any(
            _is_signed(root, signature, proof)
            for root in _current(roots(), millis)
            for signature in signatures[:5]
        ):
            raise CallbackRefused("no key of Google's signed its key")
        whole = _joined(SENDER, issuer_id, PROTOCOL, message)
        if not _is_signed(str(key["keyValue"]), str(given["signature"]), whole):
            raise CallbackRefused("its key did not sign it")
        is_saved = _EVENTS[event["eventType"]]
    except _MALFORMED as error:
        raise CallbackRefused("it cannot be read") from error
    return PassCallback(issuer_id, class_id, object_id, is_saved, expires_at)


def _current(roots: Iterable[Mapping[str, Any]], millis: float) -> Iterable[str]:
    for root in roots:
        expires = root.get("keyExpiration")
        if root.get("protocolVersion") == PROTOCOL and (not expires or float(expires) > millis):
            yield str(root["keyValue"])


def _joined(*parts: str) -> bytes:
    """Return the parts, each after its length in four bytes (little-endian)."""
    encoded = [part.encode() for part in parts]
    return b"".join(struct.pack("<I", len(part)) + part for part in encoded)


def _is_signed(key: str, signature: str, content: bytes) -> bool:
    public = load_der_public_key(base64.b64decode(key))
    if not isinstance(public, EllipticCurvePublicKey):
        return False
    try:
        public.verify(base64.b64decode(signature), content, ECDSA(SHA256()))
    except InvalidSignature:
        return False
    return True
