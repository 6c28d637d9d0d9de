"""Types of imports."""

from typing import Any, Literal, NamedTuple, Protocol

ImportState = Literal[
    "uploaded",
    "checking",
    "checked",
    "running",
    "done",
    "stopped",
    "undoing",
    "undone",
    "cancelled",
]
BUSY: tuple[ImportState, ...] = ("checking", "running", "undoing")
WAITING: tuple[ImportState, ...] = ("uploaded", "checked")
"""States in which the file still exists."""
UNDOABLE: tuple[ImportState, ...] = ("done", "stopped")
Phase = Literal["check", "run", "undo"]
DateOrder = Literal["ymd", "dmy", "mdy"]
Encoding = Literal[
    "utf-8", "utf-16", "windows-1252", "windows-1250", "windows-1251", "shift_jis", "gb18030"
]

MAX_BYTES = 100_000_000
MAX_ROWS = 500_000
MAX_COLUMNS = 200
MAX_PROBLEMS = 10_000
"""Maximum number of stored problems. Further ones are only counted."""
JOB = "customers.import"
KIND = "customers"


class ImportRow(Protocol):
    """The parts of an import that are needed to process its rows."""

    @property
    def subject_id(self) -> str | None: ...

    @property
    def headers(self) -> list[str]: ...

    @property
    def mapping(self) -> list[str | None]: ...

    @property
    def options(self) -> dict[str, Any]: ...

    @property
    def region(self) -> str: ...

    @property
    def uploaded_by(self) -> str | None: ...


class RowProblem(NamedTuple):
    """A problem of a row. A refused row is not imported."""

    row: int
    field: str
    message: str
    is_refused: bool


class Written(NamedTuple):
    """The results of some rows, and their problems."""

    created: int
    changed: int
    unchanged: int
    problems: list[RowProblem]


class TakenBack(NamedTuple):
    """The result of undoing a part of an import."""

    removed: int
    restored: int
    kept: int
