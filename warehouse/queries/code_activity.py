"""Scans, people, scans by day and the day of the last scan for every code of an organisation, in one query."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

import duckdb

from warehouse.date_ranges import Range
from warehouse.queries.analytics import Analytics, is_near, tail_events
from warehouse.queries.budget import refuse_too_much
from warehouse.queries.counts import stored_rows_sql
from warehouse.queries.days import OtherZoneError, RollUp
from warehouse.queries.event_selection import is_text, scans
from warehouse.queries.language import Dimension, Question, QuestionError
from warehouse.queries.metric_sums import SUMS, Counted
from warehouse.queries.people import count_people
from warehouse.queries.sources import Parameters, Parts, Tables, cut, dates_of, whole_days
from warehouse.queries.tail import STAGED, stage

_FIRST_DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""Before any event."""
_DAY = "cast(timezone({zone}, moment) as date)"

ValueDays = tuple[str, date, Sequence[date], Sequence[int]]
"""A code, the last day on which it was scanned, and its scans on days of the range."""


@dataclass
class CodeActivity:
    """The scans of one code. `days`: scans on each day of the range, of which the last is today."""

    days: list[int]
    last_scan_on: date
    people: int = 0

    @property
    def scans(self) -> int:
        """Return the number of scans in the range."""
        return sum(self.days)


@dataclass(frozen=True)
class CodeActivities:
    """Codes that were ever scanned. `as_of` is the arrival of the newest event."""

    by_code: dict[str, CodeActivity] = field(default_factory=dict)
    as_of: datetime | None = None
    tail_events: int = 0


def read_code_activity(analytics: Analytics, question: Question) -> CodeActivities:
    """Return the activity of all codes in the question's range, which consists of whole local days.

    Raises:
        QuestionError: there are too many rows to read.
    """
    if question.group_by != (Dimension.CODE,) or question.filters or question.previous:
        raise QuestionError("group_by", "Activity is of all codes and of one range")
    return analytics.read(lambda cursor, tables: _answer(analytics, question, cursor, tables))


def _answer(
    analytics: Analytics, question: Question, cursor: duckdb.DuckDBPyConnection, tables: Tables
) -> CodeActivities:
    roll_up = RollUp(cursor, analytics.result_cache, question, tables)
    try:
        by_days = is_near(tables.activity_day, tables.activity)
        found = _count(question, tables, roll_up, by_days=by_days)
    except OtherZoneError:
        found = _count(question, tables, roll_up, by_days=False)
    return CodeActivities(
        found, analytics.as_of(cursor, question.org_id, tables), tail_events(tables)
    )


def _count(
    question: Question, tables: Tables, roll_up: RollUp, *, by_days: bool
) -> dict[str, CodeActivity]:
    parts = cut(question.current, whole_days(question, question.current) if by_days else None)
    refuse_too_much(question, tables, parts, roll_up)
    staged = stage(roll_up.cursor, question, tables, parts, question.group_by)
    first, after = dates_of(question.current, question)
    found: dict[str, CodeActivity] = {}
    for code_id, last, days, numbers in _value_days(question, tables, parts, roll_up, staged):
        one = found.setdefault(code_id, CodeActivity([0] * (after - first).days, last))
        one.last_scan_on = max(one.last_scan_on, last)
        for day, number in zip(days, numbers, strict=True):
            one.days[(day - first).days] += number
    place = Dimension.CODE.value
    counted: Counted = {
        (place, code_id): dict.fromkeys(SUMS, 0) | {"scans": one.scans}
        for code_id, one in found.items()
        if one.scans
    }
    people = count_people(roll_up.cursor, question, tables, parts, counted, staged, roll_up)
    for code_id, one in found.items():
        one.people = people.by_place.get((place, code_id), 0)
    return found


def _value_days(
    question: Question, tables: Tables, parts: Parts, roll_up: RollUp, staged: int
) -> Iterator[ValueDays]:
    if parts.days:
        ever = Range(_FIRST_DAY, question.current.end)
        yield from roll_up.days_of_values(Dimension.CODE.column, ever, scans(question))
        if not staged:
            return
        parameters = Parameters()
        rows = (
            f"select moment, code_id, 1 as events from {STAGED} where beyond_days"
            f" and org_id = {parameters.org_id(question)} and {scans(question).sql(is_text)}"
        )
    else:
        # Without the roll-up, the last scan is known only within the range.
        parameters = Parameters()
        rows = stored_rows_sql(question, tables.activity.files, parts, parameters, staged)
        if not rows:
            return
        rows = f"select * from ({rows}) where {scans(question).sql(is_text)}"
    day = _DAY.format(zone=parameters.bind(question.zone.key))
    found = roll_up.cursor.execute(
        "select code_id, max(day), list(day), list(events)"
        f" from (select code_id, {day} as day, sum(events)::bigint as events from ({rows})"
        " where code_id is not null group by all) group by code_id",
        parameters.values,
    )
    yield from found.fetchall()
