"""Nightly check of the destinations of codes. Each URL is requested once."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import dagster as dg

from pipelines.failures import RETRY_POLICY, sorted_failures
from pipelines.resources import OperationalResource
from runtime.destinations import look_at_all

if TYPE_CHECKING:
    from runtime.destinations import Finding
    from warehouse.destinations import Destination

AT_ONCE = 8


def check_all(
    destinations: Iterable["Destination"], look: Callable[[str], "Finding"]
) -> list[tuple["Destination", "Finding"]]:
    """Request each URL once, several at a time."""
    known = list(destinations)
    found = look_at_all(list(dict.fromkeys(one.url for one in known)), look, AT_ONCE)
    return [(one, found[one.url]) for one in known]


@dg.op(retry_policy=RETRY_POLICY)
def look_at_destinations(
    context: dg.OpExecutionContext, operational: OperationalResource
) -> dg.Output[None]:
    """Check every destination of active codes."""
    from runtime.destinations import look_at
    from warehouse.destinations import keep_findings, read_destinations

    with sorted_failures():
        url = operational.settings().database_url_as("waypost_pipelines")
        found = check_all(read_destinations(url), look_at)
        keep_findings(url, found, datetime.now(UTC))
    broken = sorted({one.url for one, finding in found if finding.state != "fine"})
    for one in broken[:50]:
        context.log.warning(f"destination unreachable: {one}")
    return dg.Output(None, metadata={"destinations": len(found), "broken": len(broken)})


@dg.job(
    name="destination_health",
    executor_def=dg.in_process_executor,
    description="Fetch where codes lead, never a private address, and flag codes that lead nowhere.",
)
def destination_health() -> None:
    """The job with one op."""
    look_at_destinations()
