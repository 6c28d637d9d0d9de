"""Turns visits and acts into rows of the lake's events table."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ingest.verdicts.rules import VERDICT_VERSION
from pipelines.demo.acts import Act
from pipelines.demo.agents import BOTS, PEOPLE
from pipelines.demo.places import LANGUAGES, Place
from pipelines.demo.traffic import Traffic
from pipelines.demo.visits import AGENTS, DAY, SECOND, Floats, Ints, Visits
from runtime.demo.world import DemoOrganization
from warehouse.schemas import EVENTS

WITHOUT_CONTEXT = ("message", "order")
"""Families that machines report. Their events have no browser and no place."""
VERSIONS = {"view": 3, "pass": 3}
"""Contract versions of the families' data. All other families have version 1."""
PLACED_LATER = ("day", "partition", "pos")
"""Columns that the loader fills in."""
ROWS = pa.schema([field for field in EVENTS if field.name not in PLACED_LATER])
REPEAT_WINDOW = 30 * 60 * SECOND


def to_rows(
    acts: Sequence[Act],
    visits: Visits,
    *,
    traffic: Sequence[Traffic],
    places: Sequence[Place],
    organization: DemoOrganization,
    rng: np.random.Generator,
) -> pa.Table:
    """Return all acts of one organisation as rows, without the columns that the loader fills in."""
    visit_of = np.concatenate([act.visit for act in acts])
    code_of = np.concatenate([act.code for act in acts])
    occurred = np.concatenate([act.at for act in acts])
    types = [act.type for act in acts for _ in range(act.visit.size)]
    received = occurred + _travel(types, occurred.size, rng)
    has_visit = visit_of >= 0
    is_quiet = np.isin(np.array(types), WITHOUT_CONTEXT)
    is_reported = has_visit & ~is_quiet

    visitor_ids, kinds = _visitors(visits, rng)
    agents = np.where(is_reported, visits.agent[visit_of], -1)
    place = np.where(is_reported, visits.place[visit_of], -1)
    utms = [entry.utm for entry in traffic]
    utm_of = np.where(is_reported, code_of, -1)
    is_bot = is_reported & (agents >= len(PEOPLE)) & (agents < len(PEOPLE) + len(BOTS))
    is_head = is_reported & visits.is_head[visit_of]
    repeated = np.zeros(occurred.size, dtype=np.bool_)
    is_scan = np.array(types) == "scan"
    repeated[is_scan] = _repeats(visits, visit_of[is_scan], occurred[is_scan], visitor_ids)

    columns: dict[str, pa.Array] = {
        "event_id": _event_ids(received, rng),
        "type": pa.array(types),
        "version": pa.array([VERSIONS.get(kind, 1) for kind in types], pa.int32()),
        "org_id": pa.repeat(organization.org_id, occurred.size),
        "code_id": _of([code.code_id for code in organization.codes], code_of),
        "campaign_id": pa.array(
            [act.campaign_id for act in acts for _ in range(act.visit.size)], pa.string()
        ),
        "occurred_at": _times(occurred),
        "received_at": _times(received),
        "visitor_id": pa.array(visitor_ids).take(_indices(visit_of)),
        "visitor_kind": pc.fill_null(pa.array(kinds).take(_indices(visit_of)), "none"),
        "country": _of([entry.country for entry in places], place),
        "region": _of([entry.region for entry in places], place),
        "city": _of([entry.city for entry in places], place),
        "device": _of([entry.device for entry in AGENTS], agents),
        "system": _of([entry.system for entry in AGENTS], agents),
        "browser": _of([entry.browser for entry in AGENTS], agents),
        "language": _languages(visits, places, rng).take(
            _indices(np.where(is_reported, visit_of, -1))
        ),
        "referrer": _referrers(visits, traffic, rng).take(
            _indices(np.where(is_reported, visit_of, -1))
        ),
        "utm_source": _of([utm.source for utm in utms], utm_of),
        "utm_medium": _of([utm.medium for utm in utms], utm_of),
        "utm_campaign": _of([utm.campaign for utm in utms], utm_of),
        "utm_content": _of([utm.content for utm in utms], utm_of),
        "user_agent": _of([entry.text for entry in AGENTS], agents),
        "outcome": _outcomes(acts),
        "is_bot": pa.array(is_bot),
        "bot_reason": pc.if_else(
            pa.array(is_head), "head", _of([entry.bot for entry in AGENTS], agents)
        ),
        "is_preview": pa.array(is_reported & (agents >= len(PEOPLE) + len(BOTS))),
        "is_duplicate": pa.array(repeated),
        "verdict_version": pa.array(np.where(is_reported, VERDICT_VERSION, 0).astype(np.int32)),
        "amount_cents": _amounts(acts),
        "is_demo": pa.repeat(True, occurred.size),
        "data": pa.array([text for act in acts for text in act.data]),
    }
    return pa.table(
        [
            columns[field.name].cast(field.type)
            if field.name in columns
            else pa.nulls(occurred.size, field.type)
            for field in ROWS
        ],
        schema=ROWS,
    )


