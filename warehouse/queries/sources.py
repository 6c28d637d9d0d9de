"""The sources of an answer's rows: a mart up to its positions, and raw events for the rest.

A range is cut into full local days, whole 15-minute buckets, and edges that are neither. Days and buckets come from
marts. Edges, and the events that a mart does not cover yet (the tail, by position), come from raw events. The parts
neither overlap nor leave a gap, even with late events, because mart and tail are separated by positions and not by
times.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from warehouse.data_files import DataFile, with_added_columns
from warehouse.date_ranges import Range, local_midnight
from warehouse.queries.language import Filter, Question
from warehouse.reader import Snapshot
from warehouse.serving.reader import Copy

BUCKET = timedelta(minutes=15)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass
class Parameters:
    """Bound values of one statement. Input from a caller never becomes SQL text."""

    values: dict[str, Any] = field(default_factory=dict)

    def bind(self, value: Any) -> str:
        """Bind `value` and return its placeholder."""
        name = f"p{len(self.values)}"
        self.values[name] = value
        return f"${name}"

    def org_id(self, question: Question) -> str:
        """Return the placeholder of the organisation, which every statement must contain."""
        self.values["org_id"] = question.org_id
        return "$org_id"


@dataclass(frozen=True)
class Tables:
    """One consistent view of the lake."""

    events: Snapshot
    activity: Snapshot
    people: Snapshot
    visitors: Snapshot
    activity_day: Snapshot
    numbers: Snapshot
    copy: Copy | None = None
    """The serving copy, which contains rows of some of these marts' files."""


@dataclass(frozen=True)
class Parts:
    """A range, divided by the sources of its rows."""

    days: tuple[Range, ...] = ()
    buckets: tuple[Range, ...] = ()
    edges: tuple[Range, ...] = ()
    quarters: tuple[Range, ...] = ()
    """Whole 15-minute buckets of the preceding range that are read from the daily roll-up, because only totals are
    needed.
    """

    def __add__(self, other: "Parts") -> "Parts":
        return Parts(
            self.days + other.days,
            self.buckets + other.buckets,
            self.edges + other.edges,
            self.quarters + other.quarters,
        )


def whole_buckets(span: Range) -> Range | None:
    """Return the part of `span` that consists of whole 15-minute buckets, if any."""
    start, end = bucket_from(span.start), bucket_of(span.end)
    return Range(start, end) if start < end else None


def bucket_of(moment: datetime) -> datetime:
    """Return the start of the bucket that contains `moment`."""
    return _EPOCH + ((moment - _EPOCH) // BUCKET) * BUCKET


def bucket_from(moment: datetime) -> datetime:
    """Return the start of the first bucket that does not begin before `moment`."""
    return _EPOCH - ((_EPOCH - moment) // BUCKET) * BUCKET


def outside(span: Range, inner: Range | None) -> list[Range]:
    """Return the parts of `span` before and after `inner`."""
    if inner is None:
        return [span] if span.start < span.end else []
    parts = [(span.start, inner.start), (inner.end, span.end)]
    return [Range(start, end) for start, end in parts if start < end]


def cut(span: Range, days: Range | None = None) -> Parts:
    """Cut `span` into parts. `days` is the part that is read from the daily roll-up."""
    parts = Parts(days=(days,) if days else ())
    for rest in outside(span, days):
        whole = whole_buckets(rest)
        parts += Parts(buckets=(whole,) if whole else (), edges=tuple(outside(rest, whole)))
    return parts


def whole_days(question: Question, span: Range) -> Range | None:
    """Return the full local days within `span`, if any."""
    zone = question.zone
    first = span.start.astimezone(zone).date()
    start = local_midnight(first, zone)
    if start < span.start:
        start = local_midnight(first + timedelta(days=1), zone)
    end = local_midnight(span.end.astimezone(zone).date(), zone)
    return Range(start, end) if start < end else None


def dates_of(days: Range, question: Question) -> tuple[date, date]:
    """Return the first local day of `days`, and the day after the last."""
    first, after = (edge.astimezone(question.zone).date() for edge in (days.start, days.end))
    return first, after


def filter_sql(filters: Iterable[Filter], parameters: Parameters) -> str:
    """Return ` and …` for each filter, over columns of the lake."""
    text = ""
    for one in filters:
        column = f"coalesce({one.dimension.column}, '')"
        if len(one.only) == 1 and one.only[0]:
            text += f" and {one.dimension.column} = {parameters.bind(one.only[0])}"
        elif one.only:
            text += f" and {column} in (select unnest({parameters.bind(list(one.only))}))"
        if one.never:
            text += f" and {column} not in (select unnest({parameters.bind(list(one.never))}))"
    return text


def read_sql(files: Iterable[DataFile], parameters: Parameters) -> str:
    """Return `read_parquet(…)` of these files."""
    found = list(files)
    uris = parameters.bind([file.uri for file in found])
    read = f"read_parquet({uris}, hive_partitioning = false, union_by_name = true)"
    return with_added_columns(read, found)


def within_sql(column: str, spans: Iterable[Range], parameters: Parameters) -> str:
    """Return the condition that `column` is in one of the half-open spans."""
    tests = [
        f"({column} >= {parameters.bind(span.start)} and {column} < {parameters.bind(span.end)})"
        for span in spans
    ]
    return f"({' or '.join(tests)})" if tests else "false"


def beyond_sql(positions: Mapping[int, int], parameters: Parameters) -> str:
    """Return the condition for events that a mart at these positions does not contain."""
    if not positions:
        return "true"
    held = [positions.get(number, -1) for number in range(max(positions) + 1)]
    return f"pos > coalesce(list_extract({parameters.bind(held)}, partition + 1), -1)"
