"""Distinct people of a range and of the preceding one, counted exactly.

Without filters and over full local days, the rows of the daily roll-up are the requested events. In that case its
bitmaps of visitor numbers are united, and other visitors in the range are added by number. Everything else is a count
of distinct visitors over `people_15m` and raw events (`warehouse.queries.visitors`).
"""

from collections.abc import Sequence
from itertools import chain

import duckdb
from pyroaring import BitMap

from warehouse.date_ranges import Range
from warehouse.queries.counts import places_of_total
from warehouse.queries.days import QUARTER, RollUp, cases_of_total, days_around, quarters
from warehouse.queries.event_selection import scans
from warehouse.queries.language import Dimension, Question
from warehouse.queries.metric_sums import SUMS, Counted
from warehouse.queries.sources import Parts, Tables
from warehouse.queries.visitors import People, Place, count_visitors
from warehouse.queries.visitors_outside_roll_up import visitors_outside_roll_up

_RANKED_BY = tuple(dict.fromkeys(("scans", "views", *SUMS)))
"""Metrics by which values of a breakdown are ordered. Scans and views are 0 if only other metrics are requested."""


class VisitorSets:
    """Sets of people by place, which are united when they are counted."""

    def __init__(self) -> None:
        self._sets: dict[Place, list[BitMap]] = {}

    def add(self, place: Place, people: BitMap) -> None:
        """Add these people. The set that is passed in is not modified."""
        self._sets.setdefault(place, []).append(people)

    def counts(self) -> dict[Place, int]:
        """Return the number of distinct people in each place."""
        return {
            place: len(sets[0] if len(sets) == 1 else BitMap.union(*sets))
            for place, sets in self._sets.items()
        }


def count_people(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    parts: Parts,
    counted: Counted,
    staged: int,
    roll_up: RollUp,
) -> People:
    """Return the people of both ranges. `parts` and `counted` are the input and output of the additive metrics."""
    current = [one for one in parts.days if one.start >= question.current.start]
    if not current:
        return count_visitors(cursor, roll_up.cache, question, tables, staged)
    shown = {
        one.value: frozenset(top_keys(counted, one.value, question.breakdown_limit))
        for one in question.group_by
        if one is not Dimension.HOUR_BY_WEEKDAY
    }
    visitor_sets = VisitorSets()
    _add_totals(visitor_sets, question, parts, roll_up)
    _add_breakdowns(visitor_sets, question, current, counted, shown, roll_up)
    for place, people in visitors_outside_roll_up(cursor, question, tables, parts, staged):
        part, key = place
        if part not in shown or key in shown[part]:
            visitor_sets.add(place, people)
    return People(visitor_sets.counts())


def _add_totals(
    visitor_sets: VisitorSets, question: Question, parts: Parts, roll_up: RollUp
) -> None:
    """Add the people who scanned on full local days and in quarters."""
    current = [one for one in parts.days if one.start >= question.current.start]
    before = [one for one in parts.days if one.start < question.current.start]
    cases = cases_of_total(question, current)
    if before:
        cases.append((before, {"": None}))
    found = [roll_up.visitor_sets(cases, scans(question))]
    if parts.quarters:
        wanted = {QUARTER: quarters(parts.quarters)}
        found.append(roll_up.visitor_sets([(days_around(parts.quarters), wanted)], scans(question)))
    for day, dimension, value, people in chain(*found):
        for place in places_of_total(question, day, dimension, value):
            visitor_sets.add(place, people)


def _add_breakdowns(
    visitor_sets: VisitorSets,
    question: Question,
    days: Sequence[Range],
    counted: Counted,
    shown: dict[str, frozenset[str]],
    roll_up: RollUp,
) -> None:
    """Add the people who scanned with the values that the answer will show, and few others."""
    wanted: dict[str, set[str] | None] = {}
    for one in question.group_by:
        if one.value not in shown:
            continue
        known = wanted.get(one.column, set())
        # If nearly all values are shown, all are requested, so that the cached result stays usable
        # when ranks change.
        values = sum(part == one.value for part, _ in counted)
        every = one.is_of_codes or values <= 2 * question.breakdown_limit
        wanted[one.column] = None if every or known is None else known | shown[one.value]
    if not wanted:
        return
    for _, column, value, people in roll_up.visitor_sets([(days, wanted)], scans(question)):
        for part, key in question.keys_of(column, value):
            if key in shown[part]:
                visitor_sets.add((part, key), people)


def top_keys(counted: Counted, part: str, limit: int) -> list[str]:
    """Return the values of a dimension that an answer shows, the highest first. Hours are always complete, because
    there are at most 168, and a week without some of them would be wrong.
    """
    rows = [(key, sums) for (found, key), sums in counted.items() if found == part]
    rows.sort(key=lambda row: (*(-row[1][name] for name in _RANKED_BY), row[0]))
    shown = rows if part == Dimension.HOUR_BY_WEEKDAY.value else rows[:limit]
    return [key for key, _ in shown]