def _travel(types: Sequence[str], count: int, rng: np.random.Generator) -> Ints:
    """Return the delays between events and their receipt. A few events happened offline and arrive hours later."""
    seconds = np.where(
        np.isin(types, ("view", "use")), rng.gamma(1.6, 0.9, count), rng.gamma(1.4, 0.012, count)
    )
    late = rng.random(count) < 0.003
    seconds = np.where(late, rng.gamma(1.1, 5400, count), seconds)
    travel: Ints = (seconds * SECOND).astype(np.int64)
    return travel


def _visitors(visits: Visits, rng: np.random.Generator) -> tuple[list[str], list[str]]:
    """Return the identifier and kind of each visit's visitor. A cookie's identifier lasts, but a hash is different each
    day.
    """
    day = visits.at // DAY
    number = np.where(visits.accepts_cookie, visits.visitor, -(visits.visitor * 40_000 + day) - 1)
    _, inverse = np.unique(number, return_inverse=True)
    raw = rng.bytes(16 * (int(inverse.max()) + 1)).hex()
    texts = [raw[start : start + 32] for start in range(0, len(raw), 32)]
    kinds = np.where(visits.accepts_cookie, "cookie", "daily").tolist()
    return [texts[index] for index in inverse.tolist()], kinds


def _repeats(visits: Visits, rows: Ints, at: Ints, visitor_ids: list[str]) -> NDArray[np.bool_]:
    """Return which scans follow another of the same visitor and code within half an hour."""
    _, who = np.unique(np.array(visitor_ids)[rows], return_inverse=True)
    code = visits.code[rows]
    order = np.lexsort((at, code, who))
    same = (who[order][1:] == who[order][:-1]) & (code[order][1:] == code[order][:-1])
    near = np.diff(at[order]) <= REPEAT_WINDOW
    repeats = np.zeros(rows.size, dtype=np.bool_)
    repeats[order[1:]] = same & near
    return repeats


def _languages(visits: Visits, places: Sequence[Place], rng: np.random.Generator) -> pa.Array:
    """Return the language of each visit: one per person, depending on the country. Machines send none."""
    texts = np.full(visits.at.size, None, dtype=object)
    countries = np.array([place.country for place in places])[visits.place]
    for country, shares in LANGUAGES.items():
        rows = np.flatnonzero((countries == country) & (visits.agent < len(PEOPLE)))
        texts[rows] = _by_draw(list(shares), np.array(list(shares.values())), visits.draw[rows])
    texts[rng.random(visits.at.size) < 0.004] = None
    return pa.array(texts, pa.string())


def _referrers(visits: Visits, traffic: Sequence[Traffic], rng: np.random.Generator) -> pa.Array:
    """Return the referring host of each visit. Scans of printed codes have none."""
    texts = np.full(visits.at.size, None, dtype=object)
    for index, entry in enumerate(traffic):
        if entry.referrers:
            rows = np.flatnonzero((visits.code == index) & (visits.agent < len(PEOPLE)))
            shares = np.array([*entry.referrers.values()])
            hosts = [*entry.referrers, None]
            texts[rows] = _by_draw(
                hosts, np.append(shares, 1 - shares.sum()), rng.random(rows.size)
            )
    return pa.array(texts, pa.string())


def _by_draw(choices: Sequence[str | None], weights: Floats, draws: Floats) -> NDArray[np.object_]:
    edges = np.cumsum(weights / weights.sum())
    picked: NDArray[np.object_] = np.array(choices, dtype=object)[
        np.minimum(np.searchsorted(edges, draws, side="right"), len(choices) - 1)
    ]
    return picked


def _amounts(acts: Sequence[Act]) -> pa.Array:
    return pa.concat_arrays(
        [
            pa.nulls(act.visit.size, pa.int64())
            if act.amount_cents is None
            else pa.array(act.amount_cents)
            for act in acts
        ]
    )


def _outcomes(acts: Sequence[Act]) -> pa.Array:
    return pa.concat_arrays(
        [
            pa.array(act.outcome) if act.outcome else pa.nulls(act.visit.size, pa.string())
            for act in acts
        ]
    )


def _event_ids(received: Ints, rng: np.random.Generator) -> pa.Array:
    """Return UUIDs of version 7: the millisecond, then random bits."""
    raw = np.frombuffer(rng.bytes(16 * received.size), dtype=np.uint8).reshape(-1, 16).copy()
    milliseconds = (received // 1000).astype(">u8").view(np.uint8).reshape(-1, 8)
    raw[:, :6] = milliseconds[:, 2:]
    raw[:, 6] = (raw[:, 6] & 0x0F) | 0x70
    raw[:, 8] = (raw[:, 8] & 0x3F) | 0x80
    text = raw.tobytes().hex()
    starts = range(0, len(text), 32)
    return pa.array(
        [
            f"{text[i : i + 8]}-{text[i + 8 : i + 12]}-{text[i + 12 : i + 16]}"
            f"-{text[i + 16 : i + 20]}-{text[i + 20 : i + 32]}"
            for i in starts
        ]
    )


def _of(choices: Sequence[str | None], index: Ints) -> pa.Array:
    return pa.array(choices, pa.string()).take(_indices(index))


def _indices(index: Ints) -> pa.Array:
    return pa.array(index, mask=index < 0)


def _times(microseconds: Ints) -> pa.Array:
    return pa.array(microseconds).cast(pa.timestamp("us", tz="UTC"))
