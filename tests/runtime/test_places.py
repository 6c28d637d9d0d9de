"""Postgres starts wherever the checkout is: in root's private folder, for an ordinary user, with unusual names."""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from runtime.embedded.places import SHARED_VARIABLE, binaries_place, may_enter, reachable_binaries
from runtime.embedded.postgres import EmbeddedPostgres, binaries
from runtime.embedded.process import free_port
from runtime.settings import ROOT
from tests.support.postgres import run_folder

needs_root = pytest.mark.skipif(
    os.geteuid() != 0, reason="only root has to hand Postgres to others"
)


@pytest.fixture
def shared() -> Path:
    """Return the replacement for /var/lib/waypost during a test run."""
    return Path(os.environ[SHARED_VARIABLE])


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """Return a folder that only root may enter, like /root."""
    folder = tmp_path / "private"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def public() -> Iterator[Path]:
    """Yield a folder that everybody may traverse, unlike pytest's own folders."""
    with tempfile.TemporaryDirectory(dir=run_folder()) as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def server(shared: Path, private: Path) -> Iterator[EmbeddedPostgres]:
    running = EmbeddedPostgres(private / "var" / "postgres", free_port(), "secret")
    yield running
    running.stop()


def answer_of(server: EmbeddedPostgres) -> object:
    with psycopg.connect(server.url()) as connection:
        return connection.execute("SELECT 1").fetchone()


@needs_root
def test_data_of_a_private_folder_is_stored_where_postgres_has_access_and_found_again(
    server: EmbeddedPostgres, shared: Path, private: Path
) -> None:
    server.start()
    with psycopg.connect(server.url()) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS n")
    server.stop()

    again = EmbeddedPostgres(private / "var" / "postgres", free_port(), "secret")
    again.start()
    with psycopg.connect(again.url()) as connection:
        row = connection.execute("SELECT n FROM kept").fetchone()
    again.stop()

    assert row == (42,)
    assert shared in server.folder.parents
    assert (private / "var" / "postgres").readlink() == server.folder


@needs_root
def test_data_created_before_the_folder_became_private_is_moved(shared: Path, public: Path) -> None:
    before = EmbeddedPostgres(public / "postgres", free_port(), "secret")
    before.start()
    before.stop()
    public.chmod(0o700)

    after = EmbeddedPostgres(public / "postgres", free_port(), "secret")
    after.start()
    row = answer_of(after)
    after.stop()

    assert row == (1,)
    assert before.folder == public / "postgres"
    assert shared in after.folder.parents


@needs_root
def test_deleted_data_folder_is_created_again(
    server: EmbeddedPostgres, shared: Path, private: Path
) -> None:
    server.start()
    server.stop()
    shutil.rmtree(private / "var")

    restarted = EmbeddedPostgres(private / "var" / "postgres", free_port(), "another secret")
    restarted.start()
    row = answer_of(restarted)
    restarted.stop()

    assert row == (1,)


@needs_root
def test_binaries_accessible_only_to_root_are_copied_once(shared: Path, private: Path) -> None:
    bundled = binaries()
    packages = bundled.parents[2]
    name = bundled.relative_to(packages)
    shutil.copytree(bundled.parents[1], private / name.parents[1])
    libraries = packages / f"{name.parts[0]}.libs"
    if libraries.exists():
        shutil.copytree(libraries, private / libraries.name)
    account = pwd.getpwnam("nobody")

    copy = reachable_binaries(private / name, account)
    made = (copy / "postgres").stat().st_mtime_ns
    again = reachable_binaries(private / name, account)
    entry = subprocess.run(
        [copy / "initdb", "--version"],
        user=account.pw_uid,
        group=account.pw_gid,
        extra_groups=[],
        capture_output=True,
        text=True,
        check=True,
    )

    assert "PostgreSQL" in entry.stdout
    assert again == copy
    assert (copy / "postgres").stat().st_mtime_ns == made
    assert reachable_binaries(bundled, account) == (
        bundled if may_enter(account, bundled) else copy
    )


def test_make_clean_removes_the_copied_binaries_and_keeps_the_data() -> None:
    commands = subprocess.run(
        ["make", "--no-print-directory", "--dry-run", "clean"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    asked = commands.replace("rm -rf", "echo")

    removed = subprocess.run(
        ["bash", "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()

    assert str(binaries_place()) in removed
    assert not any("postgres-" in name or name == "var" for name in removed)


_AS_A_PERSON = """
import encodings.idna, os, sys
from pathlib import Path

from runtime.embedded.kafka import EmbeddedKafka
from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import free_port

folder, user, group = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(group)
    os.setuid(user)
postgres = EmbeddedPostgres(folder / "var" / "postgres", free_port(), "secret")
kafka = EmbeddedKafka(free_port(), folder / "var" / "logs" / "kafka.log")
postgres.start()
kafka.start()
print(postgres.folder)
kafka.stop()
postgres.stop()
"""


def test_ordinary_user_can_run_in_a_folder_with_spaces_and_umlauts(public: Path) -> None:
    folder = public / "Größe & Übersicht"
    folder.mkdir()
    person = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    if not may_enter(person, binaries()):
        pytest.skip("this checkout is root's own")
    os.chown(folder, person.pw_uid, person.pw_gid)

    ran = subprocess.run(
        [sys.executable, "-c", _AS_A_PERSON, folder, str(person.pw_uid), str(person.pw_gid)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == str(folder / "var" / "postgres")
