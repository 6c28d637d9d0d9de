"""Realistic ledgers: gifts, purchases, corrections, refunds and undone steps of a few customers, as events."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from ingest.contracts.award import AwardData
from ingest.contracts.envelope import Contract
from ingest.contracts.points import PointsData
from tests.pipelines.events import make_event

CUSTOMERS = ("ana", "ben", "eve", "zoe", None)
"""Customers by key; an erased customer has none."""
REWARDS = {"rwd_1": (5, 120), "rwd_2": (8, 330), "rwd_3": (3, None), "rwd_4": (0, 90)}
"""The price and cost of each reward."""
UNITS = ("points", "stamps")


@dataclass
class _Lot:
    lot_id: str
    available_from: datetime
    expires_at: datetime | None
    left: int


@dataclass
class _Account:
    """What one customer has of one unit."""

    lots: list[_Lot] = field(default_factory=list)

    def spendable(self, now: datetime) -> list[_Lot]:
        """Return the lots that can be spent, in the order of their expiry."""
        good = [
            lot
            for lot in self.lots
            if lot.left
            and lot.available_from <= now
            and (lot.expires_at is None or lot.expires_at > now)
        ]
        return sorted(good, key=lambda lot: (lot.expires_at is None, lot.expires_at or now))


class LoyaltyStream:
    """Generates steps of customers and records them as rows of the lake's events."""

    def __init__(self, seed: int, start: datetime) -> None:
        self._rng = random.Random(seed)
        self._now = start
        self._accounts: dict[tuple[str, str | None, str], _Account] = {}
        self._ids = count()
        self.rows: list[dict[str, Any]] = []

    def run(self, steps: int) -> list[dict[str, Any]]:
        """Run this many steps; return events in the order of their positions, which is not the order in which they
        happened.
        """
        choices = (self._give, self._give, self._give, self._buy, self._buy, self._correct)
        for _ in range(steps):
            self._now += timedelta(seconds=self._rng.randint(600, 5 * 86_400))
            if self._rng.random() < 0.3:
                self._now = self._now.replace(minute=0, second=0)
            org_id = self._rng.choice(("org_a", "org_a", "org_b"))
            customer = self._rng.choice(CUSTOMERS)
            step = self._rng.choice((*choices, self._gift, self._visit, self._visit))
            step(org_id, customer)
        late = sorted(self.rows, key=lambda row: row["received_at"])
        for pos, row in enumerate(late):
            row |= {"pos": pos, "partition": pos % 3, "event_id": f"event-{pos}"}
        return late

    def _event(self, org_id: str, customer: str | None, kind: str, data: Contract | None) -> None:
        arrives = self._now + timedelta(seconds=self._rng.choice((0, 0, 0, 20, 90_000, 3_000_000)))
        self.rows.append(
            make_event(
                0,
                org_id=org_id,
                type=kind,
                customer_key=customer,
                occurred_at=self._now,
                received_at=arrives,
                day=arrives.date(),
                visitor_id=None,
                visitor_kind="none",
                amount_cents=self._rng.randint(-200, 900) if kind == "order" else None,
                data=data.model_dump_json(exclude_none=True) if data else "{}",
            )
        )

    def _entry(
        self, org_id: str, customer: str | None, unit: str, lot: _Lot, amount: int, reason: str
    ) -> None:
        is_gain = amount > 0 and reason in ("given", "earned", "correction")
        data = PointsData(
            entry_id=lot.lot_id if is_gain else f"mov_{next(self._ids)}-0",
            movement_id="mov",
            lot_id=lot.lot_id,
            unit=unit,
            amount=amount,
            reason=reason,
            available_from=lot.available_from,
            expires_at=lot.expires_at,
        )
        lot.left += amount
        self._event(org_id, customer, "points", data)

    def _gain(self, org_id: str, customer: str | None, unit: str, amount: int, reason: str) -> _Lot:
        pending = timedelta(days=self._rng.choice((0, 0, 14)))
        life = self._rng.choice((None, 20, 45, 200))
        available = self._now + pending
        expires = available + timedelta(days=life) if life else None
        lot = _Lot(f"lot_{next(self._ids)}-0", available, expires, 0)
        self._account(org_id, customer, unit).lots.append(lot)
        self._entry(org_id, customer, unit, lot, amount, reason)
        return lot

    def _account(self, org_id: str, customer: str | None, unit: str) -> _Account:
        return self._accounts.setdefault((org_id, customer, unit), _Account())

    def _give(self, org_id: str, customer: str | None) -> None:
        unit, amount = self._rng.choice(UNITS), self._rng.randint(1, 20)
        reason = self._rng.choice(("given", "given", "earned"))
        lot = self._gain(org_id, customer, unit, amount, reason)
        taken = self._rng.random()
        if taken < 0.1:
            self._now += timedelta(minutes=3)
            self._entry(org_id, customer, unit, lot, -amount, "undo")
        elif taken < 0.2 and reason == "earned":
            self._now += timedelta(days=1)
            self._entry(org_id, customer, unit, lot, -self._rng.randint(1, amount), "refund")

    def _correct(self, org_id: str, customer: str | None) -> None:
        unit = self._rng.choice(UNITS)
        lots = [lot for lot in self._account(org_id, customer, unit).lots if lot.left]
        if lots and self._rng.random() < 0.6:
            lot = self._rng.choice(lots)
            self._entry(org_id, customer, unit, lot, -self._rng.randint(1, lot.left), "correction")
        else:
            self._gain(org_id, customer, unit, self._rng.randint(1, 9), "correction")

    def _buy(self, org_id: str, customer: str | None) -> None:
        unit, reward = self._rng.choice(UNITS), self._rng.choice(list(REWARDS))
        price, cost = REWARDS[reward]
        wanted, parts = price, []
        for lot in self._account(org_id, customer, unit).spendable(self._now):
            part = min(lot.left, wanted)
            if part:
                parts.append((lot, part))
                wanted -= part
        if wanted:
            return
        for lot, part in parts:
            self._entry(org_id, customer, unit, lot, -part, "redeem")
        award = self._award(org_id, customer, reward, "redeemed", "bought", unit, price, cost)
        if self._rng.random() < 0.2:
            self._now += timedelta(minutes=5)
            for lot, part in parts:
                self._entry(org_id, customer, unit, lot, part, "undo_redeem")
            self._event(org_id, customer, "award", award.model_copy(update={"action": "undone"}))

    def _gift(self, org_id: str, customer: str | None) -> None:
        reward = self._rng.choice(list(REWARDS))
        life = self._rng.choice((None, 15, 60))
        expires = self._now + timedelta(days=life) if life else None
        award = self._award(
            org_id, customer, reward, "given", "given", "points", 0, REWARDS[reward][1], expires
        )
        if self._rng.random() < 0.6:
            self._now += timedelta(days=self._rng.randint(0, 14), minutes=1)
            redeemed = award.model_copy(update={"action": "redeemed"})
            self._event(org_id, customer, "award", redeemed)
            if self._rng.random() < 0.3:
                self._now += timedelta(minutes=5)
                undone = award.model_copy(update={"action": "undone"})
                self._event(org_id, customer, "award", undone)

    def _award(
        self,
        org_id: str,
        customer: str | None,
        reward: str,
        action: str,
        source: str,
        unit: str,
        price: int,
        cost: int | None,
        expires: datetime | None = None,
    ) -> AwardData:
        data = AwardData(
            reward_id=reward,
            action=action,
            source=source,
            unit=unit,
            price=price,
            cost_cents=cost,
            awarded_at=self._now,
            expires_at=expires,
        )
        self._event(org_id, customer, "award", data)
        return data

    def _visit(self, org_id: str, customer: str | None) -> None:
        kind = self._rng.choice(("scan", "order", "order", "redemption", "message", "segment"))
        self._event(org_id, customer, kind, None)
