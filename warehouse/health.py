"""What `waypost doctor` says about the lake."""

from collections.abc import Iterable

from runtime.doctor import Finding
from runtime.settings import Settings
from warehouse.lake import Lake


def lake(settings: Settings) -> Iterable[Finding]:
    """Can the lake be read, and how far does it reach?"""
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
