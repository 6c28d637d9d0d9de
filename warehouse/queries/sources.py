"""Where the rows of an answer come from: a mart up to its positions, raw events for the rest.

A range is cut into full local days, whole 15-minute buckets, and edges that meet neither. Days and
buckets come from marts; edges, and what a mart does not cover yet (the tail, by position), from raw
events. The parts neither overlap nor leave a gap, late events included, because positions and not
times divide mart and tail.
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
    """Bound values of one statement; nothing a caller wrote ever becomes SQL text."""

    values: dict[str, Any] = field(default_factory=dict)

    def bind(self, value: Any) -> str:
        """The placeholder of `value`."""
        name = f"p{len(self.values)}"
        self.values[name] = value
        return f"${name}"

    def org_id(self, question: Question) -> str:
        """The placeholder of the organisation, without which no statement is complete."""
        self.values["org_id"] = question.org_id
        return "$org_id"


@dataclass(frozen=True)
class Tables:
    """One consistent look at the lake."""

    events: Snapshot
    activity: Snapshot
    people: Snapshot
    visitors: Snapshot
    activity_day: Snapshot
    numbers: Snapshot
    copy: Copy | None = None
    """The serving copy, which holds rows of some of these marts' files."""


@dataclass(frozen=True)
class Parts:
    """A range, cut by where its rows come from."""

    days: tuple[Range, ...] = ()
    buckets: tuple[Range, ...] = ()
    edges: tuple[Range, ...] = ()
    quarters: tuple[Range, ...] = ()
    """Whole 15 minutes of the range before that the daily roll-up answers: totals are all that it needs."""

    def __add__(self, other: "Parts") -> "Parts":
        return Parts(
            self.days + other.days,
            self.buckets + other.buckets,
            self.edges + other.edges,
            self.quarters + other.quarters,
        )


def whole_buckets(span: Range) -> Range | None:
    """The part of `span` that 15-minute buckets fill, if any."""
    start, end = bucket_from(span.start), bucket_of(span.end)
    return Range(start, end) if start < end else None


def bucket_of(moment: datetime) -> datetime:
    """Start of the bucket that holds `moment`."""
    return _EPOCH + ((moment - _EPOCH) // BUCKET) * BUCKET


def bucket_from(moment: datetime) -> datetime:
    """Start of the first bucket that does not begin before `moment`."""
    return _EPOCH - ((_EPOCH - moment) // BUCKET) * BUCKET


def outside(span: Range, inner: Range | None) -> list[Range]:
    """What of `span` lies before and after `inner`."""
    if inner is None:
        return [span] if span.start < span.end else []
    parts = [(span.start, inner.start), (inner.end, span.end)]
    return [Range(start, end) for start, end in parts if start < end]


def cut(span: Range, days: Range | None = None) -> Parts:
    """Cut `span`; `days` is the part that the daily roll-up shall answer."""
    parts = Parts(days=(days,) if days else ())
    for rest in outside(span, days):
        whole = whole_buckets(rest)
        parts += Parts(buckets=(whole,) if whole else (), edges=tuple(outside(rest, whole)))
    return parts


def whole_days(question: Question, span: Range) -> Range | None:
    """The local days that `span` holds whole, if any."""
    zone = question.zone
    first = span.start.astimezone(zone).date()
    start = local_midnight(first, zone)
    if start < span.start:
        start = local_midnight(first + timedelta(days=1), zone)
    end = local_midnight(span.end.astimezone(zone).date(), zone)
    return Range(start, end) if start < end else None


def dates_of(days: Range, question: Question) -> tuple[date, date]:
    """First local day of `days` and the one after the last."""
    first, after = (edge.astimezone(question.zone).date() for edge in (days.start, days.end))
    return first, after


def filter_sql(filters: Iterable[Filter], parameters: Parameters) -> str:
    """` and …` for each filter, over columns of the lake."""
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
    """`read_parquet(…)` of these files."""
    found = list(files)
    uris = parameters.bind([file.uri for file in found])
    read = f"read_parquet({uris}, hive_partitioning = false, union_by_name = true)"
    return with_added_columns(read, found)


def within_sql(column: str, spans: Iterable[Range], parameters: Parameters) -> str:
    """True where `column` lies in one of the half-open spans."""
    tests = [
        f"({column} >= {parameters.bind(span.start)} and {column} < {parameters.bind(span.end)})"
        for span in spans
    ]
    return f"({' or '.join(tests)})" if tests else "false"


def beyond_sql(positions: Mapping[int, int], parameters: Parameters) -> str:
    """True for events that a mart at these positions does not hold."""
    if not positions:
        return "true"
    held = [positions.get(number, -1) for number in range(max(positions) + 1)]
    return f"pos > coalesce(list_extract({parameters.bind(held)}, partition + 1), -1)"
