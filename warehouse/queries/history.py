"""Point-in-time groups of codes: an event counts for the group that its code had when it happened.

A code that changed its group inside the range is split into validity periods. Each has a name, which replaces the
code's ID while events are counted. All other codes keep their ID, so if nothing changed, a point-in-time query costs
the same as one with current groups.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from warehouse.data_files import DataFile
from warehouse.date_ranges import Range
from warehouse.queries.language import AnyDimension, Dimension, Filter, Question, ValidityPeriod
from warehouse.queries.sources import BUCKET, Parameters, Parts, bucket_of, outside, read_sql

MAX_SEPARATE_BUCKETS = 100
"""Maximum number of ranges around changes that are read from raw events. If there are more changes, neighbouring ranges
are merged.
"""


@dataclass(frozen=True)
class Version:
    """A group of a code and the time from which the code is in it. The empty string means no group."""

    code_id: str
    since: datetime
    group: str


def groups_at_event_time(
    versions: Mapping[AnyDimension, Iterable[Version]], spans: Sequence[Range]
) -> tuple[dict[AnyDimension, dict[str, str]], tuple[ValidityPeriod, ...]]:
    """Return for each dimension the group by code ID or period name, and the validity periods.

    Events before a code's first version count with that version.
    """
    whole = Range(min(span.start for span in spans), max(span.end for span in spans))
    by_code: dict[str, dict[AnyDimension, list[Version]]] = {}
    for dimension, several in versions.items():
        for version in sorted(several, key=lambda version: version.since):
            by_code.setdefault(version.code_id, {}).setdefault(dimension, []).append(version)
    groups: dict[AnyDimension, dict[str, str]] = {dimension: {} for dimension in versions}
    validity_periods: list[ValidityPeriod] = []
    for code_id, by_dimension in sorted(by_code.items()):
        starts = [whole.start, *sorted(_changes(by_dimension.values(), whole))]
        for number, start in enumerate(starts):
            name = code_id
            if len(starts) > 1:
                name = f"{code_id}@{number}"
                end = starts[number + 1] if number + 1 < len(starts) else whole.end
                validity_periods.append(ValidityPeriod(code_id, start, end, name))
            for dimension, several in by_dimension.items():
                group = _group_at(several, start)
                if group:
                    groups[dimension][name] = group
    return groups, tuple(validity_periods)


def _changes(several: Iterable[Sequence[Version]], whole: Range) -> set[datetime]:
    """Return the moments inside the range at which a group changed."""
    return {
        later.since
        for versions in several
        for earlier, later in pairwise(versions)
        if later.group != earlier.group and whole.start < later.since < whole.end
    }


def _group_at(versions: Sequence[Version], moment: datetime) -> str:
    groups = [version.group for version in versions if version.since <= moment]
    return groups[-1] if groups else versions[0].group


def expand_code_filters(
    filters: Sequence[Filter], validity_periods: Sequence[ValidityPeriod]
) -> tuple[Filter, ...]:
    """Return the same filters, with each code that has validity periods replaced by their names."""
    names: dict[str, tuple[str, ...]] = {}
    for period in validity_periods:
        names[period.code_id] = (*names.get(period.code_id, ()), period.name)

    def all_of(values: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for value in values for name in names.get(value, (value,)))

    return tuple(
        replace(one, only=all_of(one.only), never=all_of(one.never))
        if one.dimension is Dimension.CODE
        else one
        for one in filters
    )


def rows_sql(
    validity_periods: Sequence[ValidityPeriod],
    files: Iterable[DataFile],
    moment: str,
    parameters: Parameters,
) -> str:
    """Return SQL for the rows of these files, in which `code_id` is the name of the validity period that contains
    `moment`, if any.
    """
    return with_period_names_sql(read_sql(files, parameters), validity_periods, moment, parameters)


def with_period_names_sql(
    stored: str, validity_periods: Sequence[ValidityPeriod], moment: str, parameters: Parameters
) -> str:
    """Return SQL for the rows of `stored`, in which `code_id` is the name of the validity period that contains
    `moment`, if any.
    """
    if not validity_periods:
        return stored
    lists = zip(
        *((period.code_id, period.start, period.end, period.name) for period in validity_periods),
        strict=True,
    )
    codes, starts, ends, names = (parameters.bind(list(values)) for values in lists)
    return (
        "(select stored.* replace (coalesce(period.name, stored.code_id) as code_id)"
        f" from {stored} as stored left join (select unnest({codes}) as code_id,"
        f" unnest({starts}) as began, unnest({ends}) as ended, unnest({names}) as name) as period"
        " on stored.code_id = period.code_id"
        f" and stored.{moment} >= period.began and stored.{moment} < period.ended)"
    )


def with_code_ids_sql(
    rows: str, validity_periods: Sequence[ValidityPeriod], parameters: Parameters
) -> str:
    """Return SQL for the same rows, with the names of validity periods replaced by code IDs."""
    if not validity_periods:
        return rows
    names, codes = (
        parameters.bind([getattr(period, field) for period in validity_periods])
        for field in ("name", "code_id")
    )
    return (
        "(select named.* replace (coalesce(period.code_id, named.code_id) as code_id)"
        f" from {rows} as named left join (select unnest({names}) as name,"
        f" unnest({codes}) as code_id) as period on named.code_id = period.name)"
    )


def changed_buckets(validity_periods: Sequence[ValidityPeriod]) -> list[Range]:
    """Return the 15-minute buckets within which a code changed its group. Adjacent ones are merged."""
    first = min((period.start for period in validity_periods), default=None)
    changed = sorted(
        {
            bucket_of(period.start)
            for period in validity_periods
            if period.start != first and period.start != bucket_of(period.start)
        }
    )
    widest = sorted((later - one for one, later in pairwise(changed)), reverse=True)
    kept_apart = widest[MAX_SEPARATE_BUCKETS - 1 :]
    near = kept_apart[0] if kept_apart else timedelta()
    found: list[Range] = []
    for start in changed:
        if found and start - found[-1].end + BUCKET <= near:
            found[-1] = Range(found[-1].start, start + BUCKET)
        else:
            found.append(Range(start, start + BUCKET))
    return found


def around_changes(question: Question, parts: Parts) -> Parts:
    """Return the same parts, except that 15-minute buckets in which a code changed its group are read exactly."""
    buckets, edges = list(parts.buckets), list(parts.edges)
    for hole in changed_buckets(question.validity_periods):
        kept: list[Range] = []
        for one in buckets:
            start, end = max(one.start, hole.start), min(one.end, hole.end)
            if start >= end:
                kept.append(one)
            else:
                edges.append(Range(start, end))
                kept += outside(one, edges[-1])
        buckets = kept
    return replace(parts, buckets=tuple(buckets), edges=tuple(edges))
