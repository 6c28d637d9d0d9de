"""The runner against a plain reference in Python: random plans, people, repeats, goals and crashes, across the end of
daylight saving time; and the times until which steps wait.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.messaging.automations.enrolment import birthdays_at
from api.domains.messaging.automations.running import DueAutomations, Walk
from api.domains.messaging.automations.steps import WaitStep
from api.domains.messaging.automations.waiting import birthday_in, waits_until
from api.kit.clock import Clock
from runtime.settings import Settings
from tests.api.messaging.automated import Automated
from tests.support.automation_calls import message
from tests.support.people import Org, Somebody
from tests.support.promos import MovableClock

ZONES = ("Europe/Lisbon", "Asia/Kolkata", "America/New_York")
UNITS = {"minutes": timedelta(minutes=1), "hours": timedelta(hours=1), "days": timedelta(days=1)}
TICKS = 24
START = datetime(2027, 10, 30, 6, 30, tzinfo=UTC)


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


class Killed(Exception):
    """The worker was killed."""


@dataclass
class Way:
    """A person in an automation: the remaining steps of each list, the innermost list last."""

    entered: datetime
    entry_number: int
    left: list[list[dict[str, Any]]]
    due: datetime | None
    converted: bool = False


@dataclass
class Reference:
    """The expected result, computed one person and one step after the other."""

    plan: dict[str, Any]
    tags: dict[str, list[str]]
    zones: dict[str, str]
    ways: dict[str, list[Way]] = field(default_factory=dict)
    sent: list[tuple[str, str, datetime]] = field(default_factory=list)

    def enter(self, person: str, now: datetime) -> None:
        ways = self.ways.setdefault(person, [])
        again = self.plan["again_after_days"]
        if any(it.due is not None for it in ways):
            return
        if ways and (again is None or ways[-1].entered > now - timedelta(days=again)):
            return
        ways.append(Way(now, len(ways) + 1, [list(self.plan["steps"])], now))

    def order(self, person: str, now: datetime) -> None:
        for way in self.ways.get(person, []):
            if not way.converted and way.entered < now:
                way.converted, way.due = True, None

    def is_due(self, now: datetime) -> bool:
        return any(it.due and it.due <= now for ways in self.ways.values() for it in ways)

    def run(self, now: datetime) -> None:
        for person, ways in self.ways.items():
            for way in ways:
                while way.due is not None and way.due <= now:
                    self._step(person, way, now)

    def _step(self, person: str, way: Way, now: datetime) -> None:
        while way.left and not way.left[-1]:
            way.left.pop()
        if not way.left:
            way.due = None
            return
        step = way.left[-1].pop(0)
        if step["kind"] == "message":
            key = step["id"] if way.entry_number == 1 else f"{step['id']}.{way.entry_number}"
            self.sent.append((person, key, now))
        elif step["kind"] == "exit":
            way.due = None
        elif step["kind"] == "condition":
            fits = step["rules"]["conditions"][0]["values"][0] in self.tags[person]
            way.left.append(list(step["yes"] if fits else step["no"]))
        elif "amount" in step:
            way.due = now + step["amount"] * UNITS[step["unit"]]
        else:
            way.due = now
            zone = ZoneInfo(self.zones[person])
            while f"{way.due.astimezone(zone):%H:%M}" != step["until"]:
                way.due += timedelta(minutes=1)


class Maker:
    """Generates random steps."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._number = 0

    def steps(self, depth: int = 0) -> list[dict[str, Any]]:
        return [self._step(depth) for _ in range(self._rng.randint(1, 3))]

    def _step(self, depth: int) -> dict[str, Any]:
        self._number += 1
        step_id = f"s{self._number}"
        kind = self._rng.choice(["message", "message", "wait", "until", "condition", "exit"])
        if kind == "message" or (kind == "condition" and depth > 1):
            return message(step_id)
        if kind == "wait":
            unit = self._rng.choice(["minutes", "hours"])
            return {"kind": "wait", "id": step_id, "amount": self._rng.randint(1, 25), "unit": unit}
        if kind == "until":
            return {"kind": "wait", "id": step_id, "until": self._rng.choice(["09:00", "18:30"])}
        if kind == "exit":
            return {"kind": "exit", "id": step_id}
        rules = {"conditions": [{"kind": "tag", "values": [self._rng.choice("ab")]}]}
        yes, no = self.steps(depth + 1), self.steps(depth + 1)
        return {"kind": "condition", "id": step_id, "rules": rules, "yes": yes, "no": no}


