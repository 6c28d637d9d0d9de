"""CSV files that spreadsheets open as text, so that no cell is executed as a formula."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

BOM = "\ufeff"
"""Without it, Excel reads UTF-8 in the machine's own code page."""

_STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001


def neutral(value: Any) -> Any:
    """Return a cell that is safe to write: texts that a spreadsheet would execute are prefixed with an apostrophe."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and value.lstrip(" ").startswith(_STARTS_FORMULA):
        return f"'{value}"
    return value


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Yield the lines of a file."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow([neutral(name) for name in header])
    yield BOM + buffer.getvalue()
    for row in rows:
        buffer.seek(0)
        buffer.truncate()
        writer.writerow([neutral(value) for value in row])
        yield buffer.getvalue()
