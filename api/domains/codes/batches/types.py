"""Types for batches and one-time codes that other domains may use."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol


class BatchRow(Protocol):
    """A stored batch."""

    @property
    def batch_id(self) -> str: ...

    @property
    def org_id(self) -> str: ...

    @property
    def base_code_id(self) -> str | None: ...

    @property
    def name(self) -> str: ...

    @property
    def amount(self) -> int: ...

    @property
    def created_at(self) -> datetime: ...

    @property
    def created_by(self) -> str | None: ...

    @property
    def withdrawn_at(self) -> datetime | None: ...

    job_id: str | None


@dataclass(frozen=True, slots=True)
class OneTimeScope:
    """A selection of one-time codes: a single one, those of a base, or those of a batch of a base."""

    code_id: str | None = None
    base_code_id: str | None = None
    batch_id: str | None = None

    def __post_init__(self) -> None:
        if (self.code_id, self.base_code_id, self.batch_id) == (None, None, None):
            raise ValueError("a scope without an id would be every one-time code")


class OneTimeRow(NamedTuple):
    """A one-time code as a row of a list."""

    code_id: str
    name: str
    standing: str | None
    batch_id: str | None
    created_at: datetime
    opened_at: datetime | None
    used_at: datetime | None
    domain_choice: str | None
    """The domain whose host is in its address, as `choice_of` returns it."""
