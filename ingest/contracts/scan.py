"""A code was opened: scanned, tapped, or recorded through the API."""

from typing import Literal

from ingest.contracts.envelope import Contract, Event, Id, Text, Verdicts


class ScanData(Contract):
    rule: Text | None = None
    """Id of the rule that fired; None when the default answered."""
    outcome: Literal["redirect", "page", "fallback", "refused"]
    method: Literal["GET", "HEAD", "POST"] = "GET"
    base_code_id: Id | None = None


class ScanRecorded(Event):
    type: Literal["scan"] = "scan"
    version: Literal[1] = 1
    code_id: Id
    verdicts: Verdicts
    data: ScanData
