"""CSV that spreadsheets open as text: no cell of our files is run as a formula."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

BOM = "\ufeff"
"""Without it Excel takes UTF-8 for the machine's own code page."""

_STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001


def neutral(value: Any) -> Any:
    """A cell as it may be written: texts that a spreadsheet would run get an apostrophe in front."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and value.lstrip(" ").startswith(_STARTS_FORMULA):
        return f"'{value}"
    return value


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """The lines of a file, one at a time."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow([neutral(name) for name in header])
    yield BOM + buffer.getvalue()
    for row in rows:
        buffer.seek(0)
        buffer.truncate()
        writer.writerow([neutral(value) for value in row])
        yield buffer.getvalue()
