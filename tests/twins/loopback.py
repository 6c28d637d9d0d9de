"""The common part of twins of vendors with JSON APIs: a server on loopback that passes requests to a function."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import orjson

Answer = tuple[int, Any, dict[str, str]]
"""Status, body and headers."""


@contextmanager
def on_loopback(
    answer: Callable[[str, str, dict[str, str], bytes], Answer | None],
) -> Iterator[str]:
    """Run a server until the block ends and yield its address. `answer` gets method, target, headers with lower-case
    names, and body; None breaks the connection.
    """

    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): it for name, it in self.headers.items()}
            answered = answer(self.command, self.path, headers, raw)
            if answered is None:
                self.close_connection = True
                return
            status, body, more = answered
            content = b"" if body is None else orjson.dumps(body)
            self.send_response(status)
            for name, it in more.items():
                self.send_header(name, it)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_DELETE = _serve  # noqa: N815

        def log_message(self, *args: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
