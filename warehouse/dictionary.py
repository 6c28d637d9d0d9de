"""The data dictionary: the meaning of every table and metric of the warehouse.

Its only sources are next to the SQL: the YAML of marts and reports, the list of the events' columns, and the metrics'
definitions.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Literal

from warehouse.exports.columns import COUNT, FileColumn, event_columns, history_columns
from warehouse.models.catalogue import Model, marts
from warehouse.queries.language import DEFINITIONS
from warehouse.reports.catalogue import Report, all_reports
from warehouse.table_notes import (
    EVENTS_DESCRIPTION,
    EVENTS_GRAIN,
    HISTORY_DESCRIPTION,
    HISTORY_GRAIN,
    mart_columns,
)

Kind = Literal["metric", "report", "mart", "events", "history"]


@dataclass(frozen=True)
class DescribedTable:
    """One table with all of its columns."""

    name: str
    kind: Kind
    title: str
    description: str
    grain: str
    sources: tuple[str, ...]
    consumers: tuple[str, ...]
    columns: tuple[FileColumn, ...]


@lru_cache
def data_dictionary() -> tuple[DescribedTable, ...]:
    """Return every table: metrics first, then reports, marts, the events from which everything is counted, and the
    history of the codes, folders, pages and polls that they name.
    """
    return tuple(_tables())


def _tables() -> Iterator[DescribedTable]:
    yield DescribedTable(
        name="metrics",
        kind="metric",
        title="Metrics of the dashboard",
        description="The numbers of every answer, breakdown and export, and how each is counted.",
        grain="one number per metric, range and value of a dimension",
        sources=("activity_15m", "activity_day", "people_15m", "visitors"),
        consumers=("get-analytics", "export-csv"),
        columns=tuple(FileColumn(name, "int64", COUNT, text) for name, text in DEFINITIONS.items()),
    )
    for report in all_reports().values():
        yield _of_report(report)
    for model in marts().values():
        yield _of_mart(model)
    yield DescribedTable(
        name="events",
        kind="events",
        title="Raw events",
        description=EVENTS_DESCRIPTION,
        grain=EVENTS_GRAIN,
        sources=("outbox",),
        consumers=tuple(marts()),
        columns=tuple(event_columns().values()),
    )
    yield DescribedTable(
        name="dimension_history",
        kind="history",
        title="History of codes, folders, pages and polls",
        description=HISTORY_DESCRIPTION,
        grain=HISTORY_GRAIN,
        sources=(
            "analytics_v1.code_history",
            "analytics_v1.folder_history",
            "analytics_v1.name_history",
        ),
        consumers=("waypost sql", "analytics/sql"),
        columns=tuple(history_columns().values()),
    )


def _of_report(report: Report) -> DescribedTable:
    return DescribedTable(
        name=report.name,
        kind="report",
        title=report.title,
        description=report.description,
        grain=f"one row per {', '.join(report.key)}" if report.key else "one row",
        sources=report.reads,
        consumers=("get-report", "export-csv"),
        columns=tuple(
            FileColumn(column.name, column.type, column.unit, column.definition)
            for column in report.columns
        ),
    )


def _of_mart(model: Model) -> DescribedTable:
    return DescribedTable(
        name=model.name,
        kind="mart",
        title=model.name,
        description=model.description,
        grain=model.grain,
        sources=model.sources,
        consumers=model.consumers,
        columns=mart_columns(model),
    )


def as_data() -> list[dict[str, Any]]:
    """Return the dictionary as JSON-compatible data."""
    return [asdict(table) for table in data_dictionary()]


def as_markdown() -> str:
    """Return the dictionary as a Markdown document."""
    return "\n".join(_markdown())


def _markdown() -> Iterator[str]:
    yield "# Data dictionary"
    for table in data_dictionary():
        yield f"\n## {table.name} ({table.kind})\n"
        yield f"{table.description}\n"
        yield f"- Grain: {table.grain}"
        yield f"- Made of: {', '.join(table.sources)}"
        yield f"- Used by: {', '.join(table.consumers)}\n"
        yield "| column | type | unit | definition |\n|---|---|---|---|"
        for column in table.columns:
            cells = (column.name, column.type, column.unit, column.definition)
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
