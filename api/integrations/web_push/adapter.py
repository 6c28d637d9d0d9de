"""Notifications to browsers through their push services: encrypted for each browser (RFC 8291), with a signed login
(RFC 8292).
"""

import base64
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from urllib.parse import urlsplit

import httpx2
import structlog
from anyio import CapacityLimiter, create_task_group
from anyio.from_thread import start_blocking_portal

from api.integrations.ports.web_pusher import (
    WebPushIdentity,
    WebPushMessage,
    WebPushOutcome,
    WebPushTarget,
)
from api.integrations.web_push.config import WebPushSettings

SECONDS = 10.0
AT_ONCE = 50
LOGIN_LIFETIME = timedelta(hours=12)
"""Push services refuse logins that are valid for more than 24 hours."""
LONGEST_WAIT = timedelta(hours=24)
MAX_ENDPOINT = 2_000
HOSTS = re.compile(
    r"(fcm\.googleapis\.com|[a-z0-9-]+\.push\.services\.mozilla\.com"
    r"|[a-z0-9.-]+\.push\.apple\.com|[a-z0-9.-]+\.notify\.windows\.com)\Z"
)
"""The push services of Chrome, Firefox, Safari and Edge."""
_REFUSED_LOGIN = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})

log = structlog.get_logger(__name__)


class WebPush:
    """Sends through the push service at which a browser is subscribed, if it is a known one."""

    def __init__(
        self, settings: WebPushSettings, base_url: str, now: Callable[[], datetime] | None = None
    ) -> None:
        self._origins = settings.origins
        self._contact = settings.contact or _contact(base_url)
        self._now = now or (lambda: datetime.now(UTC))

    def takes(self, endpoint: str) -> bool:
        """Return whether an endpoint belongs to a known push service."""
        return len(endpoint) <= MAX_ENDPOINT and self._origin(endpoint) is not None

    def push(
        self, identity: WebPushIdentity, message: WebPushMessage, targets: Sequence[WebPushTarget]
    ) -> list[WebPushOutcome]:
        """Send a message to many browsers at once; return the outcome of each, in the same order."""
        if not targets:
            return []
        sending = _Sending(self._logins(identity, targets), identity, message, self._now)
        with start_blocking_portal() as portal:
            return portal.call(sending.push_all, targets)

    def _logins(
        self, identity: WebPushIdentity, targets: Sequence[WebPushTarget]
    ) -> dict[str, str]:
        """Return a signed login for each push service, by the endpoints' origins."""
        import jwt

        expires = int((self._now() + LOGIN_LIFETIME).timestamp())
        origins = {origin for it in targets if (origin := self._origin(it.endpoint)) is not None}
        return {
            origin: jwt.encode(
                {"aud": origin, "exp": expires, "sub": self._contact},
                identity.private_key,
                algorithm="ES256",
            )
            for origin in origins
        }

    def _origin(self, endpoint: str) -> str | None:
        try:
            parts = urlsplit(endpoint)
            port = parts.port
        except ValueError:
            return None
        host = parts.hostname or ""
        if "@" in parts.netloc or not parts.path.strip("/") or not endpoint.isascii():
            return None
        origin = f"{parts.scheme}://{host}" + (f":{port}" if port is not None else "")
        if origin in self._origins:
            return origin
        is_known = parts.scheme == "https" and port is None and HOSTS.match(host) is not None
        return origin if is_known else None


class _Sending:
    """The sending of one message to many browsers."""

    def __init__(
        self,
        logins: dict[str, str],
        identity: WebPushIdentity,
        message: WebPushMessage,
        now: Callable[[], datetime],
    ) -> None:
        self._logins = logins
        self._identity = identity
        self._message = message
        self._now = now
        self._unavailable: set[str] = set()
        """Push services that do not respond and are not tried again."""

    async def push_all(self, targets: Sequence[WebPushTarget]) -> list[WebPushOutcome]:
        outcomes = [WebPushOutcome("later")] * len(targets)
        at_once = CapacityLimiter(AT_ONCE)
        limits = httpx2.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
        async with httpx2.AsyncClient(
            http2=True, timeout=SECONDS, limits=limits, follow_redirects=False, trust_env=False
        ) as client:

            async def push(at: int, target: WebPushTarget) -> None:
                async with at_once:
                    outcomes[at] = await self._push_one(client, target)

            async with create_task_group() as group:
                for at, target in enumerate(targets):
                    group.start_soon(push, at, target)
        return outcomes

    async def _push_one(self, client: httpx2.AsyncClient, target: WebPushTarget) -> WebPushOutcome:
        parts = urlsplit(target.endpoint)
        origin = f"{parts.scheme}://{parts.netloc.lower()}"
        login = self._logins.get(origin)
        if login is None:
            return WebPushOutcome("gone")
        if origin in self._unavailable:
            return WebPushOutcome("later")
        try:
            body = encrypted(self._message.payload, target)
        except ValueError:
            return WebPushOutcome("gone")
        headers = {
            "authorization": f"vapid t={login}, k={self._identity.public_key}",
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(self._message.seconds),
            "topic": self._message.topic,
            "urgency": "normal",
        }
        try:
            answer = await client.post(target.endpoint, content=body, headers=headers)
        except (httpx2.ConnectError, httpx2.TimeoutException) as error:
            self._unavailable.add(origin)
            log.warning("a push service does not answer", origin=origin, error=type(error).__name__)
            return WebPushOutcome("later")
        except httpx2.HTTPError as error:
            log.info("a push service closed the connection", error=type(error).__name__)
            return WebPushOutcome("later")
        return self._outcome(origin, answer)

    def _outcome(self, origin: str, answer: httpx2.Response) -> WebPushOutcome:
        status = answer.status_code
        if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
            return WebPushOutcome("sent")
        if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
            return WebPushOutcome("gone")
        log.warning("a push service refused a message", origin=origin, status=status)
        if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return WebPushOutcome(
                "later", retry_after(answer.headers.get("retry-after"), self._now())
            )
        return WebPushOutcome("refused")


def encrypted(
    payload: bytes, target: WebPushTarget, salt: bytes | None = None, key: object = None
) -> bytes:
    """Return a payload that only one browser can read, as aes128gcm (RFC 8291).

    `salt` and `key` (the sender's private key for this message) are random unless given.

    Raises:
        ValueError: the browser's keys are invalid.
    """
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        sealed: bytes = http_ece.encrypt(
            payload,
            salt=salt,
            private_key=key or ec.generate_private_key(ec.SECP256R1()),
            dh=_bytes(target.p256dh),
            auth_secret=_bytes(target.auth),
            version="aes128gcm",
        )
    except http_ece.ECEException as error:
        raise ValueError(error.message) from error
    return sealed


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.rstrip("=") + "==")


def retry_after(given: str | None, now: datetime) -> datetime | None:
    """Return the time in the header, which is in seconds or a date, limited to a day from now; None if there is
    none.
    """
    if not given:
        return None
    try:
        wanted = (
            now + timedelta(seconds=int(given))
            if given.isdigit() and len(given) < 10
            else parsedate_to_datetime(given)
        )
    except ValueError:
        return None
    if wanted.tzinfo is None:
        wanted = wanted.replace(tzinfo=UTC)
    return min(max(wanted, now), now + LONGEST_WAIT)


def _contact(base_url: str) -> str:
    """Return the operator's contact for push services, which accept only https and mailto."""
    if base_url.startswith("https://"):
        return base_url.rstrip("/")
    return f"mailto:webmaster@{urlsplit(base_url).hostname or 'localhost'}"
