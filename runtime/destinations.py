"""What is found at an address that a code or a host leads to."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from typing import Literal

from runtime.outbound_http import AddressRefused, OutboundHttp, Unreachable

REFUSES_MACHINES = frozenset({401, 402, 403, 405, 406, 429, 451, 503, 999})
"""Statuses by which a page that is there keeps programs out, or asks them to come later."""

State = Literal["fine", "broken", "private"]


@dataclass(frozen=True)
class Finding:
    """What was found at an address. `status`: of the last answer, if there was one."""

    state: State
    status: int | None = None
    reason: str | None = None


def look_at(url: str, http: OutboundHttp | None = None) -> Finding:
    """What is found at one address."""
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
    """What is found at each address, several at a time."""
    with ThreadPoolExecutor(at_once, thread_name_prefix="destinations") as pool:
        return dict(zip(urls, pool.map(look, urls), strict=True))


def judge(status: int) -> Finding:
    """What a status says of the page behind it."""
    if status < HTTPStatus.BAD_REQUEST or status in REFUSES_MACHINES:
        return Finding("fine", status)
    try:
        phrase = f" ({HTTPStatus(status).phrase})"
    except ValueError:
        phrase = ""
    return Finding("broken", status, f"It answers {status}{phrase}.")
