"""The client: sends calls, repeats what may be repeated, raises typed errors."""

import time
import uuid
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self

import httpx2

from waypost.calls import Calls
from waypost.errors import ConnectionFailed, error_of
from waypost.files import Files
from waypost.retrying import WORTH_REPEATING, Retries, seconds_of

SAFE = frozenset({"GET", "HEAD"})
PATIENCE_SECONDS = 30.0


class Waypost(Calls):
    """Calls of one API key. Threads may share it; close it, or use it as a context manager."""

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        retries: Retries = Retries(),  # noqa: B008 (frozen)
        timeout: float = PATIENCE_SECONDS,
        transport: httpx2.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._retries = retries
        self._sleep = sleep
        self._http = httpx2.Client(
            base_url=base_url,
            timeout=timeout,
            transport=transport,
            headers={
                "Authorization": f"Bearer {api_key}",
                "Accept": "application/json, */*;q=0.5",
                "User-Agent": "waypost-sdk-python",
            },
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _call(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        query: Mapping[str, Any] | None = None,
        files: Files | None = None,
        is_keyed: bool = False,
        idempotency_key: str | None = None,
    ) -> Any:
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())} if is_keyed else {}
        request = self._http.build_request(
            method,
            path,
            params={name: it for name, it in (query or {}).items() if it is not None},
            headers=headers,
            **(
                {"data": dict(body or {}), "files": dict(files)}
                if files is not None
                else {}
                if body is None and method in SAFE
                else {"json": {} if body is None else body}
            ),
        )
        answer = self._answer(request, may_repeat=is_keyed or method in SAFE)
        if answer.status_code == 204 or not answer.content:
            return None
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        return answer.json() if is_json else answer.content

    def _answer(self, request: httpx2.Request, *, may_repeat: bool) -> httpx2.Response:
        request.read()  # files too, so that they can be sent again
        retry = 0
        while True:
            failure: Exception
            retry_after = None
            try:
                answer = self._http.send(request)
            except httpx2.TransportError as error:
                failure = ConnectionFailed(str(error) or type(error).__name__)
                failure.__cause__ = error
                is_worth = may_repeat
            else:
                if answer.is_success:
                    return answer
                retry_after = seconds_of(answer.headers.get("retry-after"))
                failure = error_of(answer.status_code, _problem(answer), retry_after)
                is_running = answer.status_code == 409 and retry_after is not None
                is_worth = may_repeat and (answer.status_code in WORTH_REPEATING or is_running)
            wait = self._retries.wait_before(retry, retry_after) if is_worth else None
            if wait is None:
                raise failure
            self._sleep(wait)
            retry += 1


def _problem(answer: httpx2.Response) -> dict[str, Any]:
    try:
        problem = answer.json()
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}
