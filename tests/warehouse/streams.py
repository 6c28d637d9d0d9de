"""Generated streams of events: every family and dimension, late ones, repeats, bots, missing facts.

For tests of ranges there are moments at the edges of ranges, where numbers go wrong first.
"""

import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from tests.pipelines.events import make_event
from warehouse.date_ranges import OPTIONS, previous, resolve, zone_of
from warehouse.queries.language import GROUPS_OF_CODES, AnyDimension, Dimension, Property

FAMILIES = (
    *(
        "view",
        "use",
        "submit",
        "vote",
        "play",
        "redemption",
        "order",
        "message",
        "pass",
        "miss",
        "issue",
    ),
)
DATA = {
    "view": ("{}", '{"action":"view"}', '{"action":"click"}'),
    "redemption": ("{}", '{"action":"undone"}'),
}
"""The event's own data: clicks were views before version 3, and a redemption can be undone."""
CODES = ("code_1", "code_2", "code_3")
STORED = tuple(one for one in Dimension if one not in (*GROUPS_OF_CODES, Dimension.HOUR_BY_WEEKDAY))
"""Dimensions that are stored in the event itself."""

STORE = Property.called("o'store\" $p0; --")
"""A property with a name as an organisation may choose it."""

GROUPS: Mapping[AnyDimension, Mapping[str, str]] = {
    Dimension.FOLDER: {"code_1": "menus", "code_2": "menus"},
    Dimension.PLACEMENT: {"code_3": "table: 4", "code_1": "table: 5"},
    Dimension.BASE_CODE: {"code_1": "code_1", "code_2": "code_1", "code_3": "code_3"},
    STORE: {"code_1": "it's; --", "code_2": "$org_id", "code_3": "it's; --"},
}
VALUES: Mapping[AnyDimension, tuple[str, ...]] = {
    **{one: (f"{one}_1", f"{one} '2'", f"{one}-3") for one in STORED},
    Dimension.CODE: CODES,
    **{one: tuple(sorted({*GROUPS[one].values()})) for one in GROUPS},
}
"""Possible values of an event, by dimension."""

ABSENT = dict.fromkeys((one.column for one in STORED), None)


def stream(seed: str, count: int, now: datetime, zone_name: str) -> list[dict[str, Any]]:
    """Return this many events of two organisations in order of arrival, determined by the seed; up to 400 days before
    `now`.
    """
    rng = random.Random(seed)
    edges = edge_moments(now, zone_of(zone_name))
    return [_event(rng, pos, now, edges) for pos in range(count)]


def _event(
    rng: random.Random, pos: int, now: datetime, edges: Sequence[datetime]
) -> dict[str, Any]:
    occurred_at = rng.choice(
        (
            rng.choice(edges),
            now - timedelta(seconds=rng.randint(0, 3 * 86_400)),
            now - timedelta(seconds=rng.randint(0, 40 * 86_400)),
            now - timedelta(seconds=rng.randint(0, 400 * 86_400)),
        )
    )
    arrived = max(occurred_at, now - timedelta(days=rng.choice((0, 0, 1, 35))))
    is_scan = rng.random() < 0.5
    kind = rng.choice(("human", "human", "human", "human", "bot", "preview"))
    family = "scan" if is_scan else rng.choice(FAMILIES)
    return make_event(
        pos,
        partition=pos % 3,
        day=arrived.date(),
        received_at=arrived,
        occurred_at=occurred_at,
        org_id=rng.choice(("org_a", "org_a", "org_a", "org_b")),
        type=family,
        version=rng.choice((1, 2, 3)) if family == "view" else 1,
        data=rng.choice(DATA.get(family, ("{}",))),
        visitor_id=rng.choice((None, "v1", "v2", "v3", "v4", "v5", "v6")),
        is_bot=kind == "bot",
        is_preview=kind == "preview" or (kind == "bot" and rng.random() < 0.3),
        is_duplicate=is_scan and rng.random() < 0.3,
        amount_cents=rng.choice((None, 5)),
        **ABSENT | {one.column: rng.choice((None, *VALUES[one])) for one in STORED},
    )


def edge_moments(now: datetime, zone: tzinfo) -> list[datetime]:
    """Return the first and last instants of every preset and of the range before it, up to `now`."""
    named = zone_of(str(zone))
    found = {now, now - timedelta(hours=24)}
    for _, interval in OPTIONS:
        span = resolve(interval, now, named, first_event=now - timedelta(days=399))
        for edge in (span.start, span.end, previous(span, now, interval, named).start):
            found |= {edge, edge - timedelta(microseconds=1)}
    return sorted(moment for moment in found if now - timedelta(days=400) <= moment <= now)


def any_now(rng: random.Random) -> datetime:
    """Return a moment within two years, to the microsecond, sometimes exactly on a quarter of an hour."""
    now = datetime(2025, 7, 1, tzinfo=UTC) + timedelta(
        microseconds=rng.randrange(730 * 86_400_000_000)
    )
    return now if rng.random() < 0.8 else now.replace(minute=45, second=0, microsecond=0)
