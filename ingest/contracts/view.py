"""A page was viewed. Before version 3, this family also included uses, which are now in `use`."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from ingest.contracts.envelope import Contract, Event, Id, Text


class ViewData(Contract):
    action: Literal["view", "click", "play", "share", "duration"]
    block_id: Id | None = None
    """Block of the page that was used; None for the page itself."""
    target: Text | None = None
    """Where a click or share went, without its query."""
    duration_ms: int | None = Field(None, ge=0, le=86_400_000)


FieldName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$")]
FieldNames = Annotated[tuple[FieldName, ...], Field(max_length=100)]


class ViewDataV2(Contract):
    """As before, and how far a visitor came with a form: names of its fields, never what was put in."""

    action: Literal["view", "click", "play", "share", "duration", "form"]
    block_id: Id | None = None
    target: Text | None = None
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


class ViewDataV3(Contract):
    """A page was seen, and nothing else: which one, the envelope says."""


class ViewRecorded(Event):
    type: Literal["view"] = "view"
    version: Literal[1] = 1
    data: ViewData


class ViewRecordedV2(Event):
    type: Literal["view"] = "view"
    version: Literal[2] = 2
    data: ViewDataV2


class ViewRecordedV3(Event):
    type: Literal["view"] = "view"
    version: Literal[3] = 3
    data: ViewDataV3 = ViewDataV3()
