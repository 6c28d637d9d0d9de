"""Logs of `waypost up` stay small and have timestamps."""

import errno
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from runtime.up.logs import rotate
from runtime.up.services import CommandService, last_log_line
from runtime.up.supervisor import Supervisor
from tests.support.waiting import eventually

LINE = "a line of a log, thirty-two bytes"

_WRITER = f"""
import sys, time
for number in range(1_000_000):
    print(number, {LINE!r}, flush=True)
    time.sleep(0.001)
"""


def test_log_is_rotated_while_its_process_writes_to_it(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    supervisor = Supervisor(say=lambda _: None)
    supervisor.start(CommandService("Web", [sys.executable, "-c", _WRITER], log=log))

    for _ in range(4):
        eventually(lambda: log.stat().st_size > 4_000)
        rotate(tmp_path, limit=2_000, kept=2)
    eventually(lambda: log.stat().st_size > 100)
    now = log.read_bytes()
    supervisor.stop()

    assert {path.name for path in tmp_path.iterdir()} == {"web.log", "web.log.1", "web.log.2"}
    assert b"\0" not in now  # it continues at the new end, not at the old position
    numbers = [int(line.split()[0]) for line in now.decode().splitlines()[1:-1]]
    older = (tmp_path / "web.log.1").read_text()
    assert numbers == sorted(numbers)
    assert numbers[0] > int(older.splitlines()[1].split()[0])


def test_small_logs_and_other_files_are_not_rotated(tmp_path: Path) -> None:
    (tmp_path / "small.log").write_text("few words\n")
    (tmp_path / "other.txt").write_text("x" * 10_000)

    rotate(tmp_path, limit=2_000)

    assert {path.name for path in tmp_path.iterdir()} == {"small.log", "other.txt"}
    assert (tmp_path / "small.log").read_text() == "few words\n"


def test_full_disk_is_freed_even_if_the_log_cannot_be_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "api.log"
    log.write_text("x" * 10_000)

    def refuse(_source: Path, target: Path) -> None:
        target.write_text("the beginning")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(shutil, "copyfile", refuse)
    rotate(tmp_path, limit=2_000)

    assert log.stat().st_size == 0
    assert not (tmp_path / "api.log.1").exists()


def test_every_start_is_logged_with_its_time(tmp_path: Path) -> None:
    log = tmp_path / "jobs.log"
    service = CommandService("Jobs", [sys.executable, "-c", "print('at work')"], log=log)

    for _ in range(2):
        service.launch()
        eventually(lambda: service.exit_code is not None)

    first, result, again, repeated = log.read_text().splitlines()
    assert result == repeated == "at work"
    for line in (first, again):
        assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ --- started", line)


def test_last_log_line_of_a_silent_process_states_that_there_is_no_output(tmp_path: Path) -> None:
    log = tmp_path / "jobs.log"
    log.write_text("words of an earlier start\n")
    service = CommandService("Jobs", [sys.executable, "-c", ""], log=log)

    service.launch()
    eventually(lambda: service.exit_code is not None)

    assert last_log_line(log).startswith("no output")
