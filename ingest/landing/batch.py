"""The events of the next commit, and the progress of each partition."""

from dataclasses import dataclass, field
from typing import Any

from ingest.contracts.codec import ContractError, decode
from ingest.contracts.envelope import Event
from ingest.landing.dead_letters import DeadLetter
from ingest.landing.repeats import Repeats
from ingest.landing.rows import event_row
from ingest.landing.source import ConsumedRecord


@dataclass
class PartitionState:
    """The lander's state of one partition."""

    landed: int
    """Highest position in the lake."""
    repeats: Repeats
    reached: int = 0
    """Highest position in the lake or in the batch."""
    missing_since: float | None = None
    """Time at which a record arrived before its predecessor; None if nothing is missing."""
    from_beginning: bool = False
    """Whether the whole log has been re-read since an event went missing."""

    def __post_init__(self) -> None:
        self.reached = self.landed


@dataclass
class Batch:
    """The contents of one commit."""

    rows: list[tuple[Any, ...]] = field(default_factory=list)
    letters: list[DeadLetter] = field(default_factory=list)
    reached: dict[int, int] = field(default_factory=dict)
    first_offsets: dict[int, int] = field(default_factory=dict)
    next_offsets: dict[int, int] = field(default_factory=dict)
    began: float = 0.0
    invalid_in_a_row: int = 0

    def __len__(self) -> int:
        return len(self.rows) + len(self.letters)

    def add(self, record: ConsumedRecord, state: PartitionState) -> None:
        """Add the record, which must be the next of its partition."""
        assert record.pos is not None
        try:
            event = decode(record.payload)
        except ContractError as error:
            self.letters.append(
                DeadLetter(
                    *(record.pos, record.partition, error.reason, error.detail),
                    *(record.key, record.payload),
                )
            )
            self.invalid_in_a_row += 1
        else:
            repeat = is_repeat(event, state.repeats)
            self.rows.append(event_row(event, record.partition, record.pos, is_duplicate=repeat))
            self.invalid_in_a_row = 0
        state.reached = self.reached[record.partition] = record.pos
        self.first_offsets.setdefault(record.partition, record.offset)
        self.next_offsets[record.partition] = record.offset + 1


def is_repeat(event: Event, repeats: Repeats) -> bool:
    """Return the verdict `is_duplicate`. Only scans can be repeats."""
    if event.type != "scan":
        return False
    return repeats.is_repeat(event.code_id, event.visitor.id, event.occurred_at, event.received_at)
