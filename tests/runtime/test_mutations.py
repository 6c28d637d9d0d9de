"""Faults are planted, judged by the results of their tests, and removed again."""

from pathlib import Path

import pytest

from runtime.settings import ROOT
from tests.support.mutations import (
    SOURCES,
    Fault,
    Run,
    Verdict,
    confirmed,
    files_of,
    judge,
    place_of,
    pytest_in,
    read_faults,
    texts_of,
)

SOUND = "def is_over(now: int, end: int) -> bool:\n    return now >= end\n"
TEST = "from api.clock import is_over\n\n\ndef test_the_end() -> None:\n    assert is_over(3, 3)\n"
FAULT = Fault("end", "off by one", "now >= end", "now > end", ["test_clock.py"])


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for floor in SOURCES:
        (tmp_path / floor).mkdir()
    (tmp_path / "api" / "__init__.py").touch()
    (tmp_path / "api" / "clock.py").write_text(SOUND)
    (tmp_path / "tests" / "area").mkdir(parents=True)
    (tmp_path / "tests" / "area" / "test_clock.py").write_text(TEST)
    return tmp_path


def test_planted_fault_is_caught_by_a_real_test_and_removed(root: Path) -> None:
    run = pytest_in(root)
    assert run(["tests/area/test_clock.py"]) == []

    (outcome,) = confirmed([judge(FAULT, root, run)], root, run)

    assert outcome.verdict is Verdict.CAUGHT
    assert outcome.seen_by == ("tests/area/test_clock.py::test_the_end",)
    assert (root / "api" / "clock.py").read_text() == SOUND


@pytest.mark.parametrize(
    ("failed", "failing", "verdict"),
    [
        ([], [], Verdict.MISSED),
        (["a"], ["a"], Verdict.BROKEN_BEFORE),
        (["a"], [], Verdict.CAUGHT),
        (["(hangs)"], ["never asked"], Verdict.CAUGHT),
    ],
)
def test_fault_counts_as_caught_only_by_tests_that_pass_without_it(
    root: Path, failed: list[str], failing: list[str], verdict: Verdict
) -> None:
    def planted(_tests: list[str]) -> list[str]:
        assert "now > end" in (root / "api" / "clock.py").read_text()
        return failed

    def sound(_tests: list[str]) -> list[str]:
        assert (root / "api" / "clock.py").read_text() == SOUND
        return failing

    (outcome,) = confirmed([judge(FAULT, root, planted)], root, sound)

    assert outcome.verdict is verdict


def test_missing_fault_text_and_missing_tests_are_reported(root: Path) -> None:
    def run(_tests: list[str]) -> list[str]:
        raise AssertionError("nothing is planted, nothing is run")

    runs: Run = run
    gone = Fault("gone", "", "now <= end", "", ["test_clock.py"])
    untested = Fault("untested", "", "now >= end", "", ["test_nothing.py"])

    assert judge(gone, root, runs).verdict is Verdict.NO_TEXT
    assert judge(untested, root, runs).verdict is Verdict.NO_TESTS
    (root / "api" / "copy.py").write_text(SOUND)
    assert judge(FAULT, root, runs).verdict is Verdict.NO_TEXT


def test_at_least_forty_faults_are_defined_and_each_has_a_location_and_tests() -> None:
    faults = read_faults()
    texts = texts_of(ROOT)

    assert len({fault.name for fault in faults}) == len(faults) >= 40
    assert all(fault.old != fault.new for fault in faults)
    assert [it.name for it in faults if place_of(it, texts) is None] == []
    assert [it.name for it in faults if len(files_of(it, ROOT)) < len(it.tests)] == []
