"""A wallet pass was made, installed, changed or removed."""

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
