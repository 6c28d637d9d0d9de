"""One Postgres for a whole test run, shared by its workers and deleted with the run.

Run as a module it is the keeper: it starts the server, writes its address to a file, and stops it when the process of
the run (the pytest that a person or CI started) is gone, however that ended.
"""

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg
from filelock import FileLock
from psycopg import sql

from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import free_port
from runtime.settings import ROOT, Settings
from tests.support.memory import forget_memory

RUN_VARIABLE = "WAYPOST_TEST_RUN"
OWNER = "managed"
"""The owner of the test databases has the permissions of one on a managed server: it may create databases and roles,
and nothing more.
"""
TEMPLATE = "waypost_template"

# Durability after a crash is of no use to a test; the chaos tests start their own servers.
_FAST = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "scram_iterations": "1",
}


@dataclass(frozen=True)
class Server:
    """The address of this run's server."""

    port: int
    password: str

    def url(self, database: str) -> str:
        return f"postgresql://{OWNER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def superuser_url(self, database: str) -> str:
        return f"postgresql://waypost:{self.password}@127.0.0.1:{self.port}/{database}"

    def create(self, database: str, template: str | None = None) -> str:
        """Create a database and return its URL."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            statement = sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database))
            if template is not None:
                statement += sql.SQL(" TEMPLATE {}").format(sql.Identifier(template))
            connection.execute(statement)
        return self.url(database)

    def drop(self, database: str) -> None:
        with psycopg.connect(self.superuser_url("postgres"), autocommit=True) as connection:
            connection.execute(
                sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(database))
            )

    def has(self, database: str) -> bool:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            row = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database])
            return row.fetchone() is not None


def name_run() -> None:
    """Set the number of the run, which workers inherit. Called first in the process that owns the run."""
    os.environ.setdefault(RUN_VARIABLE, str(os.getpid()))


def run_folder() -> Path:
    """Return the folder that the processes of this run share."""
    folder = _folder()
    folder.mkdir(mode=0o755, exist_ok=True)
    return folder


def forget_run() -> None:
    """Delete what the processes of this run shared, if there is no keeper for that."""
    shutil.rmtree(_folder(), ignore_errors=True)


def _folder() -> Path:
    run = int(os.environ[RUN_VARIABLE])
    return Path(tempfile.gettempdir()) / f"waypost-tests-{os.getuid()}-{run}"


def has_keeper() -> bool:
    """Return whether there is a keeper that cleans up after the run."""
    return (_folder() / "keeper.log").exists()


def shared_server(patience: float = 60) -> Server:
    """Return the run's server; the first worker that needs it starts it."""
    folder = run_folder()
    with FileLock(folder / "postgres.lock"):
        address = folder / "postgres.json"
        if not address.exists():
            with (folder / "keeper.log").open("wb") as log:
                keeper = subprocess.Popen(
                    [sys.executable, "-m", "tests.support.postgres", os.environ[RUN_VARIABLE]],
                    cwd=ROOT,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            end = time.monotonic() + patience
            while not address.exists():
                if keeper.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(
                        f"no Postgres for the tests: {(folder / 'keeper.log').read_text()}"
                    )
                time.sleep(0.05)
        return Server(**json.loads(address.read_text()))


def migrated_template(server: Server) -> str:
    """Return the name of the database with the whole schema and no rows, which is migrated once per run."""
    from api.db.migrations import upgrade

    folder = run_folder()
    with FileLock(folder / "template.lock"):
        if not server.has(TEMPLATE):
            making = f"{TEMPLATE}_making"
            server.drop(making)
            url = server.create(making)
            upgrade(Settings(database_url_setting=url, var_dir=folder / "var"))
            with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                    [making],
                )
                connection.execute(
                    sql.SQL("ALTER DATABASE {} RENAME TO {}").format(
                        sql.Identifier(making), sql.Identifier(TEMPLATE)
                    )
                )
    return TEMPLATE


def _make_logins(url: str, password: str) -> None:
    """Create the owner, and give both logins the few hash rounds of `_FAST`, since tests connect thousands of times."""
    with psycopg.connect(url, autocommit=True) as connection:
        hidden = sql.Literal(password)
        connection.execute(sql.SQL("ALTER ROLE CURRENT_USER PASSWORD {}").format(hidden))
        connection.execute(
            sql.SQL("CREATE ROLE {} LOGIN CREATEDB CREATEROLE PASSWORD {}").format(
                sql.Identifier(OWNER), hidden
            )
        )


def _keep(run: int) -> None:
    os.environ[RUN_VARIABLE] = str(run)
    folder = run_folder()
    password = secrets.token_hex(16)
    server = EmbeddedPostgres(folder / "postgres", free_port(), password, _FAST)
    try:
        owner = psutil.Process(run)
        server.start()
        _make_logins(server.url("postgres"), password)
        ready = folder / "postgres.json.making"
        ready.write_text(json.dumps({"port": server.port, "password": password}))
        ready.rename(folder / "postgres.json")
        while server.exit_code is None:
            try:
                owner.wait(timeout=2)
                break
            except psutil.TimeoutExpired:
                continue
    except psutil.NoSuchProcess:
        pass
    finally:
        server.stop()  # a killed one leaves its shared memory behind
        forget_run()
        forget_memory()


if __name__ == "__main__":
    _keep(int(sys.argv[1]))
