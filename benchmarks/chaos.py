"""200,000 events while relay, lander, broker and Postgres are killed 50 times; then everything is compared.

The arguments, all optional: seed, events, kills.
"""

import random
import shutil
import sys
import time

from api.db.migrations import upgrade
from benchmarks.report import OUT, Aim, Figure, show
from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import free_port
from runtime.settings import Settings
from tests.support.audit import audit
from tests.support.chaos import Chaos, Writers

EVENTS = 200_000
KILLS = 50


def main(seed: int | None = None, events: int = EVENTS, kills: int = KILLS) -> list[Figure]:
    """Run it; an event lost or counted twice ends it with what differs."""
    seed = random.randrange(10**6) if seed is None else seed
    print(f"seed {seed}: {events:,} events, {kills} kills", flush=True)
    folder = OUT / "chaos"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    postgres = EmbeddedPostgres(folder / "postgres", free_port(), "chaos")
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        var_dir=folder / "var",
        kafka_port=free_port(),
        database_url_setting=postgres.url(),  # type: ignore[arg-type]
    )
    began = time.monotonic()
    try:
        postgres.start()
        upgrade(settings)
        writers = Writers(settings.database_url_as("waypost_visitor"), events, seed, rate=1_500)
        with Chaos(settings, folder, seed=seed) as chaos:
            chaos.victims["postgres"] = postgres
            writers.start()
            try:
                chaos.wreak(writers, kills, pause=(0, 3))
            finally:
                writers.stop()
            chaos.wait_landed(within=300)
            chaos.build_marts()
            found = audit(settings, writers.acknowledged)
    finally:
        postgres.kill()
    seconds = time.monotonic() - began
    shutil.rmtree(folder, ignore_errors=True)
    print(f"{found} after {len(chaos.kills)} kills in {seconds:.0f} s", flush=True)
    lost = len(writers.acknowledged) - found.events
    return [
        Figure("events lost or doubled", max(lost, 0), "", aim=Aim.at_most(0)),
        Figure("kills survived", len(chaos.kills), "kills", aim=Aim.at_least(kills)),
    ]


if __name__ == "__main__":
    show(main(*(int(argument) for argument in sys.argv[1:])))
