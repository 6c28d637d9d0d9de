"""A wallet pass was made, installed, changed, fetched or removed."""

from typing import Literal

from ingest.contracts.envelope import Contract, Event, Id


class PassData(Contract):
    pass_id: Id
    action: Literal["created", "downloaded", "installed", "updated", "removed"]
    wallet: Literal["apple", "google", "web"] | None = None


class PassRecorded(Event):
    type: Literal["pass"] = "pass"
    version: Literal[1] = 1
    data: PassData


class PassDataV2(Contract):
    pass_id: Id
    action: Literal["created", "downloaded", "installed", "updated", "fetched", "removed"]
    """`updated`: what it shows was changed. `fetched`: a phone that holds it got what it shows now."""
    wallet: Literal["apple", "google", "web"] | None = None


class PassRecordedV2(Event):
    type: Literal["pass"] = "pass"
    version: Literal[2] = 2
    data: PassDataV2
