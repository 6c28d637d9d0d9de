"""Acts, the columns from which events are made: the scan of each visit, and messages that do not follow a visit."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic_core import to_json

from ingest.contracts.envelope import Contract, EventType
from ingest.contracts.message import MessageData
from ingest.contracts.scan import ScanData
from pipelines.demo.traffic import Blast
from pipelines.demo.visits import SECOND, Ints, Visits, Window
from runtime.demo.world import DemoOrganization, demo_id

_Status = Literal["sent", "delivered", "failed", "opened", "clicked", "unsubscribed"]
OPENED = {"sms": 0.0, "push": 0.17, "email": 0.36}
"""Share of recipients who open a delivered message. Opened text messages are not reported."""
STOPPED = {"sms": 0.006, "push": 0.002, "email": 0.0035}
_LETTERS = np.frombuffer(b"23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ", dtype="S1")


@dataclass(frozen=True, slots=True)
class Act:
    """Events of one family. `visit` is -1 for an act without a visit."""

    type: EventType
    visit: Ints
    code: Ints
    at: Ints
    data: list[str]
    amount_cents: Ints | None = None
    outcome: list[str] = field(default_factory=list)
    campaign_id: str | None = None


def random_ids(prefix: str, count: int, rng: np.random.Generator) -> list[str]:
    """Return IDs in the format of the product, generated with this generator."""
    letters = _LETTERS[rng.integers(0, _LETTERS.size, (count, 22))]
    texts = np.ascontiguousarray(letters).view("S22").ravel().tolist()
    return [prefix + text.decode() for text in texts]


def scans(visits: Visits, organization: DemoOrganization, window: Window) -> Act:
    """Return the scan of each visit."""
    is_ended = ended(visits, organization, window)
    is_page = np.array([code.kind == "page" for code in organization.codes])[visits.code]
    outcome = np.where(is_ended, 2, np.where(is_page, 1, 0))
    outcomes: tuple[Literal["redirect", "page", "fallback"], ...] = ("redirect", "page", "fallback")
    methods: tuple[Literal["GET", "HEAD"], ...] = ("GET", "HEAD")
    texts = [as_json(ScanData(outcome=name, method=verb)) for name in outcomes for verb in methods]
    data = [texts[index] for index in (outcome * 2 + visits.is_head).tolist()]
    rows = np.arange(visits.at.size)
    names = [outcomes[index] for index in outcome.tolist()]
    return Act("scan", rows, visits.code, visits.at, data, outcome=names)


def messages(
    blasts: tuple[Blast, ...],
    organization: DemoOrganization,
    window: Window,
    rng: np.random.Generator,
) -> list[Act]:
    """Return the messages as their providers report them: sent, most delivered, some opened, some clicked."""
    slugs = [code.slug for code in organization.codes]
    acts: list[Act] = []
    for blast in blasts:
        day = window.today - timedelta(days=blast.days_ago)
        start = datetime(day.year, day.month, day.day, blast.hour, tzinfo=window.zone).timestamp()
        sent_at = int(start) * SECOND + np.sort(rng.integers(0, 600 * SECOND, blast.receivers))
        ids = random_ids("msg_", blast.receivers, rng)
        campaign = f"cmp_{demo_id('campaign', blast.name, 22)}"
        code = slugs.index(blast.slug)
        arrives = rng.random(blast.receivers) < 0.965
        clicks = arrives & (rng.random(blast.receivers) < 0.085)
        opens = arrives & (rng.random(blast.receivers) < OPENED[blast.channel])
        stops = arrives & (rng.random(blast.receivers) < STOPPED[blast.channel])
        if blast.channel != "sms":
            opens |= clicks
        steps: list[tuple[_Status, NDArray[np.bool_], Ints]] = [
            ("sent", np.ones(blast.receivers, dtype=np.bool_), sent_at),
            ("delivered", arrives, sent_at + delay(blast.receivers, 4, rng)),
            ("failed", ~arrives, sent_at + delay(blast.receivers, 20, rng)),
            ("opened", opens, sent_at + delay(blast.receivers, 1900, rng)),
            ("clicked", clicks, sent_at + delay(blast.receivers, 2600, rng)),
            ("unsubscribed", stops, sent_at + delay(blast.receivers, 4000, rng)),
        ]
        for status, chosen, at in steps:
            rows = np.flatnonzero(chosen)
            data = [
                as_json(MessageData(message_id=ids[row], channel=blast.channel, status=status))
                for row in rows.tolist()
            ]
            nobody = np.full(rows.size, -1, dtype=np.int64)
            codes = np.full(rows.size, code, dtype=np.int64)
            acts.append(Act("message", nobody, codes, at[rows], data, campaign_id=campaign))
    return acts


def ended(visits: Visits, organization: DemoOrganization, window: Window) -> NDArray[np.bool_]:
    """Return which visits happened after the end of their code."""
    starts = window.hour_starts()[:, 0]
    far = np.iinfo(np.int64).max
    ends = np.array(
        [far if code.until is None else starts[-1 - code.until] for code in organization.codes]
    )
    is_ended: NDArray[np.bool_] = visits.at >= ends[visits.code]
    return is_ended


def delay(count: int, mean_seconds: float, rng: np.random.Generator) -> Ints:
    """Return how long people take for something that takes `mean_seconds` on average, in microseconds."""
    return (rng.gamma(2.0, mean_seconds / 2, count) * SECOND).astype(np.int64) + SECOND // 4


def as_json(data: Contract) -> str:
    """Return a family's own fields as the lake stores them."""
    return str(to_json(data, exclude_none=True), "ascii")
