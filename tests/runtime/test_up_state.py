"""`waypost ps` and var/run/services.json."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from runtime.cli import app
from runtime.embedded.process import ServiceFailed
from runtime.settings import get_settings
from runtime.up.services import CommandService
from runtime.up.state import read_state, state_file, write_state
from runtime.up.supervisor import Supervisor


def sleeper(folder: Path, name: str) -> CommandService:
    script = "import time; print('on', flush=True); time.sleep(60)"
    return CommandService(name, [sys.executable, "-c", script], log=folder / f"{name}.log")


def test_state_file_lists_each_running_process_and_is_removed_after_the_stop(
    tmp_path: Path,
) -> None:
    path = state_file(tmp_path)
    supervisor = Supervisor(
        say=lambda _: None, on_change=lambda changed: write_state(path, changed)
    )
    service = sleeper(tmp_path, "Relay")

    supervisor.start(service)
    running = service.pid
    (entry,) = read_state(tmp_path)
    supervisor.stop()

    assert (entry.name, entry.state, entry.restarts) == ("Relay", "running", 0)
    assert entry.pid == running
    assert not path.exists()


def test_state_file_of_a_killed_supervisor_is_ignored(tmp_path: Path) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    path = state_file(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"supervisor": gone.pid, "services": [{"name": "Relay"}]}))

    assert read_state(tmp_path) == []


def test_ps_without_a_running_waypost_prints_a_single_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAYPOST_VAR_DIR", str(tmp_path))
    get_settings.cache_clear()
    try:
        result = CliRunner().invoke(app, ["ps"])
    finally:
        get_settings.cache_clear()

    assert isinstance(result.exception, ServiceFailed)
    assert str(result.exception) == f"no `waypost up` runs on {tmp_path}"
