"""A twin of Twilio's Messages API on loopback: what it takes, what it refuses, what it answers.

`POST /2010-04-01/Accounts/{AccountSid}/Messages.json`, a form with basic authentication:
https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
"""

import base64
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

import orjson

ACCOUNT = "AC" + "0123456789abcdef" * 2
TOKEN = "twilio-test-token"
SERVICE = "MG" + "fedcba9876543210" * 2
_TAKEN = frozenset({"To", "Body", "From", "MessagingServiceSid"})


@dataclass
class Twilio:
    """What the twin was asked to send, and how it shall behave."""

    url: str = ""
    messages: list[dict[str, str]] = field(default_factory=list)
    refused_with: tuple[int, int] | None = None
    """HTTP status and Twilio's error code of the next answers."""
    is_broken: bool = False
    """Whether answers are no JSON."""
    waits: float = 0.0
    """Seconds before an answer."""
    gate: threading.Event = field(default_factory=threading.Event)
    """Answers wait until it is set, as it is at first."""

    def __post_init__(self) -> None:
        self.gate.set()

    def answer(self, path: str, authorization: str, fields: str) -> tuple[int, bytes]:
        """Status and body for a request."""
        time.sleep(self.waits)
        self.gate.wait(30)
        if self.is_broken:
            return 200, b"<html>"
        wanted = "Basic " + base64.b64encode(f"{ACCOUNT}:{TOKEN}".encode()).decode()
        if authorization != wanted:
            return self._error(401, 20003, "Authenticate")
        if path != f"/2010-04-01/Accounts/{ACCOUNT}/Messages.json":
            return self._error(404, 20404, "The requested resource was not found")
        if self.refused_with:
            return self._error(*self.refused_with, f"refused, as said of {fields}")
        message = {name: values[0] for name, values in parse_qs(fields).items()}
        if not {"To", "Body"} <= message.keys() <= _TAKEN:
            return self._error(400, 21604, "A 'To' phone number is required")
        if ("From" in message) == ("MessagingServiceSid" in message):
            return self._error(400, 21603, "A 'From' phone number is required")
        self.messages.append(message)
        made: dict[str, Any] = {
            "sid": f"SM{len(self.messages):032x}",
            "status": "accepted",
            "to": message["To"],
            "body": message["Body"],
            "error_code": None,
        }
        return 201, orjson.dumps(made)

    @staticmethod
    def _error(status: int, code: int, message: str) -> tuple[int, bytes]:
        return status, orjson.dumps({"code": code, "message": message, "status": status})


@contextmanager
def running_twilio() -> Iterator[Twilio]:
    """The twin, on a port of its own."""
    state = Twilio()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Say nothing."""

        def do_POST(self) -> None:
            result = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            status, body = state.answer(self.path, self.headers.get("Authorization", ""), result)
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            with suppress(BrokenPipeError):  # anyone who asked has given up
                self.end_headers()
                self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield state
    finally:
        state.gate.set()
        server.shutdown()
        server.server_close()
