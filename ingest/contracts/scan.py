"""A code was opened: scanned, tapped, or recorded through the API."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from ingest.contracts.envelope import Contract, Event, Id, Text, Verdicts

Signal = Annotated[str, StringConstraints(min_length=1, max_length=32, pattern=r"^[a-z_:-]+$")]


class ScanData(Contract):
    rule: Text | None = None
    """Id of the rule that fired; None when the default answered."""
    outcome: Literal["redirect", "page", "fallback", "refused"]
    method: Literal["GET", "HEAD", "POST"] = "GET"
    base_code_id: Id | None = None


class ScanDataV2(ScanData):
    signals: Annotated[tuple[Signal, ...], Field(max_length=8)] = ()
    """What the request showed beside its user agent, in the words of `ingest.verdicts.signals`; kept so
    that verdicts can be computed again. No header's text is ever among them."""


Name = Annotated[str, StringConstraints(min_length=3, max_length=64, pattern=r"^[a-z0-9_-]+$")]


class ScanDataV3(ScanDataV2):
    name: Name | None = None
    """The name in the link that was opened, in lower case; None when it was the code's own id."""


class ScanRecorded(Event):
    type: Literal["scan"] = "scan"
    version: Literal[1] = 1
    code_id: Id
    verdicts: Verdicts
    data: ScanData


class ScanRecordedV2(Event):
    type: Literal["scan"] = "scan"
    version: Literal[2] = 2
    code_id: Id
    verdicts: Verdicts
    data: ScanDataV2


class ScanRecordedV3(Event):
    type: Literal["scan"] = "scan"
    version: Literal[3] = 3
    code_id: Id
    verdicts: Verdicts
    data: ScanDataV3
