"""Requests to vendors that respond with JSON: every failure becomes one of the problems of ports/connector.py."""

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import httpx2
import orjson

from api.integrations.ports.connector import (
    CredentialsRefused,
    RequestRefused,
    VendorBusy,
    VendorDown,
    VendorProblem,
)
from runtime.outbound_http import tls_context

SECONDS = 10.0
_SECONDS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
"""A wait that a vendor asks for; Shopify's may have a fraction."""


class _WithoutQueries(logging.Filter):
    """Removes queries from the URLs that httpx2 logs, because some vendors have their keys there."""

    def filter(self, record: logging.LogRecord) -> bool:
        args = record.args if isinstance(record.args, tuple) else ()
        if any(isinstance(it, httpx2.URL) for it in args):
            record.args = tuple(
                it.copy_with(query=None) if isinstance(it, httpx2.URL) else it for it in args
            )
        return True


logging.getLogger("httpx2").addFilter(_WithoutQueries())
LONGEST_DETAIL = 500


@dataclass(frozen=True, slots=True)
class PlannedRequest:
    """A request as it would be made, without its headers and query, which may contain keys."""

    method: str
    path: str
    body: Any


Plan = list[PlannedRequest]
"""Collects requests instead of making them."""


class VendorHttp:
    """Makes requests to one vendor, whose address the operator configures."""

    def __init__(
        self,
        title: str,
        base_url: str,
        headers: Mapping[str, str],
        *,
        detail: Callable[[Any], str] = lambda _: "",
        problem: Callable[[int, Mapping[str, Any], str], VendorProblem | None] | None = None,
        seconds: float = SECONDS,
        plan: Plan | None = None,
    ) -> None:
        """`detail` extracts the error message from the JSON of a refusal; the raw text is used if it finds none.
        `problem` interprets a refusal where its status is not enough, by status, JSON and text. With a `plan`, nothing
        is sent: it collects the requests, and each response is empty.
        """
        self._title = title
        self._base_url = base_url.rstrip("/")
        self._headers = {"Accept": "application/json", **headers}
        self._detail = detail
        self._problem = problem
        self._seconds = seconds
        self._plan = plan

    def __repr__(self) -> str:
        return f"VendorHttp({self._title})"

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        json: Any = None,
        form: Mapping[str, str] | None = None,
    ) -> Any:
        """Return the JSON of a successful response; an empty object if there is none.

        Raises:
            VendorProblem: the vendor refused, or did not respond.
        """
        if self._plan is not None:
            self._plan.append(PlannedRequest(method, path, json if json is not None else form))
            return {}
        headers = dict(self._headers)
        if json is not None:
            headers.setdefault("Content-Type", "application/json")
        try:
            with httpx2.Client(
                timeout=self._seconds, trust_env=False, verify=tls_context(trust_env=False)
            ) as client:
                answer = client.request(
                    method,
                    f"{self._base_url}{path}",
                    params=dict(query) if query else None,
                    headers=headers,
                    content=orjson.dumps(json) if json is not None else None,
                    data=dict(form) if form is not None else None,
                )
        except (httpx2.HTTPError, httpx2.InvalidURL) as silent:
            raise VendorDown(f"{self._title} did not answer ({type(silent).__name__}).") from None
        return self._read(answer)

    def _read(self, answer: httpx2.Response) -> Any:
        status = answer.status_code
        if answer.is_success:
            if not answer.content:
                return {}
            try:
                return orjson.loads(answer.content)
            except orjson.JSONDecodeError:
                raise VendorDown(f"{self._title}'s answer is no JSON.", status=status) from None
        text = self._reason(answer)
        special = self._special(answer, text)
        if special is not None:
            raise special
        if status in (401, 403):
            raise CredentialsRefused(text, status=status)
        if status == 429:
            asked = answer.headers.get("retry-after", "")
            wait = float(asked) if _SECONDS.fullmatch(asked) else None
            raise VendorBusy(text, status=status, retry_after=wait)
        if status >= 500 or status == 408:
            raise VendorDown(text, status=status)
        raise RequestRefused(text, status=status)

    def _special(self, answer: httpx2.Response, text: str) -> VendorProblem | None:
        if self._problem is None:
            return None
        try:
            found = orjson.loads(answer.content)
        except orjson.JSONDecodeError:
            return None
        return self._problem(answer.status_code, found, text) if isinstance(found, dict) else None

    def _reason(self, answer: httpx2.Response) -> str:
        try:
            found = self._detail(orjson.loads(answer.content))
        except (orjson.JSONDecodeError, LookupError, TypeError, AttributeError):
            found = ""
        return (found or answer.text)[:LONGEST_DETAIL]
