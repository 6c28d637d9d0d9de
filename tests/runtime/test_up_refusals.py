"""Settings with which `waypost up` cannot run: each is one sentence that names the setting."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from runtime.embedded.process import ServiceFailed
from runtime.settings import ROOT, Settings
from runtime.up.ports import needed_ports
from runtime.up.run import run
from runtime.up.supervisor import Supervisor


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
