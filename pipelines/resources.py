"""What assets need from outside: the lake, the organisations' zones, and what the relay published."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import dagster as dg
from pydantic import Field

from runtime.settings import Settings, get_settings

if TYPE_CHECKING:  # loaded only where used: the code server lives for ever and should stay small
    from warehouse.checks.kept import Found
    from warehouse.checks.runner import Published
    from warehouse.lake import Lake
    from warehouse.retention import Rule


class SettingsResource(dg.ConfigurableResource["SettingsResource"]):
    """The settings of this process, some of them given by name in the place of the environment's."""

    given: dict[str, str] = Field(
        default={}, description="Settings by name; none: the environment's"
    )

    def settings(self) -> Settings:
        """The settings that count here."""
        return Settings.model_validate(self.given) if self.given else get_settings()


class LakeResource(SettingsResource):
    """The lake that the settings name."""

    def open(self) -> "Lake":
        """The lake, its tables read anew."""
        from warehouse.lake import Lake

        return Lake.from_settings(self.settings())


class OperationalResource(SettingsResource):
    """What is read of Postgres: the views analytics_v1.* and the outbox."""

    def zones(self) -> dict[str, str]:
        """IANA zone by organisation."""
        from warehouse.operational import organization_zones

        return organization_zones(self.settings().database_url_as("waypost_pipelines"))

    def retention_rules(self) -> "list[Rule]":
        """How long each organisation that said so keeps its events."""
        from warehouse.operational import retention_rules

        return retention_rules(self.settings().database_url_as("waypost_pipelines"))

    def published(self) -> "Published":
        """What the relay published, up to a position that the lake should hold in full."""
        from pipelines.published import read_published

        return read_published(self.settings())

    def note(self, *found: "Found") -> None:
        """Keep how checks went: operators are told of what fails, and when it is well again."""
        from warehouse.checks.kept import keep_found

        keep_found(self.settings().database_url_as("waypost_pipelines"), found, datetime.now(UTC))

    @contextmanager
    def noting(self, asset: str, name: str) -> Iterator[None]:
        """Keep whether the block ended well. What another try may mend is not noted."""
        from pipelines.failures import is_retryable
        from warehouse.checks.kept import Found

        try:
            yield
        except Exception as error:
            if not is_retryable(error):
                self.note(Found(asset, name, passes=False, said=str(error)))
            raise
        self.note(Found(asset, name, passes=True))

    def drop_landed_days(self, today: date) -> list[date]:
        """Drop the outbox's days that are wholly in the lake; returns them."""
        from pipelines.published import drop_landed_days

        return drop_landed_days(self.settings(), today)
