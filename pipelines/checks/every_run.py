"""The checks of each run in DuckDB SQL: events before the marts are built, marts afterwards."""

from collections.abc import Iterator
from datetime import UTC, datetime

import dagster as dg

from pipelines.checks.results import as_result, days_of_run, failure_message
from pipelines.failures import RETRY_POLICY, sorted_failures
from pipelines.partitions import day_of
from pipelines.resources import LakeResource, OperationalResource
from warehouse.checks.catalogue import Check, all_checks
from warehouse.models.catalogue import marts

EXPECTATIONS = "expectations"


def _spec(check: Check) -> dg.AssetCheckSpec:
    return dg.AssetCheckSpec(
        check.name,
        asset=check.table,
        blocking=check.blocking,
        description=check.description,
    )


def _expectations(mart: str) -> dg.AssetCheckSpec:
    return dg.AssetCheckSpec(
        EXPECTATIONS,
        asset=mart,
        blocking=True,
        description="Fails when a row breaks what the model's YAML says of its columns",
    )


_EVENT_CHECKS = [check for check in all_checks().values() if check.table == "events"]
_MART_CHECKS = [check for check in all_checks().values() if check.table != "events"]


@dg.multi_asset_check(
    name="event_checks",
    specs=[_spec(check) for check in _EVENT_CHECKS],
    can_subset=True,
    retry_policy=RETRY_POLICY,
)
def event_checks(
    context: dg.AssetCheckExecutionContext, lake: LakeResource, operational: OperationalResource
) -> Iterator[dg.AssetCheckResult]:
    """Check the events before marts are built from them."""
    yield from _judge(context, _EVENT_CHECKS, (), lake, operational)


@dg.multi_asset_check(
    name="mart_checks",
    specs=[*(_spec(check) for check in _MART_CHECKS), *(_expectations(mart) for mart in marts())],
    can_subset=True,
    retry_policy=RETRY_POLICY,
)
def mart_checks(
    context: dg.AssetCheckExecutionContext, lake: LakeResource, operational: OperationalResource
) -> Iterator[dg.AssetCheckResult]:
    """Check the marts against their raw events."""
    yield from _judge(context, _MART_CHECKS, tuple(marts()), lake, operational)


def _judge(
    context: dg.AssetCheckExecutionContext,
    checks: list[Check],
    expected: tuple[str, ...],
    lake: LakeResource,
    operational: OperationalResource,
) -> Iterator[dg.AssetCheckResult]:
    from warehouse.checks.runner import CheckSession, Outcome
    from warehouse.checks.stored_results import CheckResult

    chosen = {
        (key.asset_key.to_user_string(), key.name) for key in context.selected_asset_check_keys
    }
    found: dict[tuple[str, str], list[tuple[str, Outcome]]] = {}
    with sorted_failures():
        published = operational.published()
        for key in days_of_run(context):
            with CheckSession(lake.open(), day_of(key), datetime.now(UTC), published) as session:
                for check in checks:
                    if (check.table, check.name) in chosen:
                        outcome = session.run(check)
                        found.setdefault((check.table, check.name), []).append((key, outcome))
                for mart in expected:
                    if (mart, EXPECTATIONS) in chosen:
                        outcomes = [(key, outcome) for outcome in session.expect(mart)]
                        found.setdefault((mart, EXPECTATIONS), []).extend(outcomes)
        operational.record_results(
            *(
                CheckResult(
                    table, name, passes=not (message := failure_message(outcomes)), message=message
                )
                for (table, name), outcomes in found.items()
            )
        )
    for (table, name), outcomes in found.items():
        yield as_result(name, table, outcomes, dg.AssetCheckSeverity.ERROR)
