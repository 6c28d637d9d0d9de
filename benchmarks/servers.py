"""The environment of the web benchmarks: an empty database, and a server in a separate process."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from api.db.migrations import upgrade
from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import free_port, port_is_open, wait_until
from runtime.settings import Settings


@contextmanager
def database() -> Iterator[Settings]:
    """Yield the settings of a migrated database that is deleted afterwards."""
    with own_postgres() as (settings, _):
        yield settings


@contextmanager
def own_postgres() -> Iterator[tuple[Settings, EmbeddedPostgres]]:
    """Yield the same settings and their Postgres server."""
    folder = Path(tempfile.mkdtemp(prefix="waypost-bench-"))
    folder.chmod(0o755)
    postgres = EmbeddedPostgres(folder / "postgres", free_port(), "bench")
    postgres.start()
    try:
        settings = Settings(
            _env_file=None,  # type: ignore[call-arg]
            database_url_setting=postgres.url(),  # type: ignore[arg-type]
            var_dir=folder / "var",
            secret_key_setting="a secret of the benchmark",  # type: ignore[arg-type]
        )
        upgrade(settings)
        yield settings, postgres
    finally:
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def server(app: str, settings: Settings, *, workers: int = 1, **environment: str) -> Iterator[int]:
    """Yield the port of a server for the app that this factory (`module:function`) creates."""
    port = free_port()
    running = launch(app, settings, port, workers=workers, **environment)
    try:
        yield port
    finally:
        running.terminate()
        running.wait(20)


def launch(
    app: str, settings: Settings, port: int, *, workers: int = 1, **environment: str
) -> "subprocess.Popen[bytes]":
    """Start a server of the app on this port, and return it once it listens."""
    running = subprocess.Popen(
        [
            *(sys.executable, "-m", "uvicorn", "--factory", app, "--port", str(port)),
            *("--workers", str(workers), "--no-access-log", "--log-level", "warning"),
            "--no-proxy-headers",
        ],
        env={
            **os.environ,
            "DATABASE_URL": settings.database_url,
            "WAYPOST_VAR_DIR": str(settings.var_dir),
            "WAYPOST_SECRET_KEY": settings.secret_key.decode(),
            "WAYPOST_PORT": str(port),
            **environment,
        },
    )
    if not wait_until(lambda: port_is_open(port), running, 60):
        running.terminate()
        running.wait(20)
        raise SystemExit(f"{app} did not start")
    return running
