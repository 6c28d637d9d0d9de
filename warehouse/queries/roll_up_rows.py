"""Rows of the daily roll-up for use in statements, read from its data files or from the serving copy."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from warehouse.data_files import DataFile
from warehouse.queries.event_selection import is_text
from warehouse.queries.language import Question
from warehouse.queries.roll_up_sums import Case, cut_at_sums
from warehouse.queries.serving_copy import ServedRows
from warehouse.queries.sources import Parameters, dates_of, read_sql


class RollUpRows(ABC):
    """Some of the roll-up's rows. Statements that read them begin with `KEYS`."""

    question: Question
    bound: Parameters
    """Bound values of the statement that reads the rows."""
    may_recall: bool
    """Whether the rows never change, so that results may be cached."""

    KEYS = "case when is_total then local_day end as local_day, dimension, value"
    """(local day of a total, dimension, value)"""

    @abstractmethod
    def from_sql(self) -> str:
        """Return the relation to read, with the columns of the mart and `is_total`."""

    def by_day(self) -> "RollUpRows":
        """Return the same rows and bound values, without sums over several days."""
        return self

    @abstractmethod
    def is_one_of(self, column: str, texts: Collection[str]) -> str:
        """Return the condition that the column is one of these constants."""

    @abstractmethod
    def of_organisation(self) -> str:
        """Return the condition for the organisation's rows."""

    @abstractmethod
    def has_value(self, dimension: str, values: Collection[str]) -> str:
        """Return the condition that the dimension has one of these values."""

    @abstractmethod
    def zone_is(self, zone: str) -> str:
        """Return the condition for rows whose days are in this zone."""

    def spelled(self, rows: list[Any]) -> list[Any]:
        """Return the rows of a statement that began with `KEYS`, then type and audience, as text."""
        return rows

    def spelled_keys(self, rows: list[Any]) -> list[Any]:
        """Return the rows of a statement that began with `KEYS`, as text."""
        return rows

    def rows_sql(self, cases: Sequence[Case]) -> str:
        """Return `… where …` for the rows of these days and values."""
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
    """Rows of the serving copy, with text encoded as numbers. It also has sums of values over whole months and over all
    time.
    """

    question: Question
    served: ServedRows
    may_recall: bool = True
    bound: Parameters = field(default_factory=Parameters)

    def from_sql(self) -> str:
        return f"(select *, false as is_total from {self.served.table})"

    def by_day(self) -> RollUpRows:
        return _DaysInCopy(self.question, self.served, bound=self.bound)

    def rows_sql(self, cases: Sequence[Case]) -> str:
        cut = cut_at_sums(cases, self.question.zone, self.served, self.question.org_id)
        parts = [
            part.rows_sql(some)
            for part, some in (
                (_TotalsInCopy(self.question, self.served, bound=self.bound), cut.totals),
                (_DaysInCopy(self.question, self.served, bound=self.bound), cut.days),
                (_MonthsInCopy(self.question, self.served, bound=self.bound), cut.months),
                (_EverInCopy(self.question, self.served, bound=self.bound), cut.ever),
            )
            if some
        ]
        if len(parts) == 1:
            return parts[0]
        if not parts:
            return f"{self.from_sql()} where false"
        read = " union all by name ".join(f"select {_READ} from {part}" for part in parts)
        return f"({read}) where true"

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


_READ = (
    "is_total, local_day, zone, type, audience, dimension, value, events, visits, new_people,"
    " people"
)


class _DaysInCopy(InCopy):
    """Values by local day."""

    def rows_sql(self, cases: Sequence[Case]) -> str:
        return RollUpRows.rows_sql(self, cases)


class _TotalsInCopy(_DaysInCopy):
    """Totals by local day."""

    def from_sql(self) -> str:
        return f"(select *, true as is_total from {self.served.copy.name}.activity_total)"


class _MonthsInCopy(_DaysInCopy):
    """Months that the copy has summed, as rows dated on their first day."""

    def from_sql(self) -> str:
        return (
            "(select * exclude (local_month), local_month as local_day, false as is_total"
            f" from {self.served.copy.name}.activity_month)"
        )


class _EverInCopy(InCopy):
    """The copy's sums over all files. Used only if all of them are requested."""

    def from_sql(self) -> str:
        return (
            "(select *, null::date as local_day, false as is_total"
            f" from {self.served.copy.name}.activity_ever)"
        )

    def of_organisation(self) -> str:
        return self.served.is_one_of("org_id", [self.question.org_id])

    def rows_sql(self, cases: Sequence[Case]) -> str:
        tests = [
            self.is_one_of("dimension", [dimension])
            + (f" and {self.has_value(dimension, values)}" if values is not None else "")
            for _, wanted in cases
            for dimension, values in wanted.items()
        ]
        return (
            f"{self.from_sql()} where {self.of_organisation()}"
            f" and ({' or '.join(f'({test})' for test in tests)})"
        )
