"""A customer entered or left a segment."""

from typing import Literal

from ingest.contracts.envelope import Contract, Event, Id


class SegmentData(Contract):
    segment_id: Id
    action: Literal["entered", "left"]


class SegmentRecorded(Event):
    type: Literal["segment"] = "segment"
    version: Literal[1] = 1
    customer_key: Id
    data: SegmentData
