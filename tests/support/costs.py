"""The cost of tests: pytest -p tests.support.costs [paths] prints a line for each file, most expensive first.

CPU time is that of the test's own process and of the processes that it started and that ended with it; it hardly
depends on other programs on the machine. Waiting is the rest of the wall-clock time. WAYPOST_TEST_COSTS names a file
that gets every test's figures as JSON lines.
"""

import json
import os
import resource
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

Hook = Generator[None, Any, Any]

_COSTS = pytest.StashKey[dict[str, tuple[float, float]]]()


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(it.ru_utime + it.ru_stime for it in used)


def _measured(item: pytest.Item, phase: str) -> Hook:
    wall, cpu = time.monotonic(), _cpu()
    result = yield
    costs = item.stash.setdefault(_COSTS, {})
    costs[phase] = (time.monotonic() - wall, _cpu() - cpu)
    return result


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Hook:
    return (yield from _measured(item, "setup"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Hook:
    return (yield from _measured(item, "call"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Hook:
    return (yield from _measured(item, "teardown"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Hook:
    report = yield
    report.user_properties.append(("costs", item.stash.get(_COSTS, {}).get(call.when)))
    return report


_rows: list[tuple[str, str, float, float]] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    found: list[Any] = [it for name, it in report.user_properties if name == "costs"]
    if found and found[-1]:
        _rows.append((report.nodeid, report.when, *found[-1]))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    files: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0, 0])
    for nodeid, phase, wall, cpu in _rows:
        line = files[nodeid.partition("::")[0]]
        line[0] += phase == "call"
        line[1] += cpu if phase != "call" else 0
        line[2] += cpu if phase == "call" else 0
        line[3] += max(wall - cpu, 0)
    terminalreporter.section("costs: tests, CPU seconds around and in them, seconds of waiting")
    for name, (count, around, inside, waiting) in sorted(
        files.items(), key=lambda it: -sum(it[1][1:])
    ):
        terminalreporter.line(f"{count:5.0f} {around:7.1f} {inside:7.1f} {waiting:7.1f}  {name}")
    total = [sum(line[i] for line in files.values()) for i in range(4)]
    terminalreporter.line("{:5.0f} {:7.1f} {:7.1f} {:7.1f}  all".format(*total))
    is_worker = hasattr(terminalreporter.config, "workerinput")
    if "WAYPOST_TEST_COSTS" in os.environ and not is_worker:
        with Path(os.environ["WAYPOST_TEST_COSTS"]).open("a") as out:
            out.writelines(json.dumps(row) + "\n" for row in _rows)
