"""Recomputes bot verdicts with the current rules, as a job and as the command `waypost verdicts`."""

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import dagster as dg
import typer

from pipelines.assets.marts import LAKE_WRITER
from pipelines.automation import HISTORY_TAGS
from pipelines.failures import RETRY_POLICY, sorted_failures
from pipelines.resources import LakeResource, OperationalResource

if TYPE_CHECKING:
    from ingest.verdicts.recompute import Recomputed

SHOWN = 500


class VerdictsConfig(dg.Config):
    """`dry_run`: only report what would change."""

    dry_run: bool = False


@dg.op(name="judge_days", pool=LAKE_WRITER, retry_policy=RETRY_POLICY, out=dg.Out(dg.Nothing))
def judge_history(
    context: dg.OpExecutionContext,
    config: VerdictsConfig,
    lake: LakeResource,
    operational: OperationalResource,
) -> None:
    """Recompute verdicts made by older rules, rewrite the events and rebuild their marts."""
    from ingest.verdicts.recompute import recompute

    with sorted_failures():
        done = recompute(
            lake.open(), operational.zones(), dry_run=config.dry_run, tell=context.log.info
        )
    context.add_output_metadata(about(done))


@dg.job(
    name="judge_history",
    tags=HISTORY_TAGS,
    executor_def=dg.in_process_executor,
    description=(
        "Run the bot, preview and repeat rules in force over events that older rules judged; "
        "what changed is in verdict_changes and in the metadata."
    ),
)
def judge_history_job() -> None:
    """The job with one op, which continues an interrupted run."""
    judge_history()


def about(done: "Recomputed") -> dict[str, Any]:
    """Return metadata about the changes."""
    return {
        "events_judged": sum(done.days.values()),
        "events_changed": sum(total_by_change(done).values()),
        "days": len(done.days),
        "days_recounted": len(done.recounted),
        "changes": dg.MetadataValue.json(
            [{name: str(value) for name, value in row.items()} for row in done.changes[:SHOWN]]
        ),
    }


def total_by_change(done: "Recomputed") -> Counter[tuple[str, str]]:
    """Return the number of events by verdict before and after."""
    totals: Counter[tuple[str, str]] = Counter()
    for row in done.changes:
        totals[str(row["before"]), str(row["after"])] += int(str(row["events"]))
    return totals


def verdicts(
    dry_run: Annotated[bool, typer.Option(help="Only print what would change.")] = False,
) -> None:
    """Recompute bot verdicts with the current rules and rebuild the marts."""
    from rich.console import Console
    from rich.table import Table

    from ingest.verdicts.recompute import recompute
    from ingest.verdicts.rules import VERDICT_VERSION

    console = Console()
    resources = LakeResource(), OperationalResource()
    done = recompute(resources[0].open(), resources[1].zones(), dry_run=dry_run, tell=console.print)
    table = Table(title=f"{'Would change' if dry_run else 'Changed'} by rules {VERDICT_VERSION}")
    for heading in ("day", "organisation", "was", "is", "events"):
        table.add_column(heading, justify="right" if heading == "events" else "left")
    for row in done.changes:
        table.add_row(*(str(row[name]) for name in ("day", "org_id", "before", "after", "events")))
    console.print(table)
    changed = sum(total_by_change(done).values())
    console.print(
        f"{sum(done.days.values()):,} events judged on {len(done.days)} days, {changed:,} changed"
    )
