"""An ASGI app on a real port, for clients that are real too."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from runtime.embedded.process import free_port


@contextmanager
def served(app: ASGIApp, port: int | None = None) -> Iterator[str]:
    """Serve the app on a thread; yield its address without a trailing slash."""
    port = port or free_port()
    config = uvicorn.Config(app, port=port, log_config=None, access_log=False, lifespan="auto")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, name=f"served-{port}", daemon=True)
    thread.start()
    try:
        end = time.monotonic() + 30
        while not server.started:
            if not thread.is_alive() or time.monotonic() > end:
                raise RuntimeError(f"nothing came up on port {port}")
            time.sleep(0.02)
        yield f"http://localhost:{port}"
    finally:
        server.should_exit = True
        thread.join(10)
