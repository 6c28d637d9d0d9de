"""Prometheus metrics of every process, and a small server for processes without HTTP.

A metric is defined next to the code that updates it, in prometheus-client's own registry.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from runtime.embedded.process import ServiceFailed

MULTIPROCESS_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


@dataclass(frozen=True)
class Health:
    """The response of `/healthz`: 200 if healthy, otherwise 503, with the details as text."""

    well: bool
    details: str = field(default="ok")


def render() -> tuple[bytes, str]:
    """Return the exposition and its content type. If there are several workers, it covers all of them."""
    if os.environ.get(MULTIPROCESS_VARIABLE):
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_LATEST
    return generate_latest(REGISTRY), CONTENT_TYPE_LATEST


class MetricsServer:
    """Serves `/metrics` and `/healthz` in a separate thread."""

    def __init__(
        self,
        port: int,
        health: Callable[[], Health],
        host: str = "127.0.0.1",
        *,
        refresh: Callable[[], None] | None = None,
    ) -> None:
        """Create the server. `refresh` is called before each scrape, for gauges whose values must be read first."""
        handler = _handler(health, refresh)
        try:
            self._server = ThreadingHTTPServer((host, port), handler)
        except OSError as taken:
            raise ServiceFailed(f"port {port} for metrics is in use by another process") from taken
        self.port: int = self._server.server_address[1]
        self._thread = Thread(target=self._server.serve_forever, name="metrics", daemon=True)

    def __enter__(self) -> "MetricsServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def _handler(
    health: Callable[[], Health], refresh: Callable[[], None] | None
) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/metrics":
                if refresh is not None:
                    refresh()
                body, content_type = render()
                self._answer(200, content_type, body)
            elif self.path == "/healthz":
                state = health()
                body = state.details.encode()
                self._answer(200 if state.well else 503, "text/plain; charset=utf-8", body)
            else:
                self._answer(404, "text/plain; charset=utf-8", b"only /metrics and /healthz\n")

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the base's name)
            """Log nothing, because a scrape happens every few seconds."""

        def _answer(self, status: int, content_type: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler
