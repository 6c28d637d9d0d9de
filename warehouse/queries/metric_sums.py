"""Additive metrics by place, summed from the rows that statements return."""

from collections.abc import Mapping
from typing import Any

from warehouse.metrics import METRICS, Audience
from warehouse.queries.language import Question

SUMS = tuple(name for name, one in METRICS.items() if one.is_additive)
FAMILIES: Mapping[str, tuple[str, ...]] = {
    family: tuple(name for name, one in METRICS.items() if family in one.families)
    for family in dict.fromkeys(it for one in METRICS.values() for it in one.families)
}
"""The metrics that count the events of each family. Events of all other families are not counted by any metric."""
COUNTS = ("events", "visits", "new_people")
"""The counts in rows of the activity marts, in the order in which statements return them."""
BEFORE = "before"
"""Name of the part with the totals of the preceding range."""

_SUMMED = {
    family: tuple(
        (
            name,
            COUNTS.index(column),
            METRICS[name].audience,
            -1 if family == METRICS[name].less else 1,
        )
        for name in names
        if (column := METRICS[name].column)
    )
    for family, names in FAMILIES.items()
}
"""For each family: (metric, index of the count, audience, sign that adds or subtracts)."""

Sums = dict[str, int]
Counted = dict[tuple[str, str], Sums]
"""Sums by part (`total`, `series`, `before` or a dimension) and key (empty for totals, the index of a point, or a
value, which is empty if unknown).
"""


def merge(into: Counted, more: Counted) -> None:
    """Add the sums of `more` to `into`."""
    for place, sums in more.items():
        known = into.setdefault(place, dict.fromkeys(SUMS, 0))
        for name, value in sums.items():
            known[name] += value


def add(counted: Counted, question: Question, place: tuple[str, str], row: list[Any]) -> None:
    """Add a row (type, audience, events, visits, new people) to the sums of a place."""
    kind, audience, *counts = row
    sums = counted.setdefault(place, dict.fromkeys(SUMS, 0))
    is_human = audience == "human"
    is_shown = is_human or question.include_bots
    for name, which, whose, sign in _SUMMED[kind]:
        if whose is Audience.MACHINES:
            counts_here = not is_human
        else:
            counts_here = is_shown or whose is Audience.ANY
        if counts_here:
            sums[name] += sign * int(counts[which])
