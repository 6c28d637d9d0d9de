"""Recomputes verdicts: rewrites the events of each day, then its marts, then first scans.

Each step is one Delta commit and can be repeated. A day's events are replaced up to the highest position that was read,
so there is no conflict with the lander. Readers see each table either before or after its commit. For the seconds
between the commit of the events and that of the last mart, the tables differ. The next run finishes an interrupted one,
using `verdict_days`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

import pyarrow as pa
import stamina

from ingest.verdicts import ledger
from ingest.verdicts.history import JUDGED, JudgedDay, judge_day, stale_days
from ingest.verdicts.rules import VERDICT_VERSION
from warehouse.builds.rebuild import count_visitors, moved_first_scans, rebuild_day
from warehouse.builds.session import BuildSession
from warehouse.lake import Lake, LakeConflictError
from warehouse.schemas import EVENTS

ATTEMPTS = 5

_VERDICTS = {
    "is_bot": "coalesce(judged.now_bot, event.is_bot)",
    "bot_reason": "case when judged.pos is null then event.bot_reason else judged.now_reason end",
    "is_preview": "coalesce(judged.now_preview, event.is_preview)",
    "verdict_version": (
        f"case when judged.pos is null then event.verdict_version else {VERDICT_VERSION} end"
    ),
}
_COLUMNS = ", ".join(
    f"{_VERDICTS[name]} as {name}" if name in _VERDICTS else f"event.{name}"
    for name in EVENTS.names
)
_REWRITTEN = (
    f"select {_COLUMNS} from lake.events as event left join build.judged as judged"
    " on event.partition = judged.partition and event.pos = judged.pos"
)


@dataclass
class Recomputed:
    """Result of a recompute or of a dry run."""

    days: dict[date, int] = field(default_factory=dict)
    """Recomputed events by arrival day."""
    changes: list[dict[str, object]] = field(default_factory=list)
    """Rows of `verdict_changes`."""
    recounted: list[date] = field(default_factory=list)
    """Days on which the number of new visitors changed."""


def recompute(
    lake: Lake,
    zones: Mapping[str, str],
    *,
    dry_run: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> Recomputed:
    """Recompute all stale verdicts. With `dry_run`, only return the changes.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    done = Recomputed()
    if not lake.events.exists():
        return done
    with BuildSession(lake, zones) as session:
        waiting = stale_days(session, lake.events.files())
    cut_short = {day for day, stage in ledger.stages(lake).items() if stage == "judging"}
    days = sorted(waiting) if dry_run else sorted(waiting.keys() | cut_short)
    for number, day in enumerate(days, 1):
        judged = _look(lake, day) if dry_run else _day(lake, zones, day)
        done.days[day] = len(judged.judged)
        done.changes += [
            {"version": VERDICT_VERSION, "day": day, **change._asdict(), "events": events}
            for change, events in sorted(judged.changes.items())
        ]
        changed = judged.changes.total()
        tell(f"{day}: {len(judged.judged):,} judged, {changed:,} changed ({number} of {len(days)})")
    if not dry_run and ledger.stages(lake):
        done.recounted = _settle(lake, zones)
        tell(f"{len(done.recounted)} days counted again because first scans moved")
    return done


def _look(lake: Lake, day: date) -> JudgedDay:
    with BuildSession(lake, {}) as session:
        return judge_day(session, lake.events.files(), day)


def _day(lake: Lake, zones: Mapping[str, str], day: date) -> JudgedDay:
    """Rewrite the events of the day, then rebuild its marts. Conflicts are retried."""
    for attempt in _retries():
        with attempt:
            judged = _replace_events(lake, day)
    for attempt in _retries():
        with attempt:
            rebuild_day(lake, zones, day)
    ledger.set_stage(lake, [day], "judged")
    return judged


def _replace_events(lake: Lake, day: date) -> JudgedDay:
    handle = lake.events.handle()
    files = lake.events.files(handle)
    own = [file for file in files if file.partition["day"] == day]
    with BuildSession(lake, {}) as session:
        judged = judge_day(session, files, day)
        ledger.set_stage(lake, [day], "judging")
        if not judged.judged:
            return judged
        ledger.note_changes(lake, judged)
        session.give("build.judged", JUDGED, judged.judged)
        session.show("lake.events", EVENTS, own)
        top = max(file.stats["max.pos"] for file in own)
        rows = session.stream(_REWRITTEN, EVENTS)
        lake.events.replace(rows, f"day = '{day.isoformat()}' and pos <= {top}", handle=handle)
    return judged


def _settle(lake: Lake, zones: Mapping[str, str]) -> list[date]:
    """Recompute first scans, and rebuild the days on which they changed."""
    for attempt in _retries():
        with attempt:
            table, handle, rows = count_visitors(lake, zones)
            before = handle.to_pyarrow_table().select(table.schema.names)
            moved = moved_first_scans(lake, before, rows)
            if moved or not _same(before, rows):
                ledger.set_stage(lake, moved, "recount")
                table.replace(rows, "true", handle=handle)
    again = sorted(day for day, stage in ledger.stages(lake).items() if stage == "recount")
    for day in again:
        for attempt in _retries():
            with attempt:
                rebuild_day(lake, zones, day)
    ledger.settle_all(lake)
    return again


def _same(before: pa.Table, after: pa.Table) -> bool:
    keys = [("org_id", "ascending"), ("visitor", "ascending")]
    return bool(before.cast(after.schema).sort_by(keys).equals(after.sort_by(keys)))


def _retries() -> Iterator[stamina.Attempt]:
    yield from stamina.retry_context(
        on=LakeConflictError, attempts=ATTEMPTS, timeout=None, wait_initial=0.1, wait_max=5.0
    )
