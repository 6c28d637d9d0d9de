"""Checks whether the destination of a code or a host works."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from typing import Literal

from runtime.outbound_http import AddressRefused, OutboundHttp, Unreachable

REFUSES_MACHINES = frozenset({401, 402, 403, 405, 406, 429, 451, 503, 999})
"""Statuses with which working pages reject programs or ask them to try again later."""

State = Literal["fine", "broken", "private"]


@dataclass(frozen=True)
class Finding:
    """Result of checking an address. `status` is that of the last response, if there was one."""

    state: State
    status: int | None = None
    reason: str | None = None


def look_at(url: str, http: OutboundHttp | None = None) -> Finding:
    """Check one address."""
    try:
        answered = (http or OutboundHttp()).get(url)
    except AddressRefused as refused:
        return Finding("private", reason=str(refused))
    except Unreachable as silent:
        return Finding("broken", reason=str(silent))
    return judge(answered.status)


def look_at_all(
    urls: Sequence[str], look: Callable[[str], Finding], at_once: int
) -> dict[str, Finding]:
    """Check several addresses at a time, and return the finding for each."""
    with ThreadPoolExecutor(at_once, thread_name_prefix="destinations") as pool:
        return dict(zip(urls, pool.map(look, urls), strict=True))


def judge(status: int) -> Finding:
    """Return the finding for a response status."""
    if status < HTTPStatus.BAD_REQUEST or status in REFUSES_MACHINES:
        return Finding("fine", status)
    try:
        phrase = f" ({HTTPStatus(status).phrase})"
    except ValueError:
        phrase = ""
    return Finding("broken", status, f"It answers {status}{phrase}.")
