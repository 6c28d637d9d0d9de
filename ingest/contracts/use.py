"""A visitor used something on a page or left it: the events that `collect` receives in addition to page views."""

from typing import Literal

from pydantic import Field

from ingest.contracts.envelope import Contract, Event, Id, Text
from ingest.contracts.view import FieldName, FieldNames


class UseData(Contract):
    """What was done. Of a form how far a visitor came: names of its fields, never what was put in."""

    action: Literal["click", "play", "share", "duration", "form"]
    block_id: Id | None = None
    """Block of the page that was used."""
    target: Text | None = None
    """Where a click or share went, without its query."""
    duration_ms: int | None = Field(None, ge=0, le=86_400_000)
    form: Text | None = None
    opened: bool | None = None
    """Whether this is the first report about the form in this page view."""
    reached: FieldNames | None = None
    """Fields that the visitor has reached since the last report."""
    filled: FieldNames | None = None
    """Fields that are filled in and were not at the last report."""
    stands_at: FieldName | None = None
    """Where the visitor stood when the page was left; None once the form is sent."""
    stood_at: FieldName | None = None
    """The `stands_at` of the last report, if the visitor has come back and continued."""


class UseRecorded(Event):
    type: Literal["use"] = "use"
    version: Literal[1] = 1
    data: UseData
