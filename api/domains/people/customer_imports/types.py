"""Values of imports."""

from typing import Literal

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
