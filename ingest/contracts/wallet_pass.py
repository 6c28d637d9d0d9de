"""A wallet pass was created, installed, changed, fetched, became stale, or was removed."""

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


class PassDataV3(Contract):
    """As version 2, with the template that the pass was made from, and `stale`: a day after the change no phone that
    holds the pass had fetched it."""

    pass_id: Id
    action: Literal["created", "downloaded", "installed", "updated", "fetched", "stale", "removed"]
    wallet: Literal["apple", "google", "web"] | None = None
    template_id: Id | None = None


class PassRecordedV3(Event):
    type: Literal["pass"] = "pass"
    version: Literal[3] = 3
    data: PassDataV3
