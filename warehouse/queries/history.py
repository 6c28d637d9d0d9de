"""Groups of codes as they were: a code that moved counts where it was when each event happened.

A code that changed its group inside the asked ranges is cut into stretches, each with a name of its own
in the place of the code's id. Every other code has one group throughout, so that a question about
"then" costs what one about "now" does wherever nothing moved.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from warehouse.data_files import DataFile
from warehouse.date_ranges import Range
from warehouse.queries.language import AnyDimension, Dimension, Filter, Question, Stretch
from warehouse.queries.sources import BUCKET, Parameters, Parts, bucket_of, outside, read_sql

MAX_SEPARATE_BUCKETS = 100
"""Ranges around changes that are read from raw events; with more changes, those that are nearest to each
other share one."""


@dataclass(frozen=True)
class Version:
    """Since when a code is in a group; the empty text stands for none."""

    code_id: str
    since: datetime
    group: str


def grouped_then(
    versions: Mapping[AnyDimension, Iterable[Version]], spans: Sequence[Range]
) -> tuple[dict[AnyDimension, dict[str, str]], tuple[Stretch, ...]]:
    """Group by code id, or by a stretch's name, for each dimension; and the stretches.

    What happened before a code's first version counts as that version says.
    """
    whole = Range(min(one.start for one in spans), max(one.end for one in spans))
    known: dict[str, dict[AnyDimension, list[Version]]] = {}
    for dimension, several in versions.items():
        for one in sorted(several, key=lambda version: version.since):
            known.setdefault(one.code_id, {}).setdefault(dimension, []).append(one)
    groups: dict[AnyDimension, dict[str, str]] = {dimension: {} for dimension in versions}
    stretches: list[Stretch] = []
    for code_id, by_dimension in sorted(known.items()):
        starts = [whole.start, *sorted(_changes(by_dimension.values(), whole))]
        for number, start in enumerate(starts):
            name = code_id
            if len(starts) > 1:
                name = f"{code_id}@{number}"
                end = starts[number + 1] if number + 1 < len(starts) else whole.end
                stretches.append(Stretch(code_id, start, end, name))
            for dimension, several in by_dimension.items():
                group = _at(several, start)
                if group:
                    groups[dimension][name] = group
    return groups, tuple(stretches)


def _changes(several: Iterable[Sequence[Version]], whole: Range) -> set[datetime]:
    """When, inside the range, a group became another."""
    return {
        later.since
        for versions in several
        for earlier, later in pairwise(versions)
        if later.group != earlier.group and whole.start < later.since < whole.end
    }


def _at(versions: Sequence[Version], moment: datetime) -> str:
    held = [one.group for one in versions if one.since <= moment]
    return held[-1] if held else versions[0].group


def filters_of_stretches(
    filters: Sequence[Filter], stretches: Sequence[Stretch]
) -> tuple[Filter, ...]:
    """The same filters, a code that is cut into stretches named by all of them."""
    names: dict[str, tuple[str, ...]] = {}
    for one in stretches:
        names[one.code_id] = (*names.get(one.code_id, ()), one.name)

    def all_of(values: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for value in values for name in names.get(value, (value,)))

    return tuple(
        replace(one, only=all_of(one.only), never=all_of(one.never))
        if one.dimension is Dimension.CODE
        else one
        for one in filters
    )


def rows_sql(
    stretches: Sequence[Stretch], files: Iterable[DataFile], moment: str, parameters: Parameters
) -> str:
    """The rows of these files, `code_id` being the stretch's name where `moment` lies in one."""
    return named_sql(read_sql(files, parameters), stretches, moment, parameters)


def named_sql(
    stored: str, stretches: Sequence[Stretch], moment: str, parameters: Parameters
) -> str:
    """The rows of `stored`, `code_id` being the stretch's name where `moment` lies in one."""
    if not stretches:
        return stored
    lists = zip(*((one.code_id, one.start, one.end, one.name) for one in stretches), strict=True)
    codes, starts, ends, names = (parameters.bind(list(values)) for values in lists)
    return (
        "(select stored.* replace (coalesce(stretch.name, stored.code_id) as code_id)"
        f" from {stored} as stored left join (select unnest({codes}) as code_id,"
        f" unnest({starts}) as began, unnest({ends}) as ended, unnest({names}) as name) as stretch"
        " on stored.code_id = stretch.code_id"
        f" and stored.{moment} >= stretch.began and stored.{moment} < stretch.ended)"
    )


def own_codes_sql(rows: str, stretches: Sequence[Stretch], parameters: Parameters) -> str:
    """The same rows, codes under their own ids again."""
    if not stretches:
        return rows
    names, codes = (
        parameters.bind([getattr(one, part) for one in stretches]) for part in ("name", "code_id")
    )
    return (
        "(select named.* replace (coalesce(own.own_id, named.code_id) as code_id)"
        f" from {rows} as named left join (select unnest({names}) as name,"
        f" unnest({codes}) as own_id) as own on named.code_id = own.name)"
    )


def changed_quarters(stretches: Sequence[Stretch]) -> list[Range]:
    """The quarters of an hour in the midst of which a code changed its group, near ones as one range."""
    first = min((one.start for one in stretches), default=None)
    changed = sorted(
        {
            bucket_of(one.start)
            for one in stretches
            if one.start != first and one.start != bucket_of(one.start)
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
    """The same parts, quarters of an hour in which a code changed its group being read exactly."""
    buckets, edges = list(parts.buckets), list(parts.edges)
    for hole in changed_quarters(question.stretches):
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
