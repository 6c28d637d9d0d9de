"""Apple's push service, which notifies phones that a pass changed. They then ask the web service which one.

https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
https://developer.apple.com/documentation/walletpasses/adding-a-web-service-to-update-passes
"""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from http import HTTPStatus

import httpx2
import structlog
from anyio import CapacityLimiter, create_task_group
from anyio.from_thread import BlockingPortal, start_blocking_portal

from api.integrations.apns.client import connection
from api.integrations.apns.config import ApnsSettings
from api.integrations.ports.pass_pusher import PassPush, PushIdentity, PushOutcome

SECONDS = 10.0
STREAMS = 50
"""Simultaneous requests on the connection. Apple allows more, but this many are enough to use it fully."""
KEPT_FOR = timedelta(days=30)
"""How long Apple retries a phone that is switched off."""
TOKEN = re.compile(r"[0-9A-Fa-f]{16,200}")
GONE = frozenset({"BadDeviceToken", "DeviceTokenNotForTopic", "ExpiredToken", "Unregistered"})

log = structlog.get_logger(__name__)


class Apns:
    """Pushes with the certificates of organisations. Push tokens never appear in logs."""

    def __init__(self, settings: ApnsSettings, *, seconds: float = SECONDS) -> None:
        self._settings = settings
        self._seconds = seconds

    @contextmanager
    def connected(self, identity: PushIdentity) -> Iterator[PassPush]:
        """Return a connection that logs in with a pass certificate; the first push opens it."""
        with (
            connection(self._settings, identity, self._seconds) as client,
            start_blocking_portal() as portal,
            portal.wrap_async_context_manager(client),
        ):
            yield _Line(portal, client, identity.pass_type)


class _Line:
    def __init__(self, portal: BlockingPortal, client: httpx2.AsyncClient, pass_type: str) -> None:
        self._portal = portal
        self._client = client
        self._pass_type = pass_type
        self._is_unavailable = False

    def push(self, tokens: Sequence[str]) -> list[PushOutcome]:
        """Notify the phones with these tokens; return the outcome of each."""
        self._is_unavailable = False
        return self._portal.call(self._push_all, tokens)

    async def _push_all(self, tokens: Sequence[str]) -> list[PushOutcome]:
        outcomes: list[PushOutcome] = ["later"] * len(tokens)
        streams = CapacityLimiter(STREAMS)

        async def push(at: int, token: str) -> None:
            async with streams:
                outcomes[at] = await self._push_one(token)

        # The first push opens the connection that the others share, so that none of them waits for
        # a failing one.
        if tokens:
            await push(0, tokens[0])
        async with create_task_group() as group:
            for at, token in enumerate(tokens[1:], 1):
                group.start_soon(push, at, token)
        return outcomes

    async def _push_one(self, token: str) -> PushOutcome:
        # Not a token of Apple's, and it would become part of the path
        if TOKEN.fullmatch(token) is None:
            return "gone"
        answer = await self._ask(token)
        if answer is None:
            return "later"
        if answer.status_code == HTTPStatus.OK:
            return "sent"
        reason = _reason(answer)
        if answer.status_code == HTTPStatus.GONE or reason in GONE:
            return "gone"
        log.warning("a push was refused", status=answer.status_code, reason=reason)
        may_pass = answer.status_code == HTTPStatus.TOO_MANY_REQUESTS or answer.status_code >= 500
        return "later" if may_pass else "refused"

    async def _ask(self, token: str) -> httpx2.Response | None:
        """Return Apple's response; None if there is none. If Apple closes the connection, it is reopened once."""
        headers = {
            "apns-topic": self._pass_type,
            "apns-push-type": "background",
            "apns-priority": "5",
            "apns-expiration": str(int(time.time() + KEPT_FOR.total_seconds())),
        }
        for _ in range(2):
            if self._is_unavailable:
                return None
            try:
                return await self._client.post(f"/3/device/{token}", content=b"{}", headers=headers)
            except (httpx2.ConnectError, httpx2.TimeoutException) as error:
                self._is_unavailable = True
                log.warning("the push service does not answer", error=type(error).__name__)
            except httpx2.HTTPError as error:
                log.info("the push service closed the connection", error=type(error).__name__)
        return None


def _reason(answer: httpx2.Response) -> str:
    try:
        reason = answer.json()["reason"]
    except (ValueError, LookupError, TypeError):
        return ""
    return reason if isinstance(reason, str) else ""
