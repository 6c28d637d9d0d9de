"""Different people of a range and of the one before it.

Exact is a count of distinct visitors over `people_15m` and raw events, under any filter. Where the
daily roll-up answers and holds 10,000 people or more, its DataSketches are united instead, unless the
question asks for exact people, and what the roll-up does not hold yet is put into them.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain

import datasketches
import duckdb

from warehouse.date_ranges import Range
from warehouse.queries.counted import BEFORE, Counted
from warehouse.queries.counts import places_of_total
from warehouse.queries.days import QUARTER, RollUp, cases_of_total, days_around, quarters
from warehouse.queries.language import Dimension, Question, columns_of
from warehouse.queries.seen import scans
from warehouse.queries.sources import (
    Parameters,
    Parts,
    Tables,
)
from warehouse.queries.visitors import (
    People,
    Place,
    exact,
    kept_sql,
    staged_sql,
)
from warehouse.sketches import LG_K, RELATIVE_ERROR

EXACT_BELOW = 10_000
_TOTAL = ("total", "")


class Crowds:
    """Sketches of people by place, united as rows come in."""

    def __init__(self) -> None:
        self._unions: dict[Place, datasketches.hll_union] = {}

    def add(self, place: Place, people: datasketches.hll_sketch | int) -> None:
        """Add the people of a sketch, or a single visitor."""
        union = self._unions.get(place)
        if union is None:
            union = self._unions[place] = datasketches.hll_union(LG_K)
        union.update(people)

    def counts(self) -> dict[Place, int]:
        """About how many people are in each place."""
        return {place: round(union.get_estimate()) for place, union in self._unions.items()}


def count_people(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    parts: Parts,
    counted: Counted,
    staged: int,
    roll_up: RollUp,
) -> People:
    """People of both ranges. `parts` and `counted` are what the additive metrics were made of."""
    current = [one for one in parts.days if one.start >= question.current.start]
    scans = counted.get(("total", ""), {}).get("scans", 0)
    if question.exact or not current or scans < EXACT_BELOW:
        return exact(roll_up.cursor, roll_up.memory, question, tables, staged)
    crowds = Crowds()
    _add_totals(crowds, question, parts, roll_up)
    _add_loose_visitors(crowds, cursor, question, tables, parts, staged)
    if crowds.counts().get(_TOTAL, 0) < EXACT_BELOW:
        return exact(roll_up.cursor, roll_up.memory, question, tables, staged)
    _add_breakdowns(crowds, question, current, counted, roll_up)
    return People(crowds.counts(), "hll", RELATIVE_ERROR)


def _add_totals(crowds: Crowds, question: Question, parts: Parts, roll_up: RollUp) -> None:
    """The sketches of whole local days and of quarters."""
    current = [one for one in parts.days if one.start >= question.current.start]
    before = [one for one in parts.days if one.start < question.current.start]
    cases = cases_of_total(question, current)
    if before:
        cases.append((before, {"": None}))
    found = [roll_up.sketches(cases, scans(question))]
    if parts.quarters:
        wanted = {QUARTER: quarters(parts.quarters)}
        found.append(roll_up.sketches([(days_around(parts.quarters), wanted)], scans(question)))
    for day, dimension, value, sketch in chain(*found):
        for place in places_of_total(question, day, dimension, value):
            crowds.add(place, sketch)


def _add_breakdowns(
    crowds: Crowds,
    question: Question,
    days: Sequence[Range],
    counted: Counted,
    roll_up: RollUp,
) -> None:
    """The sketches of the values that the answer will show, and of few others."""
    asked = [one for one in question.group_by if one is not Dimension.HOUR_BY_WEEKDAY]
    shown = {
        one.value: set(top_keys(counted, one.value, question.breakdown_limit)) for one in asked
    }
    wanted: dict[str, set[str] | None] = {}
    for one in asked:
        known = wanted.get(one.column, set())
        # Where nearly all are shown, all are asked for: what is remembered then holds when ranks change.
        values = sum(part == one.value for part, _ in counted)
        every = one.is_of_codes or values <= 2 * question.breakdown_limit
        wanted[one.column] = None if every or known is None else known | shown[one.value]
    if not wanted:
        return
    for _, column, value, sketch in roll_up.sketches([(days, wanted)], scans(question)):
        for part, key in question.keys_of(column, value):
            if key in shown[part]:
                crowds.add((part, key), sketch)


def _add_loose_visitors(
    crowds: Crowds,
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    parts: Parts,
    staged: int,
) -> None:
    """Visitors of what is no whole day, and of days that the roll-up does not hold yet."""
    parameters = Parameters()
    sources = (
        kept_sql(question, tables.people.files, parts, parameters),
        staged_sql(question, parts, parameters) if staged else "",
    )
    rows = " union all ".join(source for source in sources if source)
    if not rows:
        return
    names = columns_of(question.group_by)
    statement = f"select distinct {', '.join(['moment', 'visitor', *names])} from ({rows})"
    for at, visitor, *values in cursor.execute(statement, parameters.values).fetchall():
        for place in _places(question, at):
            crowds.add(place, visitor)
        if at >= question.current.start:
            for column, value in zip(names, values, strict=True):
                for place in question.keys_of(column, value or ""):
                    crowds.add(place, visitor)


def top_keys(counted: Counted, part: str, limit: int) -> list[str]:
    """The values of a dimension that an answer shows, most scans first."""
    rows = [(key, sums) for (found, key), sums in counted.items() if found == part]
    rows.sort(key=lambda row: (-row[1]["scans"], -row[1]["views"], row[0]))
    return [key for key, _ in rows[:limit]]


def _places(question: Question, moment: datetime) -> tuple[Place, ...]:
    if moment < question.current.start:
        return ((BEFORE, ""),)
    return (_TOTAL, ("series", str(question.place_of(moment))))
