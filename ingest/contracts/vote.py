"""A visitor voted in a poll, or changed the vote."""

from typing import Literal

from ingest.contracts.envelope import Contract, Event, Id, Text


class VoteData(Contract):
    poll_id: Id
    choice: Text
    previous_choice: Text | None = None
    """The choice that this one replaces; a tally takes it back."""


class VoteRecorded(Event):
    type: Literal["vote"] = "vote"
    version: Literal[1] = 1
    data: VoteData
