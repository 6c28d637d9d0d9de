"""A page was seen, or something on it was used: what `collect` receives."""

from typing import Literal

from pydantic import Field

from ingest.contracts.envelope import Contract, Event, Id, Text


class ViewData(Contract):
    action: Literal["view", "click", "play", "share", "duration"]
    block_id: Id | None = None
    """Block of the page that was used; None for the page itself."""
    target: Text | None = None
    """Where a click or share went, without its query."""
    duration_ms: int | None = Field(None, ge=0, le=86_400_000)


class ViewRecorded(Event):
    type: Literal["view"] = "view"
    version: Literal[1] = 1
    data: ViewData
