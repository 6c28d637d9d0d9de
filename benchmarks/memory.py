"""The memory of every process of a running `waypost up` with the demonstration's data.

PSS divides shared memory among the processes that share it, so the sum is the memory that the machine uses. RSS is
printed beside it: it counts shared pages in each process.
"""

import time
from collections import defaultdict
from collections.abc import Iterator

import psutil

from benchmarks.pipeline_run import DagsterApi, wait_for
from benchmarks.report import Aim, Figure, show
from benchmarks.stack import Stack, is_prepared, running_stack

MIB = 1024 * 1024
SETTLE_SECONDS = 15.0
AIM_MIB = 2.5 * 1024


def main() -> list[Figure]:
    """Start everything, let it settle, measure it, and measure it again while the pipeline runs."""
    if not is_prepared():
        with running_stack():
            pass  # the first start loads the demonstration's data
    with running_stack() as stack:
        time.sleep(SETTLE_SECONDS)
        started = Figure(
            "start of everything, data there", stack.started_in, "s", aim=Aim.at_most(20.0)
        )
        return [started, *at_rest(stack), with_a_run(stack)]


def at_rest(stack: Stack) -> list[Figure]:
    """Return one figure per kind of process, PSS beside RSS, and the sum."""
    pss: dict[str, float] = defaultdict(float)
    rss: dict[str, float] = defaultdict(float)
    count: dict[str, int] = defaultdict(int)
    for process in family(stack.pid):
        try:
            name, memory = kind_of(process), process.memory_full_info()
        except psutil.NoSuchProcess:
            continue
        pss[name] += memory.pss / MIB
        rss[name] += memory.rss / MIB
        count[name] += 1
    figures = [
        Figure(
            f"memory: {name}" + (f" ({count[name]} processes)" if count[name] > 1 else ""),
            pss[name],
            "MiB",
            rss[name],
            "MiB RSS",
        )
        for name in sorted(pss, key=lambda name: -pss[name])
    ]
    total, resident = sum(pss.values()), sum(rss.values())
    aim = Aim.at_most(AIM_MIB)
    return [*figures, Figure("memory: all of `make run`", total, "MiB", resident, "MiB RSS", aim)]


def with_a_run(stack: Stack) -> Figure:
    """Return the peak memory of all processes together during a pipeline run."""
    api = DagsterApi(stack.dagster_url)
    sums: list[float] = []
    wait_for(api, api.launch(), lambda: sums.append(weight(stack.pid)))
    return Figure("memory: the same, most during a run", max(sums), "MiB", aim=Aim.at_most(AIM_MIB))


def weight(pid: int) -> float:
    """Return the PSS of a process and all that it started, in MiB."""
    total = 0.0
    for process in family(pid):
        try:
            total += process.memory_full_info().pss / MIB
        except psutil.NoSuchProcess:
            continue
    return total


def family(pid: int) -> Iterator[psutil.Process]:
    """Yield a process and everything that it started."""
    parent = psutil.Process(pid)
    yield parent
    yield from parent.children(recursive=True)


def kind_of(process: psutil.Process) -> str:
    """Return the kind of a process in a word."""
    command = " ".join(process.cmdline())
    for sign, name in (
        ("dagster-webserver", "Dagster webserver"),
        ("dagster_webserver", "Dagster webserver"),
        ("dagster-daemon", "Dagster daemon"),
        ("code_server", "Dagster code server"),
        ("dagster api", "Dagster code server"),
        ("dagster", "Dagster, other"),
        ("tansu", "broker"),
        ("postgres", "Postgres"),
        ("identity", "development login"),
        ("waypost relay", "relay"),
        ("waypost land", "lander"),
        ("waypost api", "web and API"),
        ("waypost jobs", "jobs"),
        ("waypost up", "waypost up"),
    ):
        if sign in command or sign in process.name():
            return name
    return process.name()


if __name__ == "__main__":
    show(main())
