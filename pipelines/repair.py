"""`waypost repair`: moves damaged files to quarantine and restores their contents while the product runs."""

from collections.abc import Iterable
from typing import Annotated

import typer

from ingest.landing.restore_files import CannotRestore, RestoredEvents, restore_events
from ingest.processes import connect
from pipelines.resources import LakeResource, OperationalResource
from runtime.embedded.process import ServiceFailed
from runtime.settings import get_settings
from warehouse.builds.mart_repair import MendedMarts, mend_marts
from warehouse.damage import Damaged, damaged_copies, damaged_files, set_copy_aside, tables_of
from warehouse.lake import Lake


def repair(
    full: Annotated[
        bool, typer.Option(help="Read every data file completely, which takes longer.")
    ] = False,
) -> None:
    """Move damaged files of the lake to quarantine and restore their contents. Exits with 1 if events are lost."""
    lake = LakeResource().open()
    found = [one for table in tables_of(lake) for one in damaged_files(table, full=full)]
    copies = damaged_copies(lake)
    for one in found:
        typer.echo(f"{one.uri} {one.problem}")
    events = [one for one in found if one.table.name == lake.events.name]
    restored = _restore(lake, events) if events else RestoredEvents()
    marts = [one for one in found if one.table.name != lake.events.name]
    mended = mend_marts(lake, OperationalResource().zones(), marts) if marts else MendedMarts()
    for path, problem in copies:
        typer.echo(f"{path} {problem}: set aside as {set_copy_aside(lake, path)}")
    for line in _report_lines(restored, mended):
        typer.echo(line)
    if not found and not copies:
        typer.echo("no file is damaged")
    raise typer.Exit(bool(restored.lost or mended.lossy))


def _restore(lake: Lake, damaged: list[Damaged]) -> RestoredEvents:
    with connect(get_settings()) as connection:
        try:
            return restore_events(connection, lake, damaged)
        except CannotRestore as refused:
            raise ServiceFailed(str(refused)) from refused


def _report_lines(restored: RestoredEvents, mended: MendedMarts) -> Iterable[str]:
    for where in (*restored.set_aside, *mended.set_aside):
        yield f"set aside as {where}"
    if restored.restored:
        yield f"{restored.restored:,} events restored from the outbox"
    if restored.lost:
        spans = ", ".join(
            f"{first}-{last}" if last > first else str(first) for first, last in restored.lost
        )
        yield (
            f"LOST: up to {restored.lost_count:,} events at positions {spans}; the outbox no"
            " longer has them. Restore the file from a backup (docs/operations.md, Damaged files)"
        )
    if mended.visitors is not None:
        yield f"visitors rebuilt: {mended.visitors:,}"
    for month in mended.months:
        yield f"marts of {month:%Y-%m} rebuilt"
    for name in mended.lossy:
        yield f"LOST: rows of {name} whose events retention had deleted before"
