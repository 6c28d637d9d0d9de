"""When a worker of a test run dies, only the test in which it died is lost."""

import os
import subprocess
import sys
from pathlib import Path

from runtime.settings import ROOT

_CONFTEST = """
from tests.support.scheduling import OneProduct

def pytest_xdist_make_scheduler(config, log):
    return OneProduct(config, log)
"""
_JOURNEYS = """
import os, signal, pytest

@pytest.mark.parametrize("step", range(5))
def test_journey(step):
    if step == 2:
        os.kill(os.getpid(), signal.SIGKILL)
"""
_OTHERS = """
import time, pytest

@pytest.mark.parametrize("step", range(4))
def test_other(step):
    time.sleep(0.1)
"""


def test_tests_left_by_a_dead_worker_run_once_and_before_the_last_others(tmp_path: Path) -> None:
    journeys = tmp_path / "tests" / "e2e"
    journeys.mkdir(parents=True)
    (tmp_path / "conftest.py").write_text(_CONFTEST)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n")
    (journeys / "test_a_short_one.py").write_text("def test_short(): pass\n")
    (journeys / "test_journeys.py").write_text(_JOURNEYS)
    for name in ("test_u.py", "test_v.py", "test_w.py"):
        (tmp_path / "tests" / name).write_text(_OTHERS)

    run = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-v"),
            *("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", str(tmp_path / "tests")),
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert "1 failed, 17 passed" in run.stdout.splitlines()[-1], run.stdout
    lines = run.stdout.splitlines()
    left = [at for at, line in enumerate(lines) if "PASSED" in line and "test_journey[4]" in line]
    last = [at for at, line in enumerate(lines) if "PASSED" in line and "test_w.py" in line]
    assert left[0] < last[-1]
