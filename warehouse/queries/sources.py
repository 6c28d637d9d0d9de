"""Where the rows of an answer come from: a mart up to its positions, raw events for the rest.

For a range, a mart's whole buckets are taken from the mart; what no bucket meets (the edges) and
what the mart does not cover yet (the tail, by position) is taken from raw events. The parts neither
overlap nor leave a gap, late events included, because positions and not times divide them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from warehouse.date_ranges import Range
from warehouse.lake import DataFile
from warehouse.queries.language import Dimension, Filter, Question
from warehouse.reader import Snapshot, of_organisation

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


def whole_buckets(span: Range) -> Range | None:
    """The part of `span` that 15-minute buckets fill, if any."""
    start = _EPOCH - ((_EPOCH - span.start) // BUCKET) * BUCKET
    end = _EPOCH + ((span.end - _EPOCH) // BUCKET) * BUCKET
    return Range(start, end) if start < end else None


def edges_of(span: Range, whole: Range | None) -> list[Range]:
    """What of `span` lies outside its whole buckets."""
    if whole is None:
        return [span] if span.start < span.end else []
    parts = [(span.start, whole.start), (whole.end, span.end)]
    return [Range(start, end) for start, end in parts if start < end]


def filter_sql(filters: Iterable[Filter], parameters: Parameters) -> str:
    """` and …` for each filter, over columns of the lake."""
    text = ""
    for one in filters:
        column = f"coalesce({one.dimension.column}, '')"
        if one.only:
            text += f" and list_contains({parameters.bind(list(one.only))}, {column})"
        if one.never:
            text += f" and not list_contains({parameters.bind(list(one.never))}, {column})"
    return text


def read_sql(files: Iterable[DataFile], parameters: Parameters) -> str:
    """`read_parquet(…)` of these files."""
    uris = parameters.bind([file.uri for file in files])
    return f"read_parquet({uris}, hive_partitioning = false, union_by_name = true)"


def span_sql(column: str, span: Range, parameters: Parameters) -> str:
    """True where `column` lies in the half-open span."""
    return f"({column} >= {parameters.bind(span.start)} and {column} < {parameters.bind(span.end)})"


def beyond_sql(positions: Mapping[int, int], parameters: Parameters) -> str:
    """True for events that a mart at these positions does not hold."""
    if not positions:
        return "true"
    cases = " ".join(
        f"when {parameters.bind(partition)} then {parameters.bind(pos)}"
        for partition, pos in sorted(positions.items())
    )
    return f"pos > case partition {cases} else -1 end"


@dataclass(frozen=True)
class Tables:
    """One consistent look at the lake."""

    events: Snapshot
    activity: Snapshot
    people: Snapshot
    visitors: Snapshot
    activity_day: Snapshot


def mart_rows(
    question: Question, mart: Snapshot, span: Range, columns: str, parameters: Parameters
) -> str | None:
    """Rows of a 15-minute mart inside the whole buckets of `span`."""
    whole = whole_buckets(span)
    org_id = question.org_id
    files = of_organisation(mart.between("bucket", whole.start, whole.end), org_id) if whole else []
    if whole is None or not files:
        return None
    return (
        f"select {columns} from {read_sql(files, parameters)}"
        f" where org_id = {parameters.bind(org_id)} and {span_sql('bucket', whole, parameters)}"
        f"{filter_sql(question.filters, parameters)}"
    )


def raw_rows(
    question: Question,
    tables: Tables,
    mart: Snapshot,
    span: Range,
    dimensions: Iterable[Dimension],
    parameters: Parameters,
) -> str | None:
    """Raw events of `span` that `mart` does not cover, or that its buckets do not meet.

    Columns: `moment`, `type`, `audience`, `visitor`, `is_visit`, `is_new`, `is_tail` and the dimensions.
    """
    org_id, positions = question.org_id, mart.positions
    edges = edges_of(span, whole_buckets(span))
    tail = tables.events.beyond(positions)
    chosen = {file.uri: file for file in tail}
    for edge in edges:
        chosen |= {f.uri: f for f in tables.events.between("occurred_at", edge.start, edge.end)}
    files = of_organisation(chosen.values(), org_id)
    if not files:
        return None
    org = parameters.bind(org_id)
    beyond = beyond_sql(positions, parameters)
    in_edge = " or ".join(span_sql("occurred_at", edge, parameters) for edge in edges) or "false"
    names = "".join(f", {dimension.column}" for dimension in dimensions)
    visitors = of_organisation(tables.visitors.files, org_id)
    known = (
        f"select visitor, first_pos from {read_sql(visitors, parameters)} where org_id = {org}"
        f" and visitor in (select visitor from wanted)"
        if visitors
        else "select 0::bigint as visitor, 0::bigint as first_pos where false"
    )
    where = filter_sql(question.filters, parameters)
    return f"""
        with wanted as materialized (
            select *, audience_of(is_bot, is_preview) as audience,
                visitor_hash(visitor_id) as visitor, {beyond} as is_tail
            from {read_sql(files, parameters)}
            where org_id = {org} and ({beyond} or {in_edge})
        ),
        known as ({known}),
        first_in_tail as (
            select visitor, min(pos) as first_pos from wanted
            where is_tail and type = 'scan' and audience = 'human' and visitor is not null
                and visitor not in (select visitor from known)
            group by visitor
        ),
        first as (select * from known union all select * from first_in_tail)
        select wanted.occurred_at as moment, type, audience, wanted.visitor, is_tail,
            type = 'scan' and not is_duplicate as is_visit,
            first.visitor is not null as is_new{names}
        from wanted
        left join first on wanted.visitor = first.visitor and wanted.pos = first.first_pos
        where {span_sql("occurred_at", span, parameters)} and (is_tail or {in_edge}){where}
    """
