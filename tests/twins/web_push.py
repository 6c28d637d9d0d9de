"""A twin of browsers' push services on loopback (RFC 8030), and browsers that subscribe to it.

It accepts what a real one accepts: a login signed with the key with which the browser subscribed (RFC 8292), for its
own origin and less than a day, and a body that the browser can decrypt (RFC 8291).
"""

import base64
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from api.integrations.web_push.config import WebPushSettings

_LOGIN = re.compile(r"vapid t=([\w.-]+), k=([\w-]+)")
_TOPIC = re.compile(r"[\w-]{1,32}")


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "==")


@dataclass
class Shown:
    """A notification that a browser shows."""

    browser: str
    topic: str
    content: dict[str, Any]


@dataclass
class Browser:
    """A subscribed browser."""

    name: str
    endpoint: str
    application_key: str
    key: ec.EllipticCurvePrivateKey
    auth: bytes

    @property
    def subscription(self) -> dict[str, Any]:
        """Return the result of `PushSubscription.toJSON()`."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": _text(point), "auth": _text(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}


@dataclass
class WebPushTwin:
    """The requests that the twin received, and how it should behave."""

    origin: str = ""
    browsers: dict[str, Browser] = field(default_factory=dict)
    shown: list[Shown] = field(default_factory=list)
    """Every accepted notification, in order."""
    refused: list[str] = field(default_factory=list)
    """The reasons for refused requests."""
    gone: set[str] = field(default_factory=set)
    fails_with: tuple[int, dict[str, str]] | None = None
    """Status and headers of all responses."""
    fails_once: dict[str, int] = field(default_factory=dict)
    """Status of the next response, by the browser's name."""
    on_push: Callable[[], None] = lambda: None

    @property
    def settings(self) -> WebPushSettings:
        """Return settings that trust the twin."""
        return WebPushSettings(more_origins=self.origin)

    def screen(self, name: str) -> dict[str, dict[str, Any]]:
        """Return what a browser shows, by tag: a notification replaces the one with the same tag."""
        return {str(it.content["tag"]): it.content for it in self.shown if it.browser == name}

    def subscribe(self, name: str, application_key: str) -> Browser:
        """Open a browser and subscribe with a sender's public key."""
        key, auth = ec.generate_private_key(ec.SECP256R1()), name.encode().ljust(16, b".")[:16]
        made = Browser(name, f"{self.origin}/send/{name}", application_key, key, auth)
        self.browsers[name] = made
        return made

    def answer(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str]]:
        """Return status and headers for a request."""
        name = path.removeprefix("/send/")
        if self.fails_with is not None:
            return self.fails_with
        if name in self.fails_once:
            return self.fails_once.pop(name), {}
        browser = self.browsers.get(name)
        if browser is None or name in self.gone:
            return (410 if browser is not None else 404), {}
        problem = self._problem(browser, headers)
        if problem is not None:
            self.refused.append(problem)
            return 403, {}
        read = http_ece.decrypt(
            body, private_key=browser.key, auth_secret=browser.auth, version="aes128gcm"
        )
        self.shown.append(Shown(name, headers["topic"], json.loads(read)))
        self.on_push()
        return 201, {"location": f"{self.origin}/message/{len(self.shown)}"}

    def _problem(self, browser: Browser, headers: dict[str, str]) -> str | None:
        login = _LOGIN.fullmatch(headers.get("authorization", ""))
        if login is None or login[2] != browser.application_key:
            return "another sender"
        point = _raw(login[2])
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        try:
            claims = jwt.decode(
                login[1],
                key,
                algorithms=["ES256"],
                audience=self.origin,
                options={"require": ["exp", "aud", "sub"]},
            )
        except jwt.InvalidTokenError as error:
            return f"login: {error}"
        if claims["exp"] > time.time() + 86_400 or not re.match("mailto:|https:", claims["sub"]):
            return "claims"
        if headers.get("content-encoding") != "aes128gcm" or not headers.get("ttl", "").isdigit():
            return "headers"
        return None if _TOPIC.fullmatch(headers.get("topic", "x")) else "topic"


@contextmanager
def running_web_push() -> Iterator[WebPushTwin]:
    """Run the twin on a separate port."""
    twin = WebPushTwin()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            sent = {name.lower(): value for name, value in self.headers.items()}
            status, headers = twin.answer(self.path, sent, body)
            self.send_response(status)
            for name, value in {**headers, "content-length": "0"}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    twin.origin = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield twin
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
