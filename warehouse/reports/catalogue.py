"""The reports and their YAML descriptions, the single source for answers, exports and the data dictionary."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from warehouse.models.catalogue import marts, read_yaml
from warehouse.queries.language import Dimension, QuestionError

ColumnType = Literal["string", "int64", "double", "bool", "date", "timestamp"]
Unit = Literal["", "count", "share", "cents", "points", "ms", "days"]

TOTAL = "total"
"""The value of `group_by` for a single row that covers everything."""

_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class ReportColumn:
    """One column of a report. `names`: the kind of object that its IDs identify, so that names can be shown. `within`:
    the columns that qualify an ID which is not unique by itself.
    """

    name: str
    title: str
    type: ColumnType
    definition: str
    unit: Unit = ""
    names: str | None = None
    within: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """A table that can be requested.

    `marts`: for each mart that it reads, the time column by which the range filters it, or None if the range does not.
    `reports`: other reports whose rows its SQL reads, such as `customers` as `customers_report`. `group_by`: the
    dimensions by which the rows can be split, the default first. Their column is `key`. `key`: columns that identify a
    row. `sort`: the default order of rows. `cohorts`: the period that defines its cohorts of new visitors. Without
    filters, events before the first cohort are not read. `dimensions_as_of`: set if the report shows the current state,
    so that codes always count in their current folder.
    """

    name: str
    title: str
    description: str
    sql: str
    marts: Mapping[str, str | None]
    columns: tuple[ReportColumn, ...]
    key: tuple[str, ...]
    sort: tuple[str, ...]
    group_by: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()
    cohorts: Literal["week", "month"] | None = None
    dimensions_as_of: Literal["current"] | None = None
    file: str = ""
    """The name of its SQL file without the extension."""

    def column(self, name: str) -> ReportColumn | None:
        """Return the column called `name`."""
        return next((column for column in self.columns if column.name == name), None)

    @property
    def reads(self) -> tuple[str, ...]:
        """Return the table names of the marts from which it is made."""
        return tuple(self.marts)


def _column(declared: dict[str, Any]) -> ReportColumn:
    return ReportColumn(**{**declared, "within": tuple(declared.get("within", ()))})


def _from_yaml(path: Path) -> Report:
    """Return the report that a YAML file describes. Its SQL has the same name, or `sql` names a file that several
    reports share, with the values to fill in for this one.
    """
    fields: dict[str, Any] = read_yaml(path)
    filled_in: dict[str, str] = fields.get("sql", {})
    file = filled_in.pop("file", path.stem)
    text = path.with_name(f"{file}.sql").read_text()
    report = Report(
        name=path.stem,
        title=fields["title"],
        description=fields["description"].strip(),
        file=file,
        sql=text.format(**filled_in) if filled_in else text,
        marts=fields["marts"],
        columns=tuple(_column(column) for column in fields["columns"]),
        key=tuple(fields["key"]),
        sort=tuple(fields["sort"]),
        group_by=tuple(fields.get("group_by", ())),
        reports=tuple(fields.get("reports", ())),
        cohorts=fields.get("cohorts"),
        dimensions_as_of=fields.get("dimensions_as_of"),
    )
    unknown = set(report.marts) - set(marts())
    if unknown:
        raise ValueError(f"{path.name}: there is no mart {', '.join(sorted(unknown))}")
    for name in report.group_by:
        if name != TOTAL:
            Dimension(name)
    return report


@lru_cache
def all_reports() -> dict[str, Report]:
    """Return every report by name, in alphabetical order."""
    return {path.stem: _from_yaml(path) for path in sorted(_FOLDER.glob("*.yml"))}


def get_report(name: str) -> Report:
    """Return the report called `name`.

    Raises:
        QuestionError: there is no such report.
    """
    found = all_reports().get(name)
    if found is None:
        known = ", ".join(all_reports())
        raise QuestionError("report", f"Unknown report {name[:64]!r}; one of {known}")
    return found
