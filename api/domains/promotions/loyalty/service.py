"""Rules of the ledger: gains, spending, corrections and undoing, each once for its idempotency key."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row

from api.domains.promotions.loyalty.errors import (
    AlreadySpent,
    DailyLimit,
    KeyOfAnother,
    MovementNotFound,
    NotEnough,
)
from api.domains.promotions.loyalty.programs import Earned, Program, TierStatus, tier_status
from api.domains.promotions.loyalty.repository import LedgerRepository
from api.domains.promotions.loyalty.types import UNITS, Balance, Movement, Origin, Reason, Unit

UNDO_WITHIN = timedelta(minutes=15)
"""How long the person who gave or redeemed something can undo it; after that, a correction is needed."""
DAY = timedelta(hours=24)

Record = Callable[[str, Sequence[Row[Any]]], None]
"""Records the events of an organisation's new entries in the same transaction."""


class LedgerService:
    """The ledger of one organisation. A customer is identified by all IDs of their merged profiles, the customer's own
    first.
    """

    def __init__(
        self,
        ledger: LedgerRepository,
        record: Record,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._ledger = ledger
        self._record = record
        self._now = now
        self._new_id = new_id

    def lock_customer(self, org_id: str, customer_ids: Sequence[str]) -> None:
        """Lock the customer, so that other changes of the balance wait until the transaction ends."""
        self._ledger.lock_customer(org_id, customer_ids)

    def give(
        self, org_id: str, customer_ids: Sequence[str], unit: Unit, amount: int, origin: Origin
    ) -> Movement:
        """Give points or stamps according to the programme.

        Raises:
            DailyLimit: the customer would get more than the programme allows in 24 hours.
            KeyOfAnother: the idempotency key was used for something else.
        """
        self._ledger.lock_customer(org_id, customer_ids)
        before = self._before(org_id, customer_ids, unit, amount, "given", origin)
        if before is not None:
            return before
        program = self.program(org_id)
        limit = program.daily_limit(unit)
        if limit is not None:
            since = self._now - DAY
            given = self._ledger.given_since(org_id, customer_ids, unit, since)
            if given + amount > limit:
                raise DailyLimit
        return self._give(org_id, customer_ids[0], unit, amount, "given", origin, program)

    def room_today(self, org_id: str, customer_ids: Sequence[str], unit: Unit) -> int | None:
        """Return how much more a customer may get within 24 hours; None if the programme has no limit."""
        limit = self.program(org_id).daily_limit(unit)
        if limit is None:
            return None
        return max(0, limit - self._ledger.given_since(org_id, customer_ids, unit, self._now - DAY))

    def earn(
        self, org_id: str, customer_ids: Sequence[str], unit: Unit, amount: int, origin: Origin
    ) -> Movement:
        """Give what an earning rule provides. The caller has checked `room_today` under the customer's lock.

        Raises:
            KeyOfAnother: the idempotency key was used for something else.
        """
        self._ledger.lock_customer(org_id, customer_ids)
        before = self._before(org_id, customer_ids, unit, amount, "earned", origin)
        return before or self._give(
            *(org_id, customer_ids[0], unit, amount, "earned", origin), self.program(org_id)
        )

    def take_back(self, org_id: str, movement_id: str, amount: int, origin: Origin) -> int:
        """Take back part of what a movement gave, as far as it is left; return the amount. The rest is taken if a
        redemption that spent it is undone. The caller holds the customer's lock and makes sure that the key is new.
        """
        lot_id = f"{movement_id}-0"
        taken = self._take_lot(org_id, lot_id, amount, origin)
        if taken < amount:
            self._ledger.add_shortfall(org_id, lot_id, amount - taken)
        return taken

    def correct(
        self, org_id: str, customer_ids: Sequence[str], unit: Unit, amount: int, origin: Origin
    ) -> Movement:
        """Add to a balance, or take from it with a negative amount, for the reason in `origin.note`. Pending amounts
        can be taken too, and are taken first.

        Raises:
            NotEnough: the balance would go below zero.
            KeyOfAnother: the idempotency key was used for something else.
        """
        self._ledger.lock_customer(org_id, customer_ids)
        before = self._before(org_id, customer_ids, unit, amount, "correction", origin)
        if before is not None:
            return before
        if amount < 0:
            return self._take(org_id, customer_ids, unit, -amount, "correction", origin)
        program = self.program(org_id).model_copy(update={"pending_days": 0})
        return self._give(org_id, customer_ids[0], unit, amount, "correction", origin, program)

    def spend(
        self, org_id: str, customer_ids: Sequence[str], unit: Unit, amount: int, origin: Origin
    ) -> Movement:
        """Take the price of a reward from the balance, from the lots that expire first.

        Raises:
            NotEnough: the balance is too low.
            KeyOfAnother: the idempotency key was used for something else.
        """
        self._ledger.lock_customer(org_id, customer_ids)
        before = self._before(org_id, customer_ids, unit, -amount, "redeem", origin)
        return before or self._take(org_id, customer_ids, unit, amount, "redeem", origin)

    def undo(
        self,
        org_id: str,
        customer_ids: Sequence[str],
        movement_id: str,
        origin: Origin,
        of: Reason = "given",
    ) -> Movement:
        """Write the opposite of a movement of the last 15 minutes, on the same lots, so that expiry dates do not
        change. What refunds could not take from these lots, because it was spent, is taken now.

        Raises:
            MovementNotFound: this customer has no such movement, or it is older.
            AlreadySpent: the gain has been spent.
        """
        self._ledger.lock_customer(org_id, customer_ids)
        found = self._ledger.find_movement(org_id, movement_id)
        if (
            found is None
            or not set(found.customer_ids) <= set(customer_ids)
            or found.reason != of
            or found.recorded_at < self._now - UNDO_WITHIN
        ):
            raise MovementNotFound
        before = self._ledger.find_by_key(org_id, f"undo:{movement_id}")
        if before is not None:
            return _movement(before)
        undoing = self._new_id("mov")
        entries = self._ledger.undo(org_id, movement_id, undoing, origin, self._now)
        if entries is None:
            raise AlreadySpent
        self._record(org_id, entries)
        lot_ids = [entry.lot_id for entry in entries]
        for lot_id, short in self._ledger.shortfalls(org_id, lot_ids).items():
            refund = Origin(f"refund:{undoing}:{lot_id}", recorded_by=origin.recorded_by)
            taken = self._take_lot(org_id, lot_id, short, refund)
            self._ledger.reduce_shortfall(org_id, lot_id, taken)
        return Movement(undoing, entries[0].unit, sum(entry.amount for entry in entries))

    def balances(self, org_id: str, customer_ids: Sequence[str]) -> Mapping[Unit, Balance]:
        """Return the available and pending amounts now, by unit, as the sum of the entries."""
        rows = {
            row.unit: Balance(**row._asdict())
            for row in self._ledger.balances(org_id, customer_ids, self._now)
        }
        return {unit: rows.get(unit, Balance(unit)) for unit in UNITS}

    def history(
        self, org_id: str, customer_ids: Sequence[str], limit: int, offset: int = 0
    ) -> tuple[Sequence[Row[Any]], int]:
        """Return a page of movements, newest first, and the total number."""
        return self._ledger.history(org_id, customer_ids, limit, offset)

    def tier(self, org_id: str, customer_ids: Sequence[str]) -> TierStatus:
        """Return the customer's tier."""
        program = self.program(org_id)
        if not program.tiers:
            return TierStatus(None, 0, None, None)
        since = self._now - timedelta(days=program.tier_days + program.grace_days)
        rows = self._ledger.earned(org_id, customer_ids, since)
        return tier_status(
            program, [Earned(row.recorded_at, row.amount) for row in rows], self._now
        )

    def program(self, org_id: str) -> Program:
        """Return the programme, or the defaults if none was saved."""
        saved = self._ledger.program(org_id)
        return Program() if saved is None else Program.model_validate(saved)

    def has_program(self, org_id: str) -> bool:
        """Return whether the organisation has saved a programme."""
        return self._ledger.program(org_id) is not None

    def save_program(self, org_id: str, caller_id: str, program: Program) -> Program:
        """Store the programme. It applies to later gains; tiers apply at once."""
        values = program.model_dump()
        self._ledger.save_program(
            org_id, {**values, "updated_at": self._now, "updated_by": caller_id or None}
        )
        return program

    def _before(
        self,
        org_id: str,
        customer_ids: Sequence[str],
        unit: Unit,
        amount: int,
        reason: Reason,
        origin: Origin,
    ) -> Movement | None:
        """Return what was recorded under the idempotency key before, or None. Raises KeyOfAnother."""
        found = self._ledger.find_by_key(org_id, origin.idempotency_key)
        if found is None:
            return None
        same = (found.unit, found.amount, found.reason) == (unit, amount, reason)
        if not same or not set(found.customer_ids) <= set(customer_ids):
            raise KeyOfAnother
        return _movement(found)

    def _give(
        self,
        org_id: str,
        customer_id: str,
        unit: Unit,
        amount: int,
        reason: Reason,
        origin: Origin,
        program: Program,
    ) -> Movement:
        movement_id = self._new_id("mov")
        entry = self._ledger.give(
            *(org_id, customer_id, movement_id, unit, amount),
            available_from=program.available_from(unit, self._now),
            expires_at=program.expires_at(unit, self._now),
            reason=reason,
            origin=origin,
            now=self._now,
        )
        if entry is None:  # the same key was used for another customer at the same time
            raise KeyOfAnother
        self._record(org_id, [entry])
        return Movement(movement_id, unit, amount)

    def _take_lot(self, org_id: str, lot_id: str, amount: int, origin: Origin) -> int:
        taken = self._ledger.take_lot(
            *(org_id, lot_id, self._new_id("mov"), amount, origin, self._now)
        )
        if taken is None:
            return 0
        self._record(org_id, [taken])
        return -int(taken.amount)

    def _take(
        self,
        org_id: str,
        customer_ids: Sequence[str],
        unit: Unit,
        amount: int,
        reason: Reason,
        origin: Origin,
    ) -> Movement:
        movement_id = self._new_id("mov")
        ids = (org_id, customer_ids, movement_id, unit, amount)
        entries = self._ledger.take(*ids, reason=reason, origin=origin, now=self._now)
        if not entries:
            raise NotEnough
        self._record(org_id, entries)
        return Movement(movement_id, unit, -amount)


def _movement(row: Row[Any]) -> Movement:
    return Movement(row.movement_id, row.unit, int(row.amount), is_new=False)
