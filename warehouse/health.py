"""Checks of the lake for `waypost doctor`."""

from collections.abc import Iterable

from deltalake.exceptions import DeltaError

from runtime.doctor import Finding
from runtime.settings import Settings
from warehouse.lake import Lake


def lake(settings: Settings) -> Iterable[Finding]:
    """Return findings on whether the lake can be read and how far it reaches."""
    events = Lake.from_settings(settings).events
    if not events.exists():
        yield Finding("lake", "warn", f"no events at {events.url}", "the lander makes the table")
        return
    positions = events.positions()
    files = events.files()
    rows = sum(file.rows for file in files)
    highest = max(positions.values(), default=0)
    text = f"{rows:,} events in {len(files)} files at {events.url}, up to position {highest:,}"
    yield Finding("lake", "ok", text)


REPAIR = "put it back from a backup, or `waypost repair` (docs/operations.md, Damaged files)"


def files(settings: Settings) -> Iterable[Finding]:
    """Return findings on whether the data files exist and have the sizes that their tables record."""
    yield from _files(settings, full=False)


def contents(settings: Settings) -> Iterable[Finding]:
    """Return findings on whether every byte of the data files can be read."""
    yield from _files(settings, full=True)


def _files(settings: Settings, *, full: bool) -> Iterable[Finding]:
    from warehouse.damage import damaged_copies, damaged_files, tables_of

    lake = Lake.from_settings(settings)
    looked_at = damaged = 0
    for table in tables_of(lake):
        try:
            looked_at += len(table.files())
            found = damaged_files(table, full=full)
        except (DeltaError, OSError) as failure:
            damaged += 1
            result = str(failure).splitlines()[0]
            advice = "restore the folder `_delta_log` of this table from a backup"
            yield Finding("table", "fail", f"{table.url}: {result}", advice)
            continue
        damaged += len(found)
        for one in found:
            yield Finding("file", "fail", f"{one.uri} {one.problem}", REPAIR)
    for path, problem in damaged_copies(lake):
        yield Finding("serving copy", "fail", f"{path} {problem}", REPAIR)
    if looked_at and not damaged:
        how = "were read whole" if full else "are what their tables say"
        yield Finding("files", "ok", f"{looked_at:,} files of events and marts {how}")
