"""Rows of a mart that the serving copy holds, and what of a question they answer.

Text is coded there, so conditions name numbers. Those come from the copy's own terms, never from a
caller, and are written into the statement, where they let whole row groups be skipped.
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
"""Start of the 15 minutes that a row is of."""


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
        """Where they are."""
        return f"{self.copy.name}.{self.mart}"

    def of_organisation(self, org_id: str) -> str:
        """True for the organisation's rows of these files."""
        return f"file in {_list(self.numbers)} and {self.is_one_of('org_id', [org_id])}"

    def of_question(self, question: Question) -> str:
        """True for the organisation's rows that the filters let through."""
        text = self.of_organisation(question.org_id)
        for one in question.filters:
            column = one.dimension.column
            if one.only:
                text += f" and {self.is_one_of(column, one.only)}"
            if one.never:
                text += f" and not {self.is_one_of(column, one.never)}"
        return text

    def summed(self, org_id: str) -> Sequence[Summed]:
        """What the copy's sums hold of the organisation."""
        return self.copy.summed(self.cursor, org_id)

    def is_one_of(self, column: str, texts: Collection[str]) -> str:
        """True where the column is one of these texts."""
        codes = self.copy.codes(self.cursor, column, texts)
        if not codes:
            return "false"
        return f"{column} = {codes[0]}" if len(codes) == 1 else f"{column} in {_list(codes)}"

    def within(self, spans: Iterable[Range]) -> str:
        """True for rows of the 15-minute buckets in these spans."""
        tests = [
            f"(quarter >= {_quarter(one.start)} and quarter < {_quarter(one.end)})" for one in spans
        ]
        return f"({' or '.join(tests)})" if tests else "false"

    def texts(self, column: str, codes: Iterable[int]) -> Mapping[int, str]:
        """The text of each number of a column."""
        return self.copy.texts(self.cursor, column, codes)

    def spelled_rows(self, rows: Sequence[Any]) -> list[Any]:
        """Rows (column, value, type, audience, …) with text instead of numbers."""
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
        """`rows` with these coded columns as text, and `others` as they are."""
        names = list(columns)
        joins = "".join(
            f" left join {self.copy.name}.term_{name} on coded.{name} = term_{name}.code"
            for name in names
        )
        texts = "".join(f", term_{name}.text as {name}" for name in names)
        return f"select {others}{texts} from ({rows}) as coded{joins}"

    def coded(self, rows: str, column: str, other: str) -> str:
        """`rows` (this column as text, another) with the text's number in its place."""
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
    """The rows of these files that the copy holds, and the files that it does not."""
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
