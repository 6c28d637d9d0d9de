"""How much the tests detect: known faults, planted one at a time, and the tests that catch them.

    python -m tests.support.mutations [--commit HEAD] [--only NAME …] [--out FILE]

Works in a temporary clone of any commit. A fault of `mutations.toml` names its text, not its path, and its tests by
file name, so that a commit with another layout can be compared. A fault counts as caught only if a test that fails with
it passes without it; those tests are run once more at the end, together.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path

from runtime.settings import ROOT
from tests.support.postgres import RUN_VARIABLE

FAULTS = Path(__file__).with_suffix(".toml")
SOURCES = ("api", "ingest", "pipelines", "runtime", "warehouse")
BUILT = (".setup", ".venv", "node_modules", "web/dist")
LONGEST = 600
"""Seconds for the tests of one fault. A test that hangs has detected something, too."""


class Verdict(StrEnum):
    CAUGHT = "caught"
    MISSED = "MISSED"
    NO_TEXT = "text not found once"
    NO_TESTS = "tests not found"
    BROKEN_BEFORE = "tests fail without it"


@dataclass(frozen=True)
class Fault:
    name: str
    kind: str
    old: str
    new: str
    tests: list[str]


@dataclass(frozen=True)
class Outcome:
    name: str
    kind: str
    verdict: Verdict
    seen_by: tuple[str, ...]


Run = Callable[[list[str]], list[str]]
"""Runs these files and tests, and returns the tests that failed, as pytest names them."""


def read_faults(only: Iterable[str] = ()) -> list[Fault]:
    """Return the known faults, or those of them that are named."""
    wanted = set(only)
    faults = [Fault(**it) for it in tomllib.loads(FAULTS.read_text())["fault"]]
    unknown = wanted - {fault.name for fault in faults}
    if unknown:
        raise SystemExit(f"No such fault: {', '.join(sorted(unknown))}")
    return [fault for fault in faults if not wanted or fault.name in wanted]


def texts_of(root: Path) -> dict[Path, str]:
    """Return the source files of a commit."""
    return {
        path: path.read_text()
        for floor in SOURCES
        for path in (root / floor).rglob("*")
        if path.suffix in {".py", ".sql"}
    }


def place_of(fault: Fault, texts: Mapping[Path, str]) -> Path | None:
    """Return the only source file that contains the fault's text exactly once."""
    found = [path for path, text in texts.items() if fault.old in text]
    return found[0] if len(found) == 1 and texts[found[0]].count(fault.old) == 1 else None


def judge(fault: Fault, root: Path, run: Run) -> Outcome:
    """Plant the fault, run its tests up to the first failure, and remove the fault again."""

    def outcome(verdict: Verdict, seen_by: Iterable[str] = ()) -> Outcome:
        return Outcome(fault.name, fault.kind, verdict, tuple(seen_by))

    place = place_of(fault, texts_of(root))
    if place is None:
        return outcome(Verdict.NO_TEXT)
    files = files_of(fault, root)
    if not files:
        return outcome(Verdict.NO_TESTS)
    sound = place.read_text()
    place.write_text(sound.replace(fault.old, fault.new))
    try:
        failed = run(files)
    finally:
        place.write_text(sound)
    return outcome(Verdict.CAUGHT if failed else Verdict.MISSED, failed)


def confirmed(outcomes: Iterable[Outcome], root: Path, run: Run) -> list[Outcome]:
    """Return the outcomes after running the tests that failed with a fault once more without any."""
    judged = list(outcomes)
    tests = sorted({test for it in judged for test in it.seen_by if not test.startswith("(")})
    failing = set(run(tests)) if tests else set()
    return [
        replace(it, verdict=Verdict.BROKEN_BEFORE) if failing.intersection(it.seen_by) else it
        for it in judged
    ]


def files_of(fault: Fault, root: Path) -> list[str]:
    """Return the paths of the fault's tests in this commit."""
    found = {path for name in fault.tests for path in (root / "tests").rglob(name)}
    return sorted(path.relative_to(root).as_posix() for path in found)


def pytest_in(root: Path) -> Run:
    """Return a function that runs tests of a clone with the clone's own code; files only up to the first failure."""
    interpreter = sys.executable
    # All runs share one Postgres with one migrated template, which ends with this process.
    environment = {**os.environ, "PYTHONPATH": str(root), RUN_VARIABLE: str(os.getpid())}

    def run(tests: list[str]) -> list[str]:
        files_only = not any("::" in it for it in tests)
        with tempfile.TemporaryFile("w+") as output:
            command = [interpreter, "-m", "pytest", "-q", "--tb=no", "-rfE"]
            if files_only:
                command.append("--maxfail=1")
            with subprocess.Popen(
                [*command, *tests],
                cwd=root,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            ) as pytest:
                try:
                    status = pytest.wait(LONGEST)
                except subprocess.TimeoutExpired:
                    pytest.terminate()
                    return ["(hangs)"]
            output.seek(0)
            lines = output.read().splitlines()
        ends = (line for line in lines if line.startswith(("FAILED ", "ERROR ")))
        failed = [line.split(" - ")[0].partition(" ")[2] for line in ends]
        return failed or ([] if status == 0 else [f"(pytest ended with {status})"])

    return run


def show(outcome: Outcome) -> None:
    """Print a line about the outcome."""
    seen_by = " ".join(outcome.seen_by)
    print(f"{outcome.verdict:22} {outcome.kind:16} {outcome.name}  {seen_by}", flush=True)


def main() -> None:
    """Judge faults in a clone and print a line for each."""
    parser = argparse.ArgumentParser(prog="tests.support.mutations")
    parser.add_argument("--commit", default="HEAD")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    faults = read_faults(asked.only)

    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "-q", "--shared", "-n", ROOT, clone], check=True)
        subprocess.run(["git", "checkout", "-q", asked.commit], cwd=clone, check=True)
        for built in BUILT:
            (clone / built).parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):
                (clone / built).symlink_to(ROOT / built)
        run = pytest_in(clone)
        for fault in faults:
            outcomes.append(judge(fault, clone, run))
            show(outcomes[-1])
        first = outcomes
        outcomes = confirmed(first, clone, run)
        for changed in set(outcomes) - set(first):
            show(changed)

    caught = sum(1 for it in outcomes if it.verdict is Verdict.CAUGHT)
    print(f"{caught} of {len(outcomes)} caught at {asked.commit}")
    if asked.out:
        asked.out.write_text(json.dumps([asdict(it) for it in outcomes], indent=1) + "\n")


if __name__ == "__main__":
    main()
