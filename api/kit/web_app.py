"""FastAPI with an entry point that can handle requests before any middleware."""

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from api.kit.request_context import begin_request, end_request
from api.kit.request_deadline import start_deadline


class WebApp(FastAPI):
    """The app of a web process. A domain may install its own ASGI app as the entry point. Requests that it does not
    handle go to `inside`.
    """

    entrance: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI interface."""
        if scope["type"] != "http":
            await self.inside(scope, receive, send)
            return
        start_deadline()
        scope["app"] = self
        token = begin_request(scope)
        try:
            await (self.entrance or self.inside)(scope, receive, send)
        finally:
            end_request(token)

    async def inside(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle the request with everything behind the entry point: middleware, then routes."""
        await super().__call__(scope, receive, send)
