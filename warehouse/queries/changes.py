"""Explains which code, place or hour caused a number to change compared with the preceding period.

The rule is the same for every organisation:

1. The same comparison is made for each of the eight weeks before. The median of those changes is the usual change
(Mondays are busier than Sundays each week), and their spread is the ordinary noise. The noise is at least what chance
alone gives a count: the square root of the sum of both counts.
2. A change within two spreads of the usual one is ordinary and is not explained. Neither is a change from zero, because
there is nothing to compare it with.
3. Otherwise each value of each dimension is weighed. It is named if its own change has the same direction, is at least
a third of the whole change, is beyond chance, and exceeds by at least a fifth of the whole the change that its share of
the preceding period would give if everything changed alike.
4. For each kind (code, place, time) only the value that stands out most may be named, and at most two values are named
in total.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from math import sqrt
from statistics import median
from zoneinfo import ZoneInfo

from warehouse.date_ranges import Granularity, Range, edges
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Answer, BreakdownRow, Dimension, Metrics, Question

WEEKS = 8
FEWEST_WEEKS = 3
SPREADS = 2.0
LEAST_PART = 1 / 3
LEAST_EXCESS = 0.2
MOST_NAMED = 2
MOST_VALUES = 10_000
LONGEST = timedelta(days=400)
DAYS_OF_A_WEEK = 7
"""A period shorter than this is explained by hours, any other by weekdays."""
HISTORY = timedelta(weeks=WEEKS, days=1)
"""Length of time before the preceding period that is used to determine what is usual."""
_LIKE_A_NORMAL_SPREAD = 1.4826

RULE = (
    "The same comparison is made for each of the eight weeks before. A move within two ordinary spreads"
    " of the usual one, or within what chance does to a count, is not spoken of. A code, place or time is"
    " named when it makes at least a third of the move and at least a fifth more of it than its share"
    " of the period before."
)

KINDS = {
    "code": "code",
    "placement": "code",
    "country": "place",
    "region": "place",
    "hour": "time",
    "weekday": "time",
}
"""The kind of each dimension, in the order in which ties are broken."""

SPLIT_BY = (
    Dimension.CODE,
    Dimension.PLACEMENT,
    Dimension.COUNTRY,
    Dimension.REGION,
    Dimension.HOUR_BY_WEEKDAY,
)


@dataclass(frozen=True)
class Cause:
    """A value that explains a change. `share`: its own change as a part of the whole change."""

    dimension: str
    key: str
    now: int
    before: int
    share: float


@dataclass(frozen=True)
class Change:
    """A change, the usual change, and its causes. An ordinary change has none."""

    now: int
    before: int
    usual: float
    noise: float
    weeks: int
    causes: tuple[Cause, ...] = ()

    @property
    def is_ordinary(self) -> bool:
        return abs(self.now - self.before - self.usual) <= SPREADS * self.noise

    @property
    def needs_no_causes(self) -> bool:
        """Whether no causes are named, because the change is ordinary, zero, or from zero."""
        return self.is_ordinary or self.before in (self.now, 0)


def explain_move(
    analytics: Analytics, question: Question, metric: str, now: datetime
) -> Change | None:
    """Return how the metric changed from the preceding period, and why, or None if the two cannot be compared.

    The question is split by `SPLIT_BY`.

    Raises:
        QuestionError: it would read too much.
    """
    question = replace(question, metrics=frozenset({metric}))
    current, previous = question.current, question.previous
    if previous is None or current.length > LONGEST or previous.start >= previous.end:
        return None
    days = current.length / timedelta(days=1)
    by_hours = days < DAYS_OF_A_WEEK
    after = analytics.ask(replace(_split(question, current, by_hours=by_hours), previous=previous))
    pairs = weeks_before(current, previous, now, question.zone)
    moments = edges_of(pairs)
    history = analytics.ask(
        replace(
            question,
            current=Range(moments[0], moments[-1]),
            previous=None,
            granularity=Granularity.HOUR,
            edges=tuple(moments[:-1]),
            group_by=(),
        )
    )
    points = {point.at: getattr(point.metrics, metric) for point in history.series}
    earlier = sums_of(pairs, points)
    change = move_of(metric, after.totals, after.previous or Metrics(), earlier)
    if change.needs_no_causes:
        return change
    before = analytics.ask(_split(question, previous, by_hours=by_hours))
    return explain(metric, after, before, earlier, days=days, zone=question.zone)


def _split(question: Question, span: Range, *, by_hours: bool) -> Question:
    """Return the question for one period. Weekdays are derived from its days, so that no hours need to be read for
    them.
    """
    whole = (span.start,)
    return replace(
        question,
        current=span,
        previous=None,
        granularity=Granularity.DAY,
        edges=whole if by_hours else tuple(edges(span, Granularity.DAY, question.zone)),
        group_by=tuple(
            one for one in question.group_by if by_hours or one is not Dimension.HOUR_BY_WEEKDAY
        ),
        breakdown_limit=MOST_VALUES,
    )


def explain(
    metric: str,
    now: Answer,
    before: Answer,
    earlier: Sequence[tuple[int, int]],
    *,
    days: float,
    zone: ZoneInfo,
) -> Change:
    """Return the change between two answers that are split by `SPLIT_BY`, or by day instead of by hour.

    `earlier`: the same two numbers, current and preceding, for each of the weeks before. `days`: length of the period.
    Short periods are explained by hours, long ones by weekdays.
    """
    change = move_of(metric, now.totals, before.totals, earlier)
    if change.needs_no_causes:
        return change
    causes = _causes(metric, now, before, days, zone)
    return replace(change, causes=tuple(_best(causes, change)))


def move_of(
    metric: str, now: Metrics, before: Metrics, earlier: Sequence[tuple[int, int]]
) -> Change:
    """Return how the metric changed, and the usual change. `earlier` is the same as in `explain`."""
    total, total_before = (getattr(one, metric) for one in (now, before))
    moves = [one - other for one, other in earlier if one or other]
    usual = noise = 0.0
    if len(moves) >= FEWEST_WEEKS:
        usual = median(moves)
        noise = _LIKE_A_NORMAL_SPREAD * median(abs(move - usual) for move in moves)
    return Change(total, total_before, usual, max(noise, sqrt(total + total_before)), len(moves))


def _causes(
    metric: str, now: Answer, before: Answer, days: float, zone: ZoneInfo
) -> Iterable[Cause]:
    whole = getattr(now.totals, metric) - getattr(before.totals, metric)
    for dimension in KINDS:
        if dimension in ("hour", "weekday"):
            if (dimension == "hour") is not (days < DAYS_OF_A_WEEK):
                continue
            sums, sums_before = (_times(one, metric, dimension, zone) for one in (now, before))
        else:
            sums, sums_before = (
                _values(one, metric, Dimension(dimension)) for one in (now, before)
            )
        for key in sorted({*sums, *sums_before} - {""}):
            one, other = sums.get(key, 0), sums_before.get(key, 0)
            yield Cause(dimension, key, one, other, (one - other) / whole)


def _best(causes: Iterable[Cause], change: Change) -> list[Cause]:
    def excess(cause: Cause) -> float:
        return cause.share - (cause.before / change.before if change.before else 0.0)

    fitting = [
        cause
        for cause in causes
        if cause.share >= LEAST_PART
        and excess(cause) >= LEAST_EXCESS
        and abs(cause.now - cause.before) > SPREADS * sqrt(cause.now + cause.before)
    ]
    order = list(KINDS)
    fitting.sort(key=lambda cause: (-excess(cause), order.index(cause.dimension), cause.key))
    named: dict[str, Cause] = {}
    for cause in fitting:
        named.setdefault(KINDS[cause.dimension], cause)
    return list(named.values())[:MOST_NAMED]


def _values(answer: Answer, metric: str, dimension: Dimension) -> dict[str, int]:
    rows: Sequence[BreakdownRow] = answer.breakdowns.get(dimension, ())
    return {row.key: getattr(row.metrics, metric) for row in rows}


def _times(answer: Answer, metric: str, dimension: str, zone: ZoneInfo) -> dict[str, int]:
    sums: dict[str, int] = {}
    if Dimension.HOUR_BY_WEEKDAY not in answer.breakdowns:
        for point in answer.series:
            weekday = str(point.at.astimezone(zone).isoweekday())
            sums[weekday] = sums.get(weekday, 0) + getattr(point.metrics, metric)
        return sums
    for key, value in _values(answer, metric, Dimension.HOUR_BY_WEEKDAY).items():
        weekday, _, hour = key.partition("-")
        part = hour if dimension == "hour" else weekday
        sums[part] = sums.get(part, 0) + value
    return sums


def weeks_before(
    current: Range, previous: Range, now: datetime, zone: ZoneInfo
) -> list[tuple[Range, Range]]:
    """Return the two periods shifted to each of the weeks before, by local time."""
    current = Range(current.start, max(min(current.end, now), current.start))
    return [
        (_earlier(current, week, zone), _earlier(previous, week, zone))
        for week in range(1, WEEKS + 1)
    ]


def _earlier(span: Range, weeks: int, zone: ZoneInfo) -> Range:
    start, end = (
        (edge.astimezone(zone) - timedelta(weeks=weeks)).astimezone(UTC)
        for edge in (span.start, span.end)
    )
    return Range(start, end)


def edges_of(pairs: Iterable[tuple[Range, Range]]) -> list[datetime]:
    """Return every moment at which one of the periods begins or ends, without duplicates."""
    return sorted({edge for pair in pairs for one in pair for edge in (one.start, one.end)})


def sums_of(
    pairs: Iterable[tuple[Range, Range]], points: Mapping[datetime, int]
) -> list[tuple[int, int]]:
    """Return the two numbers of each pair, from a series whose points begin at `edges_of` the pairs."""

    def total(span: Range) -> int:
        return sum(value for at, value in points.items() if span.start <= at < span.end)

    return [(total(one), total(other)) for one, other in pairs]
