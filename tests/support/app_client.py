"""A client of the app in this process that switches threads once per request."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

import anyio
import httpx2
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message

from tests.support.browsers import AS_SERVED


class AppClient(TestClient):
    """Starlette's client, used as a context manager, without its six additional thread switches per request.

    Starlette's client streams each response and hands over each part separately. Here the app runs to its end first;
    `stream` works as in Starlette.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        headers: dict[str, str] | None = None,
        follow_redirects: bool = False,
        raise_server_exceptions: bool = True,
        client: tuple[str, int] = ("testclient", 50000),
    ) -> None:
        super().__init__(app, headers=headers, client=client, backend_options=AS_SERVED)
        self.address = client
        self.raises = raise_server_exceptions
        httpx2.Client.__init__(
            self,
            base_url="http://testserver",
            headers={"user-agent": "testclient", **(headers or {})},
            follow_redirects=follow_redirects,
            transport=_Transport(self, client, raises=raise_server_exceptions),
        )

    @contextmanager
    def stream(self, method: str, url: Any, **options: Any) -> Iterator[httpx2.Response]:
        """Yield the response while it is being sent."""
        client = TestClient(
            self.app,
            headers=dict(self.headers),
            client=self.address,
            cookies=self.cookies,
            follow_redirects=self.follow_redirects,
            raise_server_exceptions=self.raises,
        )
        client.portal = self.portal
        with client.stream(method, url, **options) as answer:
            yield answer


class _Transport(httpx2.BaseTransport):
    def __init__(self, client: TestClient, address: tuple[str, int], *, raises: bool) -> None:
        self._client = client
        self._address = address
        self._raises = raises

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        portal = self._client.portal
        assert portal is not None, "used outside of its context"
        url = request.url
        scope: dict[str, Any] = {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "path": unquote(url.path),
            "raw_path": url.raw_path.partition(b"?")[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [
                (name.lower().encode(), value.encode())
                for name, value in request.headers.multi_items()
            ],
            "client": self._address,
            "server": [url.host, url.port or {"http": 80, "https": 443}[url.scheme]],
            "extensions": {},
            "state": self._client.app_state.copy(),
        }
        status, headers, body = portal.call(self._run, scope, request.read())
        content = b"" if request.method == "HEAD" else body
        return httpx2.Response(
            status, headers=headers, stream=httpx2.ByteStream(content), request=request
        )

    async def _run(
        self, scope: dict[str, Any], sent: bytes
    ) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        ended = anyio.Event()
        was_read = False
        started: Message | None = None
        parts: list[bytes] = []

        async def receive() -> Message:
            nonlocal was_read
            if was_read:
                await ended.wait()
                return {"type": "http.disconnect"}
            was_read = True
            return {"type": "http.request", "body": sent}

        async def send(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                assert started is None, "a second start of an answer"
                started = message
            elif message["type"] == "http.response.body":
                assert started is not None, "a body before the start of an answer"
                assert not ended.is_set(), "a body after the end of an answer"
                parts.append(bytes(message.get("body", b"")))
                if not message.get("more_body", False):
                    ended.set()

        try:
            await self._client.app(scope, receive, send)
        except Exception:
            if self._raises:
                raise
        if started is None:
            assert not self._raises, "no answer"
            return 500, [], b""
        return started["status"], [*started.get("headers", [])], b"".join(parts)
