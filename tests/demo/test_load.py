"""What `waypost demo` loads, and that running it again changes nothing."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from pipelines.demo.command import load
from runtime.demo.catalogue import ORGANIZATIONS
from runtime.settings import Settings, get_settings
from warehouse.builds.tables import is_behind
from warehouse.lake import Lake

DAYS = 3
"""More than one batch can contain."""
WAYPOST = Path(sys.executable).with_name("waypost")


@pytest.fixture
def installed(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """Yield the settings of this process and of those that it starts."""
    monkeypatch.setenv("DATABASE_URL", settings.database_url)
    monkeypatch.setenv("WAYPOST_VAR_DIR", str(settings.var_dir))
    monkeypatch.setenv("DAGSTER_DISABLE_TELEMETRY", "yes")
    monkeypatch.setenv("DAGSTER_HOME", "")  # `load` sets it
    get_settings.cache_clear()
    yield get_settings()
    get_settings.cache_clear()


@pytest.mark.slow
@pytest.mark.usefixtures("without_people")
def test_demo_loads_events_rows_and_marts_and_a_second_run_changes_nothing(
    installed: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipelines.demo.generate.BATCH_DAYS", DAYS - 1)
    lines: list[str] = []

    load(installed, datetime.now(UTC), lines.append, DAYS)
    lake = Lake.from_settings(installed)
    version = lake.events.version()
    second = subprocess.run(
        [WAYPOST, "demo"], env=os.environ, capture_output=True, text=True, check=False
    )

    assert lines[-1].startswith("Loaded ")
    assert second.returncode == 0, second.stderr[-3000:]
    assert "there" in second.stdout
    assert lake.events.version() == version
    days = {file.partition["day"] for file in lake.events.files()}
    assert DAYS <= len(days) <= DAYS + 2  # midnight may pass
    assert sum(file.rows for file in lake.events.files()) > 1_000 * DAYS
    assert not is_behind(lake)
    with psycopg.connect(installed.database_url) as connection:
        found = connection.execute(
            "select o.slug, c.name from codes c join organizations o using (org_id)"
        ).fetchall()
    catalogue = {
        (organization.slug, code.name)
        for organization in ORGANIZATIONS
        for code in organization.codes
    }
    assert catalogue <= set(found)
