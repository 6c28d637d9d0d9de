"""Which scan repeats another, despite crashes in between."""

import random
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

from ingest.contracts.envelope import Visitor
from ingest.contracts.scan import ScanRecorded
from ingest.landing.batch import is_repeat
from ingest.landing.lake_state import load_repeats
from ingest.landing.repeats import Repeats
from ingest.landing.rows import event_row, event_table
from tests.support.events import make_scan
from warehouse.lake import Lake

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def scan_at(minutes: float, *, visitor: str | None = "v", late: float = 0) -> ScanRecorded:
    at = NOON + timedelta(minutes=minutes)
    return make_scan(
        code_id="code",
        occurred_at=at,
        received_at=at + timedelta(minutes=late),
        visitor=Visitor(id=visitor, kind="cookie" if visitor else "none"),
    )


def verdicts(*scans: ScanRecorded) -> list[bool]:
    repeats = Repeats()
    return [is_repeat(scan, repeats) for scan in scans]


def test_scan_within_half_an_hour_is_a_repeat() -> None:
    assert verdicts(scan_at(0), scan_at(30), scan_at(61)) == [False, True, False]


def test_each_repeat_is_measured_from_the_previous_scan() -> None:
    assert verdicts(*(scan_at(20 * n) for n in range(5))) == [False, True, True, True, True]


def test_late_scan_close_to_a_known_scan_is_a_repeat() -> None:
    assert verdicts(scan_at(20), scan_at(0, late=21)) == [False, True]


def test_scans_of_other_visitors_or_without_visitor_are_no_repeats() -> None:
    scans = scan_at(0), scan_at(1, visitor="w"), scan_at(2, visitor=None), scan_at(3, visitor=None)

    assert verdicts(*scans) == [False] * 4


def test_visitors_not_seen_for_long_use_no_memory() -> None:
    repeats = Repeats()
    for hour in range(50):
        for number in range(20):
            is_repeat(scan_at(60 * hour + number / 10, visitor=f"v{number}{hour}"), repeats)

    assert len(repeats._last) < 100


def test_repeats_reloaded_from_the_lake_give_the_same_results(tmp_path: Path) -> None:
    chance = random.Random(7)
    scans, minutes = [], 0.0
    for _ in range(400):
        minutes += chance.expovariate(0.5)
        late = chance.choice([0, 0, 0, chance.uniform(0, 200)])
        visitor = f"v{chance.randrange(6)}"
        scans.append(scan_at(minutes - late, visitor=visitor, late=late))
    whole = Repeats()
    expected = [is_repeat(scan, whole) for scan in scans]

    answered: list[bool] = []
    events = Lake(str(tmp_path)).events.ensure()
    cuts = [0, *sorted(chance.sample(range(1, 400), 12)), 400]
    for start, end in pairwise(cuts):
        repeats = load_repeats(events, {0})[0]
        rows = []
        for pos, scan in enumerate(scans[start:end], start + 1):
            answered.append(is_repeat(scan, repeats))
            rows.append(event_row(scan, 0, pos, is_duplicate=answered[-1]))
        events.append(event_table(rows), {0: end}, after={0: start})

    assert answered == expected
    assert any(expected)
    assert not all(expected)
