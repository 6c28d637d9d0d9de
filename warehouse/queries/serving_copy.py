"""Rows of a mart in the serving copy, and how they answer a question.

Text is encoded there, so conditions use numbers. These come from the copy's own terms and never from a caller. They are
written into the statement, so that whole row groups can be skipped.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import duckdb

from warehouse.data_files import DataFile
from warehouse.date_ranges import Range
from warehouse.dimensions import DIMENSIONS
from warehouse.queries.language import Question
from warehouse.serving.reader import Copy, Summed

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MOMENT = "make_timestamptz(quarter * 900000000::bigint)"
"""Start of a row's 15 minutes."""


@dataclass(frozen=True)
class ServedRows:
    """The rows of some data files of one mart."""

    copy: Copy
    mart: str
    numbers: tuple[int, ...]
    rows: int
    cursor: duckdb.DuckDBPyConnection

    @property
    def table(self) -> str:
        """The table that contains the rows."""
        return f"{self.copy.name}.{self.mart}"

    def of_organisation(self, org_id: str) -> str:
        """Return the condition for the organisation's rows of these files."""
        return f"file in {_list(self.numbers)} and {self.is_one_of('org_id', [org_id])}"

    def of_question(self, question: Question) -> str:
        """Return the condition for the organisation's rows that match the filters."""
        text = self.of_organisation(question.org_id)
        for one in question.filters:
            column = one.dimension.column
            if one.only:
                text += f" and {self.is_one_of(column, one.only)}"
            if one.never:
                text += f" and not {self.is_one_of(column, one.never)}"
        return text

    def summed(self, org_id: str) -> Sequence[Summed]:
        """Return the contents of the copy's sums for the organisation."""
        return self.copy.summed(self.cursor, org_id)

    def is_one_of(self, column: str, texts: Collection[str]) -> str:
        """Return the condition that the column is one of these texts."""
        codes = self.copy.codes(self.cursor, column, texts)
        if not codes:
            return "false"
        return f"{column} = {codes[0]}" if len(codes) == 1 else f"{column} in {_list(codes)}"

    def within(self, spans: Iterable[Range]) -> str:
        """Return the condition for rows of the 15-minute buckets in these spans."""
        tests = [
            f"(quarter >= {_quarter(one.start)} and quarter < {_quarter(one.end)})" for one in spans
        ]
        return f"({' or '.join(tests)})" if tests else "false"

    def texts(self, column: str, codes: Iterable[int]) -> Mapping[int, str]:
        """Return the text for each number of a column."""
        return self.copy.texts(self.cursor, column, codes)

    def spelled_rows(self, rows: Sequence[Any]) -> list[Any]:
        """Return the rows (column, value, type, audience, …) with text instead of numbers."""
        wanted: dict[str, set[int]] = {"type": set(), "audience": set()}
        for column, value, kind, audience, *_ in rows:
            wanted["type"].add(kind)
            wanted["audience"].add(audience)
            if column in DIMENSIONS:
                wanted.setdefault(column, set()).add(int(value))
        texts = {column: self.texts(column, codes) for column, codes in wanted.items()}
        kinds, audiences = texts["type"], texts["audience"]
        return [
            (
                column,
                texts[column][int(value)] if column in texts else value,
                kinds[kind],
                audiences[audience],
                *rest,
            )
            for column, value, kind, audience, *rest in rows
        ]

    def spelled(self, rows: str, columns: Iterable[str], others: str) -> str:
        """Return SQL for `rows` with these encoded columns as text, and `others` unchanged."""
        names = list(columns)
        joins = "".join(
            f" left join {self.copy.name}.term_{name} on coded.{name} = term_{name}.code"
            for name in names
        )
        texts = "".join(f", term_{name}.text as {name}" for name in names)
        return f"select {others}{texts} from ({rows}) as coded{joins}"

    def coded(self, rows: str, column: str, other: str) -> str:
        """Return SQL for `rows` (this column as text, and another) with the text replaced by its number."""
        return (
            f"select term.code as {column}, given.{other} from ({rows}) as given"
            f" join {self.copy.name}.term_{column} as term on given.{column} = term.text"
        )


def split(
    copy: Copy | None,
    cursor: duckdb.DuckDBPyConnection,
    mart: str,
    files: Sequence[DataFile],
) -> tuple[ServedRows | None, list[DataFile]]:
    """Return the rows of these files that the copy contains, and the files that it does not contain."""
    if copy is None:
        return None, list(files)
    numbers = {file.uri: copy.number_of(file) for file in files}
    rest = [file for file in files if numbers[file.uri] is None]
    held = tuple(number for number in numbers.values() if number is not None)
    rows = sum(file.rows for file in files if numbers[file.uri] is not None)
    return (ServedRows(copy, mart, held, rows, cursor) if held else None), rest


def _quarter(moment: datetime) -> int:
    return int((moment - _EPOCH).total_seconds()) // 900


def _list(numbers: Iterable[int]) -> str:
    return f"({', '.join(str(int(number)) for number in numbers)})"
