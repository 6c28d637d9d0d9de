"""What is found at an address that a code or a host leads to."""

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


def look_at(url: str) -> Finding:
    """What is found at one address."""
    try:
        answered = OutboundHttp().get(url)
    except AddressRefused as refused:
        return Finding("private", reason=str(refused))
    except Unreachable as silent:
        return Finding("broken", reason=str(silent))
    return judge(answered.status)


def judge(status: int) -> Finding:
    """What a status says of the page behind it."""
    if status < HTTPStatus.BAD_REQUEST or status in REFUSES_MACHINES:
        return Finding("fine", status)
    try:
        phrase = f" ({HTTPStatus(status).phrase})"
    except ValueError:
        phrase = ""
    return Finding("broken", status, f"It answers {status}{phrase}.")