def test_automation_runner_matches_the_reference_implementation(
    client: TestClient,
    admin: Somebody,
    api_settings: Settings,
    org: Org,
    movable_clock: MovableClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = Random(5)
    movable_clock.move(seconds=(START - movable_clock()).total_seconds())
    automated = Automated(client, admin, api_settings, org, movable_clock)
    automated.follow()
    tags = [[], ["a"], ["b"], ["a", "b"]]
    people = {
        automated.person(agrees=False, tags=tags[it % 4], time_zone=ZONES[it % 3]): it
        for it in range(4)
    }
    plans = [
        {
            "steps": [*Maker(rng).steps(), message("last")],
            "again_after_days": again,
            "goal": goal,
        }
        for again, goal in ((None, None), (1, {"kind": "order"}), (1, None))
    ]
    references = {
        automated.made(
            *plan["steps"], again_after_days=plan["again_after_days"], goal=plan["goal"]
        ): (
            Reference(
                plan,
                {person: tags[it % 4] for person, it in people.items()},
                {person: ZONES[it % 3] for person, it in people.items()},
            )
        )
        for plan in plans
    }
    went = Walk.go_due

    def dying(walk: Walk, most: int) -> int:
        done = went(walk, min(most, 3))
        if rng.random() < 0.3:
            raise Killed
        return done

    monkeypatch.setattr(Walk, "go_due", dying)
    for tick in range(TICKS):
        movable_clock.move(hours=2)
        now = movable_clock()
        acted = [person for person in people if rng.random() < 0.2]
        ordered = [person for person in people if rng.random() < 0.05]
        automated.submits(*acted)
        for person in people:
            if person in acted:
                for reference in references.values():
                    reference.enter(person, now)
            if person in ordered:
                automated.orders(person, str(tick))
                for reference in references.values():
                    if reference.plan["goal"] is not None:
                        reference.order(person, now)
        is_due = bool(acted) or any(it.is_due(now) for it in references.values())
        for reference in references.values():
            reference.run(now)
        if acted or ordered:
            automated.follow()
        while is_due:
            try:
                DueAutomations(automated.context()).run()
                break
            except Killed:
                continue
    with psycopg.connect(api_settings.database_url) as connection:
        rows = connection.execute(
            "select source_id, customer_id, step, created_at from messages where org_id = %s",
            [org.org_id],
        ).fetchall()
    sent = sorted(rows)
    assert sent == sorted(
        (automation_id, *it) for automation_id, one in references.items() for it in one.sent
    )
    assert len(sent) > 20


@pytest.mark.parametrize(
    ("step", "now", "expected"),
    [
        # Clocks skip 01:30 on this day; the step continues at the jump.
        ({"until": "01:30"}, "2027-03-27T12:00Z", "2027-03-28T01:00Z"),
        # 01:30 occurs twice; the first one counts.
        ({"until": "01:30"}, "2027-10-30T12:00Z", "2027-10-31T00:30Z"),
        ({"until": "09:00", "weekdays": [1]}, "2027-10-30T12:00Z", "2027-11-01T09:00Z"),
        # A day has 24 hours, whatever the clocks do.
        ({"amount": 1}, "2027-10-30T12:00Z", "2027-10-31T12:00Z"),
        ({"date_field": "birthday"}, "2027-02-28T09:00Z", "2027-02-28T09:00Z"),
        ({"date_field": "birthday"}, "2027-02-28T09:01Z", "2028-02-29T09:00Z"),
        ({"date_field": "birthday", "offset_days": -1}, "2028-02-01T00:00Z", "2028-02-28T09:00Z"),
        ({"date_field": "visit", "offset_days": 2}, "2027-05-31T00:00Z", "2027-06-03T08:00Z"),
        ({"date_field": "visit"}, "2027-06-02T00:00Z", None),
        ({"date_field": "other"}, "2027-06-02T00:00Z", None),
    ],
)
def test_waits_end_by_the_local_clock_of_the_person(
    step: dict[str, Any], now: str, expected: str | None
) -> None:
    found = waits_until(
        WaitStep(id="w", **step),
        ZoneInfo("Europe/Lisbon"),
        {"visit": "2027-06-01"},
        "2000-02-29",
        datetime.fromisoformat(now),
    )
    assert found == (datetime.fromisoformat(expected) if expected else None)


def test_birthdays_occur_once_a_year_for_every_day_including_leap_days() -> None:
    zone = ZoneInfo("America/Sao_Paulo")
    for year in (2027, 2028):
        seen: list[str] = []
        for day in range(365 + (year == 2028)):
            noon = datetime(year, 1, 1, 12, tzinfo=zone) + timedelta(days=day)
            assert birthdays_at(noon, zone, 0, "13:00") == []
            found = birthdays_at(noon, zone, 0, "09:00")
            assert all(birthday_in(f"--{it}", year) == at for it, at in found)
            seen += [it for it, _ in found]
        assert len(seen) == len(set(seen)) == 366
