"""`waypost demo`, as a person runs it."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from runtime.demo.catalogue import ORGANIZATIONS
from runtime.settings import Settings
from warehouse.builds.tables import is_behind
from warehouse.lake import Lake

DAYS = 12
"""More than one batch holds."""
WAYPOST = Path(sys.executable).with_name("waypost")


@pytest.mark.slow
def test_demo_loads_events_rows_and_marts_and_a_second_run_changes_nothing(
    settings: Settings,
) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": settings.database_url,
        "WAYPOST_VAR_DIR": str(settings.var_dir),
        "DAGSTER_DISABLE_TELEMETRY": "yes",
    }

    first = subprocess.run(
        [WAYPOST, "demo", "--days", str(DAYS)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    lake = Lake.from_settings(settings)
    version = lake.events.version()
    second = subprocess.run(
        [WAYPOST, "demo"], env=environment, capture_output=True, text=True, check=False
    )

    assert first.returncode == 0, first.stderr[-3000:]
    assert second.returncode == 0, second.stderr[-3000:]
    assert "there" in second.stdout
    assert lake.events.version() == version
    days = {file.partition["day"] for file in lake.events.files()}
    assert DAYS <= len(days) <= DAYS + 2  # midnight may pass
    assert sum(file.rows for file in lake.events.files()) > 1_000 * DAYS
    assert not is_behind(lake)
    with psycopg.connect(settings.database_url) as connection:
        found = connection.execute(
            "select o.slug, c.name from codes c join organizations o using (org_id)"
        ).fetchall()
    catalogue = {
        (organization.slug, code.name)
        for organization in ORGANIZATIONS
        for code in organization.codes
    }
    assert catalogue <= set(found)
