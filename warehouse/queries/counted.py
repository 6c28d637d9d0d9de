"""Additive metrics by place: what statements give is added up here."""

from typing import Any

from warehouse.queries.language import Question

SUMS = ("scans", "new", "visits", "views", "submits", "votes", "plays", "redemptions", "bots")
FAMILIES = {
    "scan": ("scans", "people", "new", "returning", "visits", "bots"),
    "view": ("views",),
    "submit": ("submits",),
    "vote": ("votes",),
    "play": ("plays",),
    "redemption": ("redemptions",),
}
"""The metrics that count the events of each family; the events of all others are counted by none."""
BEFORE = "before"
"""Part of the totals of the range before."""

Sums = dict[str, int]
Counted = dict[tuple[str, str], Sums]
"""Sums by part (`total`, `series`, `before` or a dimension) and key (nothing, the point's place, a
value; empty where it is not known)."""


def merge(into: Counted, more: Counted) -> None:
    """Add the sums of `more`."""
    for place, sums in more.items():
        known = into.setdefault(place, dict.fromkeys(SUMS, 0))
        for name, value in sums.items():
            known[name] += value


def add(counted: Counted, question: Question, place: tuple[str, str], row: list[Any]) -> None:
    """Add a row (type, audience, events, visits, new people) to a place."""
    kind, audience, events, visits, new_people = row
    sums = counted.setdefault(place, dict.fromkeys(SUMS, 0))
    if kind != "scan":
        (metric,) = FAMILIES[kind]
        sums[metric] += int(events)
        return
    is_human = audience == "human"
    if is_human or question.include_bots:
        sums["scans"] += int(events)
        sums["visits"] += int(visits)
    sums["new"] += int(new_people)
    if not is_human:
        sums["bots"] += int(events)
