"""`waypost demo`: loads the demonstration, or simulates visitors of it."""

import os
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Annotated

import typer

from runtime.demo.catalogue import ORGANIZATIONS
from runtime.embedded.process import ServiceFailed
from runtime.settings import ROOT, Settings, get_settings
from warehouse.operational import organization_zones

if TYPE_CHECKING:
    import pyarrow as pa

QUIETLY = {"console": {"config": {"log_level": "WARNING"}}}
MOMENT = "demo-moment"
DAYS = 90
LOAD_NAME = "demo"
"""Name of the bulk load. A finished load is never repeated."""


def demo(
    live: Annotated[
        bool, typer.Option("--live", help="Visit the demo codes over HTTP instead of loading data.")
    ] = False,
    minutes: Annotated[float, typer.Option(min=0.05, help="Duration of --live in minutes.")] = 10.0,
    per_minute: Annotated[
        float, typer.Option(min=0.1, max=6000, help="Visits per minute with --live.")
    ] = 20.0,
    days: Annotated[int, typer.Option(min=1, max=DAYS, help="Days of activity to load.")] = DAYS,
) -> None:
    """Load the demo organisations with 90 days of activity. Existing data does not change."""
    settings = get_settings()
    if live:
        _visit(settings, minutes, per_minute)
    else:
        load(settings, datetime.now(UTC), typer.echo, days)


def load(settings: Settings, now: datetime, say: Callable[[str], None], days: int = DAYS) -> None:
    """Load the events of the last `days`, the rows of the organisations, and the marts. Nothing is done twice.

    Events are loaded before organisations, so that a visible demo organisation always has its events. Marts that
    a crash left unbuilt are built by Dagster's next run.

    Raises:
        ServiceFailed: the events cannot be loaded now. The message explains why.
    """
    _run("migrate")
    if _is_there(settings):
        say("The demo organisations are there.")
        return
    began = time.monotonic()
    rows = _load_events(settings, now, days)
    _run("demo-state")
    _build_marts(settings, now)
    (settings.var_dir / MOMENT).unlink()
    say(f"Loaded {rows:,} events in {time.monotonic() - began:.1f} s.")


def _is_there(settings: Settings) -> bool:
    known = organization_zones(settings.database_url_as("waypost_pipelines"))
    return all(organization.org_id in known for organization in ORGANIZATIONS)


def _load_events(settings: Settings, now: datetime, days: int) -> int:
    from ingest.bulk import BulkLoadRefused, bulk_load
    from pipelines.demo.generate import batches, generate, newest

    def events() -> Iterator["pa.Table"]:
        moment = _moment(settings, now)
        yield from batches(newest(generate(moment), moment, days))

    try:
        return bulk_load(settings, LOAD_NAME, events())
    except BulkLoadRefused as refused:
        raise ServiceFailed(f"the demo events were not loaded: {refused}") from refused


def _moment(settings: Settings, now: datetime) -> datetime:
    """Return when the first attempt began, because an interrupted load must continue with the same events."""
    kept = settings.var_dir / MOMENT
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(now.isoformat())
    return datetime.fromisoformat(kept.read_text())


def _run(command: str) -> None:
    """Run a command of the API. It is found by name, because pipelines may not import it."""
    (point,) = entry_points(group="waypost.commands", name=command)
    point.load()()


def _build_marts(settings: Settings, now: datetime) -> None:
    """Run the ordinary job once in this process, and record the run where the Dagster UI finds it."""
    home = settings.var_dir / "dagster"
    home.mkdir(parents=True, exist_ok=True)
    (home / "dagster.yaml").write_text((ROOT / "dagster.yaml").read_text())
    os.environ["DAGSTER_HOME"] = str(home)

    import dagster as dg

    from pipelines import automation
    from pipelines.definitions import defs
    from pipelines.schedules import INCREMENTAL, build_marts

    with dg.DagsterInstance.get() as instance:
        finished = defs.resolve_job_def(build_marts.name).execute_in_process(
            instance=instance,
            partition_key=automation.today(now),
            run_config={"ops": INCREMENTAL.ops, "loggers": QUIETLY},
            raise_on_error=True,
        )
        assert finished.success


def _visit(settings: Settings, minutes: float, per_minute: float) -> None:
    import numpy as np

    from pipelines.demo.live import LiveTraffic, visits

    rng = np.random.default_rng()
    typer.echo(f"{per_minute:g} visits a minute for {minutes:g} minutes; Ctrl-C ends it")
    for line in visits(LiveTraffic(settings.base_url, rng), minutes, per_minute, rng):
        typer.echo(line)
