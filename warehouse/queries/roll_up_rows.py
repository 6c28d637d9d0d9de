"""Rows of the daily roll-up as statements read them: from its data files, or from the serving copy."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from warehouse.data_files import DataFile
from warehouse.date_ranges import Range
from warehouse.queries.language import Question
from warehouse.queries.seen import is_text
from warehouse.queries.served import ServedRows
from warehouse.queries.sources import Parameters, dates_of, outside, read_sql, whole_months

Wanted = Mapping[str, Collection[str] | None]
"""Values by dimension of the roll-up; None stands for all of them."""
Case = tuple[Sequence[Range], Wanted]
"""Local days, and what of them."""


class RollUpRows(ABC):
    """Some of the roll-up's rows. Statements that read them begin with `KEYS`."""

    question: Question
    bound: Parameters
    """Of the statement that reads them."""
    may_recall: bool
    """Whether they never change."""

    KEYS = "case when is_total then local_day end as local_day, dimension, value"
    """(local day of a total, dimension, value)"""

    @abstractmethod
    def from_sql(self) -> str:
        """Where they are: columns of the mart, and `is_total`."""

    @abstractmethod
    def is_one_of(self, column: str, texts: Collection[str]) -> str:
        """True where the column is one of these words of ours."""

    @abstractmethod
    def of_organisation(self) -> str:
        """True for the organisation's rows."""

    @abstractmethod
    def has_value(self, dimension: str, values: Collection[str]) -> str:
        """True where the dimension has one of these values."""

    @abstractmethod
    def zone_is(self, zone: str) -> str:
        """True for rows whose days are those of this zone."""

    def spelled(self, rows: list[Any]) -> list[Any]:
        """Rows of a statement that began with `KEYS`, then type and audience, as text."""
        return rows

    def spelled_keys(self, rows: list[Any]) -> list[Any]:
        """Rows of a statement that began with `KEYS`, as text."""
        return rows

    def rows_sql(self, cases: Sequence[Case]) -> str:
        """`… where …`: the rows of these days and values."""
        tests = []
        for days, wanted in cases:
            within = " or ".join(
                f"(local_day >= {self.bound.bind(first)} and local_day < {self.bound.bind(end)})"
                for first, end in (dates_of(one, self.question) for one in days)
            )
            for dimension, values in wanted.items():
                test = f"{self.is_one_of('dimension', [dimension])} and ({within})"
                if values is not None:
                    test += f" and {self.has_value(dimension, values)}"
                tests.append(f"({test})")
        dimensions = sorted({name for _, wanted in cases for name in wanted})
        return (
            f"{self.from_sql()} where {self.of_organisation()}"
            f" and {self.is_one_of('dimension', dimensions)} and ({' or '.join(tests)})"
        )


@dataclass(frozen=True)
class InFiles(RollUpRows):
    """Rows of data files."""

    question: Question
    files: tuple[DataFile, ...]
    may_recall: bool
    bound: Parameters = field(default_factory=Parameters)

    def from_sql(self) -> str:
        stored = read_sql(self.files, self.bound)
        return (
            "(select * replace (coalesce(value, '') as value), dimension = '' as is_total"
            f" from {stored})"
        )

    def is_one_of(self, column: str, texts: Collection[str]) -> str:
        return is_text(column, texts)

    def of_organisation(self) -> str:
        return f"org_id = {self.bound.org_id(self.question)}"

    def has_value(self, dimension: str, values: Collection[str]) -> str:
        del dimension
        return f"list_contains({self.bound.bind(sorted(values))}, value)"

    def zone_is(self, zone: str) -> str:
        return f"zone = {self.bound.bind(zone)}"


@dataclass(frozen=True)
class InCopy(RollUpRows):
    """Rows of the serving copy, their text as numbers; values of whole months are summed there."""

    question: Question
    served: ServedRows
    may_recall: bool = True
    bound: Parameters = field(default_factory=Parameters)

    def from_sql(self) -> str:
        total = self.served.is_one_of("dimension", [""])
        return f"(select *, {total} as is_total from {self.served.table})"

    def rows_sql(self, cases: Sequence[Case]) -> str:
        by_day, by_month = _cut_at_months(cases, self.question.zone)
        if not by_month:
            return super().rows_sql(by_day)
        months = _MonthsInCopy(self.question, self.served, bound=self.bound).rows_sql(by_month)
        if not by_day:
            return months
        return f"(from {super().rows_sql(by_day)} union all by name from {months}) where true"

    def is_one_of(self, column: str, texts: Collection[str]) -> str:
        return self.served.is_one_of(column, texts)

    def of_organisation(self) -> str:
        return self.served.of_organisation(self.question.org_id)

    def has_value(self, dimension: str, values: Collection[str]) -> str:
        return self.served.is_one_of("value", [f"{dimension}={value}" for value in sorted(values)])

    def zone_is(self, zone: str) -> str:
        return self.served.is_one_of("zone", [zone])

    def spelled(self, rows: list[Any]) -> list[Any]:
        kinds = self.served.texts("type", {row[3] for row in rows})
        audiences = self.served.texts("audience", {row[4] for row in rows})
        return [
            (day, dimension, value, kinds[kind], audiences[audience], *rest)
            for day, dimension, value, kind, audience, *rest in self.spelled_keys(rows)
        ]

    def spelled_keys(self, rows: list[Any]) -> list[Any]:
        dimensions = self.served.texts("dimension", {row[1] for row in rows})
        values = self.served.texts("value", {row[2] for row in rows})
        return [
            (day, dimensions[dimension], values[value].partition("=")[2], *rest)
            for day, dimension, value, *rest in rows
        ]


class _MonthsInCopy(InCopy):
    """Months that the copy has summed, as rows of their first day."""

    def from_sql(self) -> str:
        months = f"{self.served.copy.name}.activity_month"
        return (
            "(select * exclude (local_month), local_month as local_day, false as is_total"
            f" from {months})"
        )

    def rows_sql(self, cases: Sequence[Case]) -> str:
        return RollUpRows.rows_sql(self, cases)


def _cut_at_months(cases: Sequence[Case], zone: ZoneInfo) -> tuple[list[Case], list[Case]]:
    """The same cases by day and by whole local month; totals and quarters by day alone."""
    by_day: list[Case] = []
    by_month: list[Case] = []
    for days, wanted in cases:
        values = {name: asked for name, asked in wanted.items() if name not in ("", "bucket")}
        totals = {name: asked for name, asked in wanted.items() if name not in values}
        if totals:
            by_day.append((days, totals))
        if not values:
            continue
        months = [(span, whole_months(span, zone)) for span in days]
        whole = [found for _, found in months if found]
        rest = [part for span, found in months for part in outside(span, found)]
        if whole:
            by_month.append((whole, values))
        if rest:
            by_day.append((rest, values))
    return by_day, by_month
