"""A not-found address was requested at an organisation's custom domain."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from ingest.contracts.envelope import Contract, Event, Verdicts
from ingest.contracts.scan import Signal

Host = Annotated[str, StringConstraints(min_length=4, max_length=240, pattern=r"^[a-z0-9.-]+$")]
MissedPath = Annotated[
    str, StringConstraints(min_length=2, max_length=200, pattern=r"^/[^\x00-\x1f\x7f-\x9f]+$")
]


class MissData(Contract):
    host: Host
    path: MissedPath
    """Without its query, which may hold anything."""
    method: Literal["GET", "HEAD"] = "GET"
    led_on: bool = False
    """Whether the visitor was sent on to the address for unknown paths."""
    signals: Annotated[tuple[Signal, ...], Field(max_length=8)] = ()


class MissRecorded(Event):
    type: Literal["miss"] = "miss"
    version: Literal[1] = 1
    verdicts: Verdicts
    data: MissData
