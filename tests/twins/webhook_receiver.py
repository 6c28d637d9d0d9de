"""A receiver of Waypost's outgoing webhooks on loopback: verifies each with the package `standardwebhooks`, and can
fail.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook, WebhookVerificationError


@dataclass
class Received:
    """A webhook that arrived with a valid signature."""

    message_id: str
    body: dict[str, Any]


@dataclass
class Receiver:
    """The received webhooks, and how the receiver should behave."""

    url: str = ""
    secrets: list[str] = field(default_factory=list)
    """The accepted secrets; each webhook must match all of them."""
    received: list[Received] = field(default_factory=list)
    forged: int = 0
    answers: list[int] = field(default_factory=list)
    """Statuses of the next responses; 200 after them. 0: it accepts the webhook and the connection breaks."""
    headers: dict[str, str] = field(default_factory=dict)
    text: str = "ok"

    def take(self, raw: bytes, headers: dict[str, str]) -> int:
        """Return the status for a webhook."""
        try:
            for secret in self.secrets:
                Webhook(secret).verify(raw, headers)
        except WebhookVerificationError:
            self.forged += 1
            return 401
        status = self.answers.pop(0) if self.answers else 200
        if status in (0, 200):
            self.received.append(Received(headers["webhook-id"], json.loads(raw)))
        return status

    def ids(self) -> set[str]:
        """Return the ids of accepted webhooks."""
        return {it.message_id for it in self.received}


@contextmanager
def webhook_receiver() -> Iterator[Receiver]:
    """Run a receiver until the block ends."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["content-length"]))
            status = receiver.take(raw, {name.lower(): it for name, it in self.headers.items()})
            if status == 0:
                self.close_connection = True
                return
            content = receiver.text.encode()
            self.send_response(status)
            for name, it in receiver.headers.items():
                self.send_header(name, it)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    receiver.url = f"http://127.0.0.1:{server.server_port}/hooks"
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
