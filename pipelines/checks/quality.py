"""The daily Great Expectations suites over the marts.

Great Expectations is imported only when a check runs, because it takes seconds and 260 MB.
"""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import dagster as dg

from pipelines.checks.suites import RULE, suite_of
from pipelines.failures import RETRY_POLICY, sorted_failures
from pipelines.resources import LakeResource, OperationalResource
from warehouse.models.catalogue import Model, get_model, marts

if TYPE_CHECKING:
    import pandas as pd

QUALITY = "great_expectations"


@lru_cache
def _context() -> Any:
    """Return the Great Expectations context. It is cached, because creating one takes longer than a suite."""
    import great_expectations as gx
    from great_expectations.data_context.types.base import ProgressBarsConfig

    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = ProgressBarsConfig(globally=False)
    return context


def validate(model: Model, rows: "pd.DataFrame") -> tuple[bool, list[dict[str, Any]]]:
    """Return whether the rows pass the suite, and the failed expectations."""
    source = _context().data_sources.add_or_update_pandas("lake")
    batch = (
        source.add_dataframe_asset(model.name)
        .add_batch_definition_whole_dataframe("day")
        .get_batch({"dataframe": rows})
    )
    result = batch.validate(suite_of(model))
    unmet = [
        {
            "rule": one.expectation_config.meta[RULE],
            "expectation": one.expectation_config.type,
            "column": str(one.expectation_config.kwargs.get("column", "")),
            "unexpected": one.result.get("unexpected_count"),
        }
        for one in result.results
        if not one.success
    ]
    return bool(result.success), unmet


class QualityConfig(dg.Config):
    """`day`: the arrival day to check, in the form 2026-01-31. The default is yesterday."""

    day: str | None = None


def _yesterday() -> date:
    return datetime.now(UTC).date() - timedelta(days=1)


def _quality_check(mart: str) -> dg.AssetChecksDefinition:
    @dg.asset_check(
        name=QUALITY,
        asset=mart,
        blocking=True,
        retry_policy=RETRY_POLICY,
        description="Fails when a day of the mart breaks its Great Expectations suite",
    )
    def check(
        config: QualityConfig, lake: LakeResource, operational: OperationalResource
    ) -> dg.AssetCheckResult:
        from warehouse.builds.session import mart_rows_of_day
        from warehouse.checks.stored_results import CheckResult

        model = get_model(f"marts.{mart}")
        with sorted_failures():
            day = date.fromisoformat(config.day) if config.day else _yesterday()
            rows = mart_rows_of_day(lake.open(), mart, day)
            passed, unmet = validate(model, rows.to_pandas())
            message = "" if passed else f"{day}: {'; '.join(one['rule'] for one in unmet)}"
            operational.record_results(CheckResult(mart, QUALITY, passed, message))
        return dg.AssetCheckResult(
            passed=passed,
            metadata={
                "day": day.isoformat(),
                "rows": rows.num_rows,
                "unmet": dg.MetadataValue.json(unmet),
            },
        )

    return check


quality_checks = [_quality_check(mart) for mart in marts()]
