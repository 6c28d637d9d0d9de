"""The demonstration's events, which are the same for the same seed, day and time."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pipelines.demo import harbor_traffic, northwind_traffic
from pipelines.demo.acts import messages, scans
from pipelines.demo.follow_ups import follow_ups
from pipelines.demo.places import DATA_CENTRES, Mix, Place
from pipelines.demo.rows import to_rows
from pipelines.demo.traffic import Blast, Traffic
from pipelines.demo.visits import (
    Floats,
    Ints,
    Visits,
    Window,
    expected_scans,
    machine_scans,
    people_scans,
    with_repeats,
)
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.northwind_books import NORTHWIND_BOOKS
from runtime.demo.world import DemoOrganization

SEED = 20_261
BATCH_DAYS = 10


def generate(now: datetime, seed: int = SEED) -> pa.Table:
    """Return all events of both organisations received until `now`, in the order in which they were received."""
    rng = np.random.default_rng([seed, now.date().toordinal()])
    tables = [
        _organization(
            HARBOR_COFFEE,
            harbor_traffic.TRAFFIC,
            harbor_traffic.PLACES,
            harbor_traffic.BLASTS,
            now=now,
            rng=rng,
        ),
        _organization(
            NORTHWIND_BOOKS,
            northwind_traffic.TRAFFIC,
            northwind_traffic.PLACES,
            (),
            now=now,
            rng=rng,
        ),
    ]
    events = pa.concat_tables(tables)
    events = events.filter(
        pc.less_equal(events["received_at"], pa.scalar(now, events["received_at"].type))
    )
    return events.sort_by([("received_at", "ascending"), ("event_id", "ascending")])


def newest(events: pa.Table, now: datetime, days: int) -> pa.Table:
    """Return the events that were received in the last `days` before `now`, and on its day."""
    start = now.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=days)
    received = events["received_at"]
    return events.filter(pc.greater_equal(received, pa.scalar(start, received.type)))


def batches(events: pa.Table) -> Iterator[pa.Table]:
    """Yield the events in batches of a few arrival days each, for a loader that commits one batch at a time."""
    received = events["received_at"]
    first: datetime = pc.min(received).as_py()
    last: datetime = pc.max(received).as_py()
    start = first.replace(hour=0, minute=0, second=0, microsecond=0)
    while start <= last:
        end = start + timedelta(days=BATCH_DAYS)
        inside = pc.and_(
            pc.greater_equal(received, pa.scalar(start, received.type)),
            pc.less(received, pa.scalar(end, received.type)),
        )
        batch = events.filter(inside)
        if batch.num_rows:
            yield batch
        start = end


def _organization(
    organization: DemoOrganization,
    traffic: tuple[Traffic, ...],
    mixes: Mapping[str, Mix],
    blasts: tuple[Blast, ...],
    *,
    now: datetime,
    rng: np.random.Generator,
) -> pa.Table:
    zone = ZoneInfo(organization.time_zone)
    window = Window(now.astimezone(zone).date(), zone)
    by_slug = {entry.slug: entry for entry in traffic}
    ordered = tuple(by_slug[code.slug] for code in organization.codes)
    everywhere = list(
        dict.fromkeys(place for mix in (*mixes.values(), DATA_CENTRES) for place in mix)
    )
    expected = [
        expected_scans(entry, code.created, code.until, window, rng)
        for entry, code in zip(ordered, organization.codes, strict=True)
    ]
    indexed = {name: _indexed(mix, everywhere) for name, mix in mixes.items()}
    people = with_repeats(people_scans(ordered, expected, indexed, window, rng), rng)
    visits = Visits.concat([people, machine_scans(people, _indexed(DATA_CENTRES, everywhere), rng)])
    acts = [
        scans(visits, organization, window),
        *follow_ups(visits, ordered, organization, window, rng),
        *messages(blasts, organization, window, rng),
    ]
    return to_rows(
        acts, visits, traffic=ordered, places=everywhere, organization=organization, rng=rng
    )


def _indexed(mix: Mix, everywhere: Sequence[Place]) -> tuple[Ints, Floats]:
    indices = np.array([everywhere.index(place) for place in mix], dtype=np.int64)
    return indices, np.array(list(mix.values()), dtype=np.float64)
