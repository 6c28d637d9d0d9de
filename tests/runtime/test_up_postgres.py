"""`waypost postgres`: the embedded server alone, for dumps and restores."""

import os
import signal
import subprocess
from pathlib import Path

import psycopg
import pytest

from runtime.embedded.process import ServiceFailed, free_port
from runtime.settings import Settings
from runtime.up.run import run_postgres
from tests.support.installation import PORTS, WAYPOST
from tests.support.waiting import eventually


def test_postgres_runs_alone_with_an_empty_database_until_it_is_stopped(tmp_path: Path) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
        **{name: str(free_port()) for name in PORTS},
        "WAYPOST_VAR_DIR": str(tmp_path / "var"),
    }
    output = tmp_path / "output.txt"
    with output.open("wb") as written:
        running = subprocess.Popen(
            [WAYPOST, "postgres"],
            env=environment,
            stdout=written,
            stderr=subprocess.STDOUT,
        )
    try:
        eventually(lambda: "Postgres is ready:  postgresql://" in output.read_text(), within=60)
        url = output.read_text().split("ready:")[1].split()[0]
        with psycopg.connect(url) as connection:
            tables = connection.execute(
                "select count(*) from pg_tables where schemaname = 'public'"
            ).fetchone()
        second = subprocess.run(
            [WAYPOST, "up"], env=environment, capture_output=True, text=True, check=False
        )
    finally:
        running.send_signal(signal.SIGINT)
        code = running.wait(60)

    assert tables == (0,)
    assert f"already runs on {tmp_path / 'var'} as process {running.pid}" in second.stderr
    assert code == 0
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)


def test_postgres_is_refused_where_another_one_is_set(tmp_path: Path) -> None:
    settings = Settings(
        _env_file=None, var_dir=tmp_path, database_url_setting="postgresql://owner@db.example/x"
    )  # type: ignore[call-arg]

    with pytest.raises(ServiceFailed, match="DATABASE_URL"):
        run_postgres(settings)
