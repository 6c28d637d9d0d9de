"""Decides which sums of the serving copy can be used for days of the roll-up.

The sum of a month contains the days that existed before its cut-off day. If the requested days include all of those, as
the running month does from its first day and any range does from before the first event on, the sum equals that of its
days. The same applies to the sum of all files.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from warehouse.date_ranges import Range, local_midnight
from warehouse.queries.serving_copy import ServedRows
from warehouse.serving.reader import Summed

ValuesByDimension = Mapping[str, Collection[str] | None]
"""Values by dimension of the roll-up. None stands for all values."""
Case = tuple[Sequence[Range], ValuesByDimension]
"""Local days, and the values requested for them."""
Days = tuple[date, date]
"""First day, and the day after the last."""


@dataclass
class AtSums:
    """Cases by the kind of rows that answers them."""

    totals: list[Case] = field(default_factory=list)
    days: list[Case] = field(default_factory=list)
    months: list[Case] = field(default_factory=list)
    ever: list[Case] = field(default_factory=list)


def cut_at_sums(cases: Sequence[Case], zone: ZoneInfo, served: ServedRows, org_id: str) -> AtSums:
    """Return the same cases, cut: totals and 15-minute buckets only by day, values by the largest available sums."""
    cut = AtSums()
    for spans, wanted in cases:
        if "" in wanted:
            cut.totals.append((spans, {"": wanted[""]}))
        quarters = {name: asked for name, asked in wanted.items() if name == "bucket"}
        if quarters:
            cut.days.append((spans, quarters))
        values = {name: asked for name, asked in wanted.items() if name not in ("", "bucket")}
        if values:
            _cut_values(cut, [_days(span, zone) for span in spans], values, zone, served, org_id)
    return cut


def _cut_values(
    cut: AtSums,
    several: Sequence[Days],
    values: ValuesByDimension,
    zone: ZoneInfo,
    served: ServedRows,
    org_id: str,
) -> None:
    known = served.summed(org_id)
    ends = served.copy.summed_before
    days: list[Days] = []
    months: list[Days] = []
    for first, after in several:
        if all(
            one.file in served.numbers and one.first >= first and one.last < after for one in known
        ):
            cut.ever.append(((), values))
            days.append((max(first, ends), after))
            continue
        held = [one for one in known if one.file in served.numbers]
        whole = _whole_months((first, after), held)
        if whole is None:
            days.append((first, after))
            continue
        months.append(whole)
        # Sums end before some day. Later days, and those without a sum, are read individually.
        days += [(first, min(whole[0], after)), (max(whole[1], first), after)]
        days.append((max(first, whole[0], ends), min(after, whole[1])))
    for found, into in ((days, cut.days), (months, cut.months)):
        spans = [_span(start, end, zone) for start, end in found if start < end]
        if spans:
            into.append((spans, values))


def _whole_months(days: Days, held: Iterable[Summed]) -> Days | None:
    """Return the months whose sums contain only days from this range."""
    first, after = days
    sums = list(held)
    start, end = _month_of(first), _next_month(after - timedelta(days=1))
    if any(one.month == start and one.first < first for one in sums):
        start = _next_month(start)
    last = _month_of(end - timedelta(days=1))
    if any(one.month == last and one.last >= after for one in sums):
        end = last
    return (start, end) if start < end else None


def _days(span: Range, zone: ZoneInfo) -> Days:
    return span.start.astimezone(zone).date(), span.end.astimezone(zone).date()


def _span(first: date, after: date, zone: ZoneInfo) -> Range:
    return Range(local_midnight(first, zone), local_midnight(after, zone))


def _month_of(day: date) -> date:
    return day.replace(day=1)


def _next_month(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=32)).replace(day=1)
