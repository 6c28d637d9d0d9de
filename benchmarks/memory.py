"""Memory of every process of a running `waypost up` with the demonstration's data.

PSS counts memory that processes share once, divided among them, so that the sum is what the machine
gives. RSS is printed beside it: it counts shared pages in each process.
"""

import time
from collections import defaultdict

import psutil

from benchmarks.report import Aim, Figure, show
from benchmarks.stack import Stack, running_stack

MIB = 1024 * 1024
SETTLE_SECONDS = 20.0
AIM_MIB = 2.5 * 1024


def main() -> list[Figure]:
    """Start everything, let it come to rest, and weigh it."""
    with running_stack() as stack:
        time.sleep(SETTLE_SECONDS)
        return [
            *measure(stack),
            Figure("start of everything", stack.started_in, "s", aim=Aim.at_most(20.0)),
        ]


def measure(stack: Stack) -> list[Figure]:
    """One figure a kind of process, PSS beside RSS, and the sum."""
    pss: dict[str, float] = defaultdict(float)
    rss: dict[str, float] = defaultdict(float)
    count: dict[str, int] = defaultdict(int)
    parent = psutil.Process(stack.pid)
    for process in [parent, *parent.children(recursive=True)]:
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
    total = Figure(
        "memory: all of `make run`",
        sum(pss.values()),
        "MiB",
        sum(rss.values()),
        "MiB RSS",
        Aim.at_most(AIM_MIB),
    )
    return [*figures, total]


def kind_of(process: psutil.Process) -> str:
    """What a process is, in a word."""
    command = " ".join(process.cmdline())
    for sign, name in (
        ("dagster-webserver", "Dagster webserver"),
        ("dagster_webserver", "Dagster webserver"),
        ("dagster-daemon", "Dagster daemon"),
        ("code-server", "Dagster code server"),
        ("dagster api", "Dagster code server"),
        ("dagster", "Dagster, other"),
        ("tansu", "broker"),
        ("postgres", "Postgres"),
        ("identity", "development login"),
        ("waypost relay", "relay"),
        ("waypost land", "lander"),
        ("waypost api", "web and API"),
        ("waypost up", "waypost up"),
    ):
        if sign in command or sign in process.name():
            return name
    return process.name()


if __name__ == "__main__":
    show(main())
