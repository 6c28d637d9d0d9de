"""Routes that store the response to a request with an Idempotency-Key."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool

from api.db.idempotency import KeyClaim, Replay
from api.kit.base_router import BaseRouter
from api.kit.lazy_route import LazyRoute


class IdempotentRoute(LazyRoute):
    """Runs inside the request's transaction, so that the response is stored with the change."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_idempotently(request: Request) -> Response:
            try:
                response = await handle(request)
            except Replay as replay:
                return replay.response
            claim: KeyClaim | None = getattr(request.state, "claim", None)
            if claim is not None and response.status_code < 400:
                await run_in_threadpool(claim.store, response)
            return response

        return handle_idempotently


class ApiRouter(BaseRouter):
    """The router of every domain."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("route_class", IdempotentRoute)
        super().__init__(**options)
