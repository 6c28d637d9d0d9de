"""Visits of the demonstration's codes over HTTP, at the rate of a busy morning, so that a dashboard moves."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx2
import numpy as np

from pipelines.demo.agents import BOTS, PEOPLE, PREVIEWS, DemoAgent
from pipelines.demo.harbor_traffic import PLACES, TRAFFIC
from pipelines.demo.places import LANGUAGES, Place
from pipelines.demo.traffic import Traffic
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.world import DemoCode

RETURNING = 0.45
MACHINES = 0.04
TIMEOUT = 10.0


@dataclass(frozen=True, slots=True, eq=False)
class LiveVisitor:
    """A visitor with a browser, a place and a cookie jar."""

    agent: DemoAgent
    place: Place
    address: str
    language: str | None
    browser: httpx2.Client

    @property
    def is_person(self) -> bool:
        return self.agent in PEOPLE


class LiveTraffic:
    """Draws visitors and lets them scan codes of Harbor Coffee, some of them repeatedly."""

    def __init__(self, base_url: str, rng: np.random.Generator) -> None:
        self._base_url = base_url
        self._rng = rng
        self._codes: dict[str, DemoCode] = {code.slug: code for code in HARBOR_COFFEE.codes}
        self._traffic = [entry for entry in TRAFFIC if self._codes[entry.slug].until is None]
        weights = np.array([entry.daily for entry in self._traffic])
        self._shares = weights / weights.sum()
        self._regulars: list[LiveVisitor] = []

    def visit_once(self) -> str:
        """Let one visitor scan one code, and return the name of the code."""
        entry = self._traffic[self._rng.choice(len(self._traffic), p=self._shares)]
        code = self._codes[entry.slug]
        visitor = self._visitor(entry)
        utm = {
            f"utm_{name}": value
            for name in ("source", "medium", "campaign", "content")
            if (value := getattr(entry.utm, name))
        }
        answer = visitor.browser.get(f"/code/{code.code_id}", params=utm, headers=_headers(visitor))
        if answer.status_code >= 500 or answer.status_code == 404:
            answer.raise_for_status()
        if visitor.is_person and code.kind == "page":
            self._look_at(code, visitor, entry)
        if visitor not in self._regulars:
            visitor.browser.close()
        return code.name

    def _look_at(self, code: DemoCode, visitor: LiveVisitor, entry: Traffic) -> None:
        events = [{"code_id": code.code_id, "action": "view"}]
        if self._rng.random() < entry.acts.click:
            events.append({"code_id": code.code_id, "action": "click", "block_id": "button"})
        visitor.browser.post("/v1/collect", json={"events": events}, headers=_headers(visitor))

    def _visitor(self, entry: Traffic) -> LiveVisitor:
        if self._regulars and self._rng.random() < RETURNING:
            return self._regulars[self._rng.integers(len(self._regulars))]
        agents = (*BOTS, *PREVIEWS) if self._rng.random() < MACHINES else PEOPLE
        weights = np.array([agent.weight for agent in agents])
        agent = agents[self._rng.choice(len(agents), p=weights / weights.sum())]
        mix = PLACES[entry.place]
        chances = np.array(list(mix.values()))
        place = list(mix)[self._rng.choice(len(mix), p=chances / chances.sum())]
        visitor = LiveVisitor(
            agent,
            place,
            f"{place.address.rpartition('.')[0]}.{self._rng.integers(1, 255)}",
            next(iter(LANGUAGES[place.country])) if agent in PEOPLE else None,
            httpx2.Client(base_url=self._base_url, timeout=TIMEOUT),
        )
        if visitor.is_person and len(self._regulars) < 200:
            self._regulars.append(visitor)
        return visitor


def visits(
    traffic: LiveTraffic, minutes: float, per_minute: float, rng: np.random.Generator
) -> Iterator[str]:
    """Visit at random moments until the time is over, and yield the name of each scanned code."""
    end = time.monotonic() + minutes * 60
    while time.monotonic() < end:
        yield f"{datetime.now(UTC):%H:%M:%S}  {traffic.visit_once()}"
        time.sleep(min(rng.exponential(60 / per_minute), max(0.0, end - time.monotonic())))


def _headers(visitor: LiveVisitor) -> dict[str, str]:
    headers = {
        "user-agent": visitor.agent.text,
        "x-forwarded-for": visitor.address,
        "accept": "text/html,application/xhtml+xml,*/*;q=0.8",
    }
    if visitor.language:
        headers["accept-language"] = (
            f"{visitor.language},{visitor.language.partition('-')[0]};q=0.8"
        )
    return headers
