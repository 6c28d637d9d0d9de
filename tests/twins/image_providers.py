"""A twin of two image providers on loopback: what they accept, what they refuse, and their responses.

`/v1/images/generations` as OpenAI's, `/v1/predictions` as Replicate's: a prediction of a model starts, runs for a while
and succeeds or fails. A model may be one that is controlled by a code, which accepts only the inputs that it knows.
"""

import base64
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import orjson

from tests.support.pictures import picture

KEY = "test-key"


@dataclass
class ImageProviders:
    """The requests that the twin received, and how it should behave."""

    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    picture: bytes = field(default_factory=lambda: picture("PNG", (512, 512), color=(40, 140, 160)))
    polls_until_done: int = 2
    fails: bool = False
    refusals: list[tuple[int, str | None]] = field(default_factory=list)
    """Status and Retry-After of the next responses, before there are successful ones."""
    broken: bytes | None = None
    """An unreadable body that replaces all responses."""
    hangs_for: float = 0.0
    """Seconds before any response."""
    when_asked: Callable[[], object] = lambda: None
    """Called while a picture is being requested."""
    over: dict[str, Any] = field(default_factory=dict)
    """Fields that a succeeded prediction overrides."""
    picture_address: str | None = None
    answers_by_address: bool = False
    """Whether OpenAI's response has an address instead of the picture's data."""
    inputs: frozenset[str] = frozenset({"prompt", "seed", "aspect_ratio", "output_format"})
    """The inputs that Replicate's model accepts."""
    predictions: dict[str, int] = field(default_factory=dict)
    given_up: list[str] = field(default_factory=list)
    """Predictions that the client cancelled."""
    keys_with_pictures: list[str | None] = field(default_factory=list)

    def prediction(self, name: str) -> dict[str, Any]:
        """Return the state of a prediction; each request advances it."""
        asked = self.predictions[name]
        self.predictions[name] = asked + 1
        if asked < self.polls_until_done:
            return {"id": name, "status": "processing" if asked else "starting", "output": None}
        if self.fails:
            return {"id": name, "status": "failed", "error": "NSFW", "output": None}
        address = self.picture_address or f"{self.url}/files/{name}.png"
        return {"id": name, "status": "succeeded", "output": [address]} | self.over


@contextmanager
def running_image_providers() -> Iterator[ImageProviders]:
    """Run the twin on a separate port."""
    state = ImageProviders()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def _answer(self, status: int, body: Any, waits: str | None = None) -> None:
            data = body if isinstance(body, bytes) else orjson.dumps(body)
            self.send_response(status)
            if waits is not None:
                self.send_header("Retry-After", waits)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _is_known(self) -> bool:
            return self.headers.get("Authorization") == f"Bearer {KEY}"

        def do_POST(self) -> None:
            body = orjson.loads(self.rfile.read(int(self.headers["Content-Length"])) or b"{}")
            if not self._is_known():
                return self._answer(401, {"error": {"message": "wrong key"}})
            if self.path.endswith("/cancel"):
                state.given_up.append(self.path.split("/")[-2])
                return self._answer(200, {"status": "canceled"})
            state.asked.append(body)
            if state.refusals:
                status, waits = state.refusals.pop(0)
                return self._answer(status, {"error": {"message": f"no, {KEY}"}}, waits)
            state.when_asked()
            if state.hangs_for:
                time.sleep(state.hangs_for)
            if state.broken is not None:
                return self._answer(200, state.broken)
            if self.path == "/v1/images/generations":
                if state.fails:
                    return self._answer(400, {"error": {"code": "moderation_blocked"}})
                if {"model", "prompt", "size", "n"} - body.keys():
                    return self._answer(400, {"error": {"message": "missing"}})
                if state.answers_by_address:
                    address = state.picture_address or f"{state.url}/files/made.png"
                    return self._answer(200, {"data": [{"url": address, "b64_json": None}]})
                shown = base64.b64encode(state.picture).decode()
                return self._answer(200, {"data": [{"b64_json": shown}]})
            if self.path == "/v1/predictions" and "/" in body.get("version", ""):
                unknown = body["input"].keys() - state.inputs
                if unknown or "prompt" not in body["input"]:
                    return self._answer(422, {"detail": f"unknown or missing: {sorted(unknown)}"})
                name = f"p{len(state.predictions)}"
                state.predictions[name] = 0
                return self._answer(201, state.prediction(name))
            return self._answer(404, {})

        def do_GET(self) -> None:
            if self.path.startswith("/files/"):
                state.keys_with_pictures.append(self.headers.get("Authorization"))
                return self._answer(200, state.picture)
            name = self.path.rpartition("/")[2]
            if not self._is_known() or name not in state.predictions:
                return self._answer(404, {})
            return self._answer(200, state.prediction(name))

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
