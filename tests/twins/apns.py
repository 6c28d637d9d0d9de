"""A twin of Apple's push service on loopback: HTTP/2 over TLS, with the pass certificate as login.

`POST /3/device/{token}`, and its responses:
https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns
"""

import asyncio
import re
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.events import ConnectionTerminated, DataReceived, RequestReceived, StreamEnded
from h2.exceptions import ProtocolError

from api.integrations.apns.config import ApnsSettings
from tests.support.certificates import Authority

_PATH = re.compile(r"/3/device/([0-9a-fA-F]+)")
_TYPES = frozenset({"alert", "background", "voip", "complication", "fileprovider", "mdm"})

Answer = tuple[int, dict[str, Any]]


@dataclass
class Pushed:
    """A notification that the twin accepted."""

    token: str
    topic: str
    headers: dict[str, str]
    body: bytes


@dataclass
class ApnsTwin:
    """The requests that the twin received, and how it should behave."""

    settings: ApnsSettings = field(default_factory=ApnsSettings.model_construct)
    pushed: list[Pushed] = field(default_factory=list)
    asked: int = 0
    """The number of requests, whatever their result."""
    connections: int = 0
    unregistered: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    fails_with: tuple[int, str] | None = None
    """Status and reason of the next responses."""
    fails_once: set[str] = field(default_factory=set)
    """Tokens whose next request gets 503."""
    closes_after: int | None = None
    """The number of requests after which it closes the connection, as Apple does now and then."""
    is_away: bool = False
    """Whether it closes connections at once."""
    gate: threading.Event = field(default_factory=threading.Event)
    """Responses wait until it is set, which it is initially."""
    on_push: dict[str, Callable[[], None]] = field(default_factory=dict)
    """The reaction of a token's phone to a push."""

    def __post_init__(self) -> None:
        self.gate.set()

    @property
    def tokens(self) -> list[str]:
        """Return the tokens of accepted notifications, in order."""
        return [it.token for it in self.pushed]

    def answer(self, login: str, headers: dict[str, str], body: bytes) -> Answer:
        """Return status and body for a request."""
        self.asked += 1
        path = _PATH.fullmatch(headers[":path"])
        if headers[":method"] != "POST":
            return 405, {"reason": "MethodNotAllowed"}
        if path is None:
            return 404, {"reason": "BadPath"}
        token = path[1]
        if self.fails_with is not None:
            return self.fails_with[0], {"reason": self.fails_with[1]}
        if token in self.fails_once:
            self.fails_once.discard(token)
            return 503, {"reason": "ServiceUnavailable"}
        if problem := _problem(login, headers, body):
            return problem
        if token in self.unknown:
            return 400, {"reason": "BadDeviceToken"}
        if token in self.unregistered:
            return 410, {"reason": "Unregistered", "timestamp": int(time.time() * 1000)}
        self.pushed.append(Pushed(token, headers["apns-topic"], headers, body))
        self.on_push.get(token, lambda: None)()
        return 200, {}


def _problem(login: str, headers: dict[str, str], body: bytes) -> Answer | None:
    if "apns-topic" not in headers:
        return 400, {"reason": "MissingTopic"}
    if headers["apns-topic"] != login:
        return 400, {"reason": "TopicDisallowed"}
    if headers.get("apns-push-type") not in _TYPES:
        return 400, {"reason": "InvalidPushType"}
    if headers.get("apns-priority", "10") not in ("1", "5", "10"):
        return 400, {"reason": "BadPriority"}
    if headers["apns-push-type"] == "background" and headers.get("apns-priority") != "5":
        return 400, {"reason": "BadPriority"}
    if not headers.get("apns-expiration", "0").isdigit():
        return 400, {"reason": "BadExpirationDate"}
    if not body:
        return 400, {"reason": "PayloadEmpty"}
    if len(body) > 4096:
        return 413, {"reason": "PayloadTooLarge"}
    return None if orjson.loads(body) == {} else (400, {"reason": "a pass has no payload"})


class _Line:
    """One connection of the twin."""

    def __init__(
        self, twin: ApnsTwin, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._twin = twin
        self._reader = reader
        self._writer = writer
        self._h2 = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        self._requests: dict[int, tuple[dict[str, str], bytearray]] = {}
        self._answering: set[asyncio.Task[None]] = set()
        self._taken = 0
        subject = writer.get_extra_info("peercert")["subject"]
        self._login = next(it[0][1] for it in subject if it[0][0] == "userId")

    async def serve(self) -> None:
        self._h2.initiate_connection()
        self._flush()
        while data := await self._reader.read(65_536):
            try:
                events = self._h2.receive_data(data)
            except ProtocolError:
                break
            for event in events:
                if not self._handle(event):
                    return
            self._flush()

    def _handle(self, event: Any) -> bool:
        if isinstance(event, RequestReceived):
            self._requests[event.stream_id] = (dict(event.headers), bytearray())
        elif isinstance(event, DataReceived):
            self._requests[event.stream_id][1].extend(event.data)
            self._h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, StreamEnded):
            if self._taken == self._twin.closes_after:
                self._twin.closes_after = None
                self._h2.close_connection(ErrorCodes.NO_ERROR, last_stream_id=event.stream_id - 2)
                self._flush()
                return False
            self._taken += 1
            task = asyncio.create_task(self._answer(event.stream_id))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
        return not isinstance(event, ConnectionTerminated)

    async def _answer(self, stream_id: int) -> None:
        headers, body = self._requests.pop(stream_id)
        if not self._twin.gate.is_set():
            self._twin.asked += 1
        await asyncio.to_thread(self._twin.gate.wait, 30)
        status, reply = self._twin.answer(self._login, headers, bytes(body))
        with suppress(ProtocolError, ConnectionError):
            self._h2.send_headers(stream_id, [(":status", str(status))], end_stream=not reply)
            if reply:
                self._h2.send_data(stream_id, orjson.dumps(reply), end_stream=True)
            self._flush()

    def _flush(self) -> None:
        self._writer.write(self._h2.data_to_send())


@contextmanager
def running_apns(root: x509.Certificate, folder: Path) -> Iterator[ApnsTwin]:
    """Run the twin on a separate port. It trusts logins issued by this root."""
    authority, twin = Authority(), ApnsTwin()
    trusted, served = folder / "apns-ca.pem", folder / "apns-server.pem"
    trusted.write_bytes(authority.pem)
    served.write_bytes(authority.issue("127.0.0.1"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_alpn_protocols(["h2"])
    context.load_cert_chain(served)
    context.load_verify_locations(cadata=root.public_bytes(Encoding.PEM).decode())
    context.verify_mode = ssl.CERT_REQUIRED
    loop = asyncio.new_event_loop()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        twin.connections += 1
        with suppress(ConnectionError):
            if not twin.is_away:
                await _Line(twin, reader, writer).serve()
        writer.close()

    server = loop.run_until_complete(asyncio.start_server(serve, "127.0.0.1", 0, ssl=context))
    port = server.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    twin.settings = ApnsSettings(base_url=f"https://127.0.0.1:{port}", ca_file=trusted)
    try:
        yield twin
    finally:
        twin.gate.set()
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0.05))
        loop.close()
