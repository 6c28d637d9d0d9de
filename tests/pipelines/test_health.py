"""The report of `waypost doctor` about the marts."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pipelines.health import marts
from runtime.settings import Settings
from tests.pipelines.events import ZONES, land, make_event
from warehouse.builds.activity import build_activity
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake


@pytest.fixture
def lake(settings: Settings) -> Lake:
    return Lake.from_settings(settings)


def findings(settings: Settings) -> list[tuple[str, str]]:
    return [(finding.state, finding.text) for finding in marts(settings)]


def test_health_reports_nothing_before_the_first_event(settings: Settings) -> None:
    assert findings(settings) == []


def test_marts_not_built_yet_are_listed(settings: Settings, lake: Lake) -> None:
    land(lake, make_event(1))
    none = findings(settings)
    build_activity(lake, ZONES)
    shutil.rmtree(Path(mart_table(lake, "votes").url))

    assert none == [("warn", "not built yet: any of them")]
    assert findings(settings) == [("warn", "not built yet: votes")]


def test_marts_that_include_every_event_are_healthy(settings: Settings, lake: Lake) -> None:
    land(lake, make_event(1))
    build_activity(lake, ZONES)

    assert findings(settings) == [("ok", "they hold every event of the lake")]


def test_stalled_marts_raise_a_warning(settings: Settings, lake: Lake) -> None:
    land(lake, make_event(1))
    build_activity(lake, ZONES)
    land(lake, make_event(2, received_at=datetime.now(UTC) - timedelta(minutes=45)))

    assert findings(settings) == [("warn", "the oldest event that they lack came 45 minutes ago")]
