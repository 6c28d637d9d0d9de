"""The roll-up's totals and sums in a serving copy, where the rows of an organisation from all files are adjacent.

They are collected file by file in a separate database, either taken from the previous copy or recomputed, and written
to the copy at the end.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Self

import duckdb

from warehouse.data_files import DataFile
from warehouse.serving.layout import COVERED, EVER, MONTHS, ROLL_UP, SIDE_BY_SIDE

AT_ONCE = 200_000
"""Number of rows of the roll-up that are processed at a time, because their bitmaps are in memory."""


class Sums:
    """The sums of a copy that is being written, attached to the connection as `made`. `old` is the previous copy."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, before: date, known_before: date | None
    ) -> None:
        self._connection = connection
        self._before = before
        self._known_before = known_before
        """The value of `before` in the previous copy, if there is one."""
        nothing = {"file": 0, "first": 0, "last": 0, "before": before}
        connection.execute(f"create table heap.activity_month as {MONTHS}", nothing)
        connection.execute(f"create table heap.activity_total as from made.{ROLL_UP} limit 0")

    @classmethod
    @contextmanager
    def of(
        cls,
        connection: duckdb.DuckDBPyConnection,
        files: list[DataFile],
        heap: Path,
        known_before: date | None,
    ) -> Iterator[Self]:
        """Yield the sums of the roll-up's files, collected in a file `heap` that is removed at the end."""
        before = max((file.stats["max.day"] for file in files), default=date.min)
        try:
            connection.execute(f"attach '{heap}' as heap")
            yield cls(connection, before, known_before)
        finally:
            connection.execute("detach database if exists heap")
            for left in (heap, Path(f"{heap}.wal")):
                left.unlink(missing_ok=True)

    def take_over(self, number: int) -> None:
        """Collect the totals and sums of a file that the previous copy contained."""
        chosen = {"file": number}
        total = "insert into heap.activity_total from old.activity_total where file = $file"
        self._connection.execute(total, chosen)
        if self._was_whole(number):
            month = "insert into heap.activity_month from old.activity_month where file = $file"
            self._connection.execute(month, chosen)
        else:
            self.sum_months(number)

    def _was_whole(self, number: int) -> bool:
        """Return whether the sums of the previous copy included this whole file, and the new sums do too."""
        if self._known_before is None:
            return False
        ((last,),) = self._connection.execute(
            "select max(local_day) from heap.activity_total where file = $file", {"file": number}
        ).fetchall()
        return last is None or last < min(self._before, self._known_before)

    def sum_months(self, number: int) -> None:
        """Collect the monthly sums of a file whose values are in the copy."""
        for first, last in self._organisations(f"made.{ROLL_UP} where file = {number}"):
            self._connection.execute(
                f"insert into heap.activity_month {MONTHS}",
                {"file": number, "first": first, "last": last, "before": self._before},
            )

    def lay_out(self) -> None:
        """Write the collected rows to the copy."""
        for table, order in SIDE_BY_SIDE.items():
            self._connection.execute(f"create table made.{table} as from heap.{table} limit 0")
            for first, last in self._organisations(f"heap.{table}"):
                self._connection.execute(
                    f"insert into made.{table} from heap.{table}"
                    f" where org_id >= $first and org_id <= $last order by {order}",
                    {"first": first, "last": last},
                )
        self._connection.execute(
            f"create table made.activity_ever as {EVER}", {"first": 0, "last": -1}
        )
        for first, last in self._organisations("made.activity_month"):
            self._connection.execute(
                f"insert into made.activity_ever {EVER}", {"first": first, "last": last}
            )
        chosen = {"before": self._before}
        self._connection.execute(f"create table made.covered as {COVERED}", chosen)
        self._connection.execute("create table made.summed as select $before as before", chosen)

    def _organisations(self, rows: str) -> Iterator[tuple[int, int]]:
        """Yield ranges of organisations with about `AT_ONCE` rows each."""
        counted = self._connection.execute(
            f"select org_id, count(*) from {rows} group by org_id order by org_id"
        ).fetchall()
        first, held = None, 0
        for place, (org, count) in enumerate(counted):
            first, held = (org if first is None else first), held + count
            if held >= AT_ONCE or place == len(counted) - 1:
                yield first, org
                first, held = None, 0
