"""Values of imports."""

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
"""States in which the file is still there."""
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
"""Problems that are kept; those beyond are only counted."""
JOB = "customers.import"
KIND = "customers"


class ImportRow(Protocol):
    """An import, as those read it who make something of its rows."""

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
    """What is wrong with a row; a refused one is not imported."""

    row: int
    field: str
    message: str
    is_refused: bool


class Written(NamedTuple):
    """What became of some rows, and what was wrong with them."""

    created: int
    changed: int
    unchanged: int
    problems: list[RowProblem]


class TakenBack(NamedTuple):
    """What an undo did with some of what an import had made."""

    removed: int
    restored: int
    kept: int
