"""`make domain` creates a working domain: it passes lint and type checks, and its calls respond."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from runtime.settings import ROOT
from tests.support.new_domain import Names, create_domain

NAMES = Names("org", "price_list")
PARTS = ("api", "ingest", "pipelines", "runtime", "warehouse", "tests", "docs/domain_template")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the Python code to which the domain was added."""
    root = tmp_path_factory.mktemp("checkout")
    # Compiled files are copied too: they are valid because the modification times of the sources
    # are preserved.
    ignored = shutil.ignore_patterns("node_modules", "screenshots")
    for part in PARTS:
        shutil.copytree(ROOT / part, root / part, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", root)
    create_domain(root, NAMES)
    return root


def run(root: Path, *command: str) -> str:
    """Run a command of this environment in the copy and return its output; fails if the command fails."""
    # A pytest run in the copy is independent: it shares no database with this one, and removes no
    # folder of it.
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name != "TMPDIR" and not name.startswith(("WAYPOST_", "PYTEST_"))
    }
    environment = {**inherited, "PYTHONPATH": str(root), "MYPY_CACHE_DIR": str(root / ".mypy")}
    done = subprocess.run(
        [str(Path(sys.executable).with_name(command[0])), *command[1:]],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def test_new_domain_passes_lint(checkout: Path) -> None:
    changed = [
        "api/apps/routers.py",
        "api/domains/org/price_lists",
        "tests/api/org/test_price_lists.py",
    ]

    run(checkout, "ruff", "check", "--fix", *changed)
    run(checkout, "ruff", "format", *changed)
    assert " 0 broken" in run(checkout, "lint-imports", "--no-cache")


@pytest.mark.skipif("CI" not in os.environ, reason="takes half a minute; CI does it")
def test_new_domain_passes_type_checks(checkout: Path) -> None:
    if (ROOT / ".mypy_cache").exists():  # knows everything except the new domain
        shutil.copytree(ROOT / ".mypy_cache", checkout / ".mypy", dirs_exist_ok=True)
    run(checkout, "mypy", "api/domains/org/price_lists")


@pytest.mark.skipif("CI" not in os.environ, reason="takes half a minute; CI does it")
def test_calls_of_the_new_domain_respond(checkout: Path) -> None:
    text = run(
        checkout,
        "python",
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/api/org/test_price_lists.py",
    )

    assert "1 passed" in text
