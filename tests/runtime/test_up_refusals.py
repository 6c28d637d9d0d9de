"""Settings with which commands cannot run: each is one sentence that names the setting."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from runtime.embedded.process import ServiceFailed
from runtime.settings import ROOT, Settings
from runtime.up.ports import needed_ports
from runtime.up.run import run
from runtime.up.supervisor import Supervisor
from tests.support.installation import WAYPOST


def settings(**given: Any) -> Settings:
    return Settings(_env_file=None, **given)


@pytest.mark.parametrize("port", ["0", "65536", "99999"])
def test_port_that_does_not_exist_is_refused(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYPOST_PORT", port)

    with pytest.raises(ValidationError, match="WAYPOST_PORT"):
        settings()


def test_port_of_two_services_is_refused() -> None:
    with pytest.raises(ServiceFailed) as refusal:
        needed_ports(settings(port=8123, identity_port=8123))

    assert "WAYPOST_PORT" in str(refusal.value)
    assert "WAYPOST_IDENTITY_PORT" in str(refusal.value)


def test_relative_data_folder_is_the_same_in_every_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAYPOST_VAR_DIR", "var/second")
    monkeypatch.chdir(tmp_path)

    assert settings().var_dir == ROOT / "var" / "second"


def test_data_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()

    for folder in (file, file / "below", Path("/proc/waypost")):
        with pytest.raises(ServiceFailed, match="WAYPOST_VAR_DIR"):
            run(settings(var_dir=folder), demo=False)


def test_start_without_login_and_pipelines_can_be_stopped() -> None:
    supervisor = Supervisor(say=lambda _: None)

    supervisor.launch()
    supervisor.stop()

    assert not supervisor.has_launched()


@pytest.mark.parametrize("command", [["migrate"], ["replay"]])
def test_command_without_a_database_is_one_sentence_that_names_the_setting(
    command: list[str], tmp_path: Path
) -> None:
    url = "postgresql://nobody:hidden@127.0.0.1:1/none"
    environment = {**os.environ, "DATABASE_URL": url, "WAYPOST_VAR_DIR": str(tmp_path)}

    done = subprocess.run(
        [WAYPOST, *command], env=environment, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert "Connection refused" in done.stderr
    assert "DATABASE_URL" in done.stderr
    assert "hidden" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
