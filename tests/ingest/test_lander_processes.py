"""Landers in separate processes, as one consumer group: they join, are killed, and resume after a pause as zombies."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Self

import pytest

from runtime.embedded.process import die_with_parent, free_port, stop
from runtime.settings import ROOT
from tests.support.events import Road
from tests.support.installation import WAYPOST
from tests.support.kafka import real_kafka
from tests.support.waiting import eventually

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.skipif(real_kafka() is None, reason="the embedded broker has no quick groups"),
]

PATIENCE = 90.0
"""A dead member is detected after ten seconds, and the machine may be busy."""


class LanderProcess:
    """A process of the `waypost land` command."""

    def __init__(self, road: Road, log: Path) -> None:
        self._log = log
        settings = road.settings
        environment = {
            **os.environ,
            "DATABASE_URL": settings.database_url,
            "KAFKA_BOOTSTRAP_SERVERS": str(settings.kafka_bootstrap_servers_setting),
            "WAYPOST_KAFKA_TOPIC": road.topic,
            "WAYPOST_KAFKA_GROUP": road.group,
            "WAYPOST_VAR_DIR": str(settings.var_dir),
            "WAYPOST_SECRET_KEY": settings.secret_key.decode(),
            "WAYPOST_LANDER_METRICS_PORT": str(free_port()),
            "NO_COLOR": "1",
        }
        with log.open("wb") as output:
            self.child = subprocess.Popen(
                [WAYPOST, "land"],
                cwd=ROOT,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509 (becomes another program)
            )

    @property
    def printed(self) -> str:
        return self._log.read_text()

    @property
    def partitions(self) -> set[int]:
        """Return the partitions of its last assignment."""
        given = re.findall(r"partitions assigned.*?\{(.*?)\}", self.printed)
        return (
            {int(number) for number in re.findall(r"['\"]?(\d+)['\"]?:", given[-1])}
            if given
            else set()
        )

    def pause(self) -> None:
        self.child.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.child.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        stop(self.child, signal.SIGKILL, patience=10)


class Group:
    """The landers of one pipeline, stopped at the end."""

    def __init__(self, road: Road, folder: Path) -> None:
        self._road, self._folder = road, folder
        self._stack = ExitStack()
        self._landers: list[LanderProcess] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop them, and print their logs in case the test has failed."""
        self._stack.close()
        for number, lander in enumerate(self._landers, start=1):
            print(f"-- lander {number}", lander.printed, sep="\n")

    def join(self) -> LanderProcess:
        lander = LanderProcess(self._road, self._folder / f"lander-{len(self._landers) + 1}.log")
        self._landers.append(lander)
        self._stack.callback(lander.kill)
        return lander


@pytest.fixture
def group(road: Road, tmp_path: Path) -> Iterator[Group]:
    with Group(road, tmp_path) as opened:
        yield opened


def test_lander_processes_that_join_die_and_return_land_each_event_once(
    road: Road, group: Group
) -> None:
    everything = set(range(road.settings.kafka_partitions))
    road.relay()
    first, second = group.join(), group.join()
    scans = road.record_scans(200)
    road.wait_landed(200, within=PATIENCE)
    eventually(lambda: shared(first, second, everything), PATIENCE)

    # One is killed and one is frozen while both are processing events.
    for start in range(200, 1200, 200):
        scans += road.record_scans(200, start=start)
    road.wait_landed(400, within=PATIENCE)
    second.pause()
    first.kill()
    third = group.join()
    scans += road.record_scans(200, start=1200)
    eventually(lambda: third.partitions == everything, PATIENCE)
    road.wait_landed(1400, within=PATIENCE)

    # The frozen one continues with events that others have landed since, and joins again.
    second.go_on()
    eventually(lambda: shared(second, third, everything), PATIENCE)
    scans += road.record_scans(200, start=1400)
    road.wait_landed(1600, within=PATIENCE)

    assert second.child.poll() is None, second.printed
    assert third.child.poll() is None, third.printed
    road.assert_exact(scans)
    assert max(road.events.positions().values()) == len(scans)


def shared(one: LanderProcess, other: LanderProcess, everything: set[int]) -> bool:
    """Return whether both have partitions, and each partition belongs to one of them."""
    assert one.child.poll() is None, one.printed
    assert other.child.poll() is None, other.printed
    both = one.partitions | other.partitions
    return (
        bool(one.partitions and other.partitions)
        and both == everything
        and not (one.partitions & other.partitions)
    )
