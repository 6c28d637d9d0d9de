"""Relay, lander and broker are killed at random moments, the broker with all its data; nothing is lost or
duplicated.
"""

import os
import random
import time
from pathlib import Path

import pytest

from runtime.embedded.process import free_port
from runtime.settings import Settings
from tests.support.audit import audit
from tests.support.chaos import Chaos, Writers

EVENTS = 10_000
KILLS = 10


@pytest.mark.slow
def test_each_event_counts_once_although_processes_are_killed(
    settings: Settings, tmp_path: Path
) -> None:
    seed = int(os.environ.get("WAYPOST_CHAOS_SEED") or random.randrange(10**6))
    print(f"WAYPOST_CHAOS_SEED={seed}")
    settings = settings.model_copy(update={"kafka_port": free_port()})
    writers = Writers(settings.database_url_as("waypost_visitor"), EVENTS, seed, rate=1_000)

    began = time.monotonic()
    with Chaos(settings, tmp_path, seed=seed) as chaos:
        writers.start()
        try:
            chaos.wreak(writers, KILLS, pause=(0, 1.5))
        finally:
            writers.stop()
        chaos.wait_landed(within=120)
        chaos.build_marts()
        found = audit(settings, writers.acknowledged)

    print(f"{found} after {len(chaos.kills)} kills in {time.monotonic() - began:.0f} s")
    assert found.events == EVENTS == len(writers.acknowledged)
