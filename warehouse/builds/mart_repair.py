"""Rebuilds marts with damaged files from events.

A rebuilt month is replaced in one commit, which also removes its damaged files from the table. Until then, queries that
need them fail. The files are moved to quarantine afterwards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import duckdb
import pyarrow as pa
from deltalake.exceptions import DeltaError

from warehouse.builds.numbers import renumber_all
from warehouse.builds.rebuild import rebuild_month, rebuild_visitors, retries
from warehouse.builds.tables import NUMBERS, VISITORS
from warehouse.damage import Damaged, move_to_quarantine, set_aside
from warehouse.lake import Lake

_UNREADABLE = (duckdb.Error, DeltaError, pa.ArrowException, OSError)


@dataclass
class MendedMarts:
    """Result of a repair: what was rebuilt, and where the damaged files are."""

    months: list[date] = field(default_factory=list)
    visitors: int | None = None
    set_aside: list[str] = field(default_factory=list)
    lossy: list[str] = field(default_factory=list)
    """Marts that lost rows whose events had already been deleted by retention."""


def mend_marts(lake: Lake, zones: Mapping[str, str], damaged: Sequence[Damaged]) -> MendedMarts:
    """Rebuild the contents of damaged mart files. The event table must have been repaired already."""
    done = MendedMarts()
    of_visitors = [one for one in damaged if one.table.name == VISITORS]
    if of_visitors:
        done.visitors = _visitors(lake, zones, of_visitors, done)
    if any(one.table.name == NUMBERS for one in damaged):
        for attempt in retries():
            with attempt:
                renumber_all(lake, zones)
    others = [one for one in damaged if one.table.name not in (VISITORS, NUMBERS)]
    for month in sorted({_month(one) for one in others}):
        of_month = [one for one in others if _month(one) == month]
        _rebuild_month(lake, zones, month, of_month, done)
        done.months.append(month)
    for one in damaged:
        where = move_to_quarantine(lake, one)
        if where is not None:
            done.set_aside.append(where)
    return done


def _month(one: Damaged) -> date:
    month = one.file.partition["month"]
    return month if isinstance(month, date) else date.fromisoformat(month)


def _visitors(
    lake: Lake, zones: Mapping[str, str], damaged: Sequence[Damaged], done: MendedMarts
) -> int:
    try:
        return _retried_visitors(lake, zones)
    except (
        _UNREADABLE
    ):  # totals of deleted events cannot be rebuilt, and some of them are in the damaged file
        _give_up_rows(lake, damaged, done)
        return _retried_visitors(lake, zones)


def _retried_visitors(lake: Lake, zones: Mapping[str, str]) -> int:
    rows = 0
    for attempt in retries():
        with attempt:
            rows = rebuild_visitors(lake, zones)
    return rows


def _rebuild_month(
    lake: Lake,
    zones: Mapping[str, str],
    month: date,
    damaged: Sequence[Damaged],
    done: MendedMarts,
) -> None:
    unreadable = frozenset(one.uri for one in damaged)
    try:
        _retried_month(lake, zones, month, unreadable)
    except _UNREADABLE:  # the same
        _give_up_rows(lake, damaged, done)
        _retried_month(lake, zones, month, unreadable)


def _retried_month(
    lake: Lake, zones: Mapping[str, str], month: date, unreadable: frozenset[str]
) -> None:
    for attempt in retries():
        with attempt:
            rebuild_month(lake, zones, month, unreadable=unreadable)


def _give_up_rows(lake: Lake, damaged: Sequence[Damaged], done: MendedMarts) -> None:
    for name in sorted({one.table.name for one in damaged}):
        own = [one for one in damaged if one.table.name == name]
        done.set_aside += set_aside(lake, own, own[0].table.schema.empty_table())
        done.lossy.append(name)
