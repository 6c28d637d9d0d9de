"""Dagster resources: the lake, the application's database and the relay's published positions."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import dagster as dg
from pydantic import Field

from runtime.settings import Settings, get_settings

# Loaded only where used, because the code server runs indefinitely and should stay small
if TYPE_CHECKING:
    from warehouse.checks.runner import Published
    from warehouse.checks.stored_results import CheckResult
    from warehouse.lake import Lake
    from warehouse.retention import Rule


class SettingsResource(dg.ConfigurableResource["SettingsResource"]):
    """The settings of this process. Some may be passed by name instead of coming from the environment."""

    given: dict[str, str] = Field(
        default={}, description="Settings by name; none: the environment's"
    )

    def settings(self) -> Settings:
        """Return the settings in effect."""
        return Settings.model_validate(self.given) if self.given else get_settings()


class LakeResource(SettingsResource):
    """The lake that the settings name."""

    def open(self) -> "Lake":
        """Return a fresh handle of the lake."""
        from warehouse.lake import Lake

        return Lake.from_settings(self.settings())


class OperationalResource(SettingsResource):
    """Reads from Postgres: the views analytics_v1.* and the outbox."""

    def zones(self) -> dict[str, str]:
        """Return the IANA time zone of each organisation."""
        from warehouse.operational import organization_zones

        return organization_zones(self.settings().database_url_as("waypost_pipelines"))

    def retention_rules(self) -> "list[Rule]":
        """Return the retention rules of the organisations that set one."""
        from warehouse.operational import retention_rules

        return retention_rules(self.settings().database_url_as("waypost_pipelines"))

    def published(self) -> "Published":
        """Return what the relay published, up to a position that must have landed completely."""
        from pipelines.published import read_published

        return read_published(self.settings())

    def record_results(self, *results: "CheckResult") -> None:
        """Store check results. Operators are alerted when a check fails and when it passes again."""
        from warehouse.checks.stored_results import store_results

        store_results(
            self.settings().database_url_as("waypost_pipelines"), results, datetime.now(UTC)
        )

    @contextmanager
    def recording_result(self, asset: str, name: str) -> Iterator[None]:
        """Store whether the block succeeded. Errors that a retry may fix are not stored."""
        from pipelines.failures import is_retryable
        from warehouse.checks.stored_results import CheckResult

        try:
            yield
        except Exception as error:
            if not is_retryable(error):
                self.record_results(CheckResult(asset, name, passes=False, message=str(error)))
            raise
        self.record_results(CheckResult(asset, name, passes=True))

    def drop_landed_days(self, today: date) -> list[date]:
        """Drop outbox partitions whose rows have all landed, and return their days."""
        from pipelines.published import drop_landed_days

        return drop_landed_days(self.settings(), today)
