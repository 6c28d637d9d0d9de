"""The reports and what their YAML says of them: one truth for answers, exports and the data dictionary."""

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
"""Not split by anything: one row for all."""

_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class ReportColumn:
    """One column of a report. `names`: what kind of thing its ids are of, so that names can be shown; `within`:
    the columns that say in what, where the same id may stand for several."""

    name: str
    title: str
    type: ColumnType
    definition: str
    unit: Unit = ""
    names: str | None = None
    within: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """A table that can be asked for.

    `marts`: the column of each mart it reads that says when, by which the range cuts; None if the
    range does not cut it. `reports`: others whose rows its SQL reads, `customers` as `customers_report`.
    `group_by`: what the rows may be split by, the default first; their column is `key`. `key`: columns that
    tell rows apart. `sort`: how rows are ordered unless asked otherwise. `cohorts`: the period by whose
    newcomers it counts; what lies before the first is not read where nothing is filtered. `dimensions_as_of`: that
    it tells how things stand, so that codes count where they are filed now, whatever is asked.
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
    """The name of its SQL file, less its ending."""

    def column(self, name: str) -> ReportColumn | None:
        """The column called `name`."""
        return next((column for column in self.columns if column.name == name), None)

    @property
    def reads(self) -> tuple[str, ...]:
        """The marts that it is made of, as their tables are called."""
        return tuple(self.marts)


def _column(declared: dict[str, Any]) -> ReportColumn:
    return ReportColumn(**{**declared, "within": tuple(declared.get("within", ()))})


def _from_yaml(path: Path) -> Report:
    """The report that a YAML describes. Its SQL has the same name; or `sql` names a file that several share,
    and what is filled in for this one."""
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
    """Every report by name, in the order of the alphabet."""
    return {path.stem: _from_yaml(path) for path in sorted(_FOLDER.glob("*.yml"))}


def get_report(name: str) -> Report:
    """The report called `name`.

    Raises:
        QuestionError: there is none.
    """
    found = all_reports().get(name)
    if found is None:
        known = ", ".join(all_reports())
        raise QuestionError("report", f"Unknown report {name[:64]!r}; one of {known}")
    return found
