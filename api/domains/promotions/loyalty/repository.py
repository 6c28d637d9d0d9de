"""All database statements for the ledger and the programme.

A customer is a set of IDs here, because merged profiles keep their own entries. Spending takes from the lots of all of
them, and each entry belongs to the profile that has its lot.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.promotions.loyalty.models import LoyaltyEntry, LoyaltyProgram, LoyaltyShortfall
from api.domains.promotions.loyalty.types import NOT_FOR_TIERS, Origin, Reason, Unit

_WRITTEN = """returning entry_id, customer_id, movement_id, lot_id, unit, amount, reason, available_from, expires_at,
  code_id"""
"""The columns of entries that events need."""

_GIVE = text(f"""
insert into loyalty_entries (entry_id, org_id, customer_id, movement_id, part, unit, amount, lot_id,
  available_from, expires_at, reason, note, code_id, event_id, idempotency_key, recorded_by, recorded_at)
values (:movement_id || '-0', :org_id, :customer_id, :movement_id, 0, :unit, :amount, :movement_id || '-0',
  :available_from, :expires_at, :reason, :note, :code_id, :event_id, :idempotency_key, :recorded_by, :now)
on conflict (org_id, idempotency_key, part) do nothing
{_WRITTEN}
""")

# Lots that expire first are used first; among lots with the same expiry or none, the oldest is used
# first. A correction can also take from pending lots, and uses those before any that can be spent.
_TAKE = text(f"""
with lots as (
  select lot_id, customer_id, available_from, expires_at, sum(amount) as rest, min(seq) as first
  from loyalty_entries
  where org_id = :org_id and customer_id = any(:customer_ids) and unit = :unit
    and (available_from <= :now or :reason = 'correction') and (expires_at is null or expires_at > :now)
  group by lot_id, customer_id, available_from, expires_at
  having sum(amount) > 0
), queue as (
  select *, sum(rest) over fifo - rest as before, row_number() over fifo - 1 as part
  from lots window fifo as (order by (available_from > :now) desc, expires_at nulls last, first)
)
insert into loyalty_entries (entry_id, org_id, customer_id, movement_id, part, unit, amount, lot_id,
  available_from, expires_at, reason, note, code_id, idempotency_key, recorded_by, recorded_at)
select :movement_id || '-' || part, :org_id, customer_id, :movement_id, part, :unit,
  -least(rest, :amount - before), lot_id, available_from, expires_at, :reason, :note, :code_id,
  :idempotency_key, :recorded_by, :now
from queue
where before < :amount and (select sum(rest) from lots) >= :amount
{_WRITTEN}
""")

_TAKE_LOT = text(f"""
insert into loyalty_entries (entry_id, org_id, customer_id, movement_id, part, unit, amount, lot_id,
  available_from, expires_at, reason, note, code_id, idempotency_key, recorded_by, recorded_at)
select :movement_id || '-0', org_id, customer_id, :movement_id, 0, unit, -least(sum(amount), :amount), lot_id,
  available_from, expires_at, :reason, :note, :code_id, :idempotency_key, :recorded_by, :now
from loyalty_entries
where org_id = :org_id and lot_id = :lot_id and (expires_at is null or expires_at > :now)
group by org_id, customer_id, unit, lot_id, available_from, expires_at
having sum(amount) > 0
{_WRITTEN}
""")

_ADD_SHORTFALL = text("""
insert into loyalty_shortfalls as s (org_id, lot_id, amount)
select org_id, lot_id, :amount from loyalty_entries where org_id = :org_id and entry_id = :lot_id
on conflict (lot_id) do update set amount = s.amount + excluded.amount
""")

_UNDO = text(f"""
insert into loyalty_entries (entry_id, org_id, customer_id, movement_id, part, unit, amount, lot_id,
  available_from, expires_at, reason, note, code_id, idempotency_key, recorded_by, recorded_at)
select :movement_id || '-' || part, org_id, customer_id, :movement_id, part, unit, -amount, lot_id,
  available_from, expires_at, case reason when 'redeem' then 'undo_redeem' else 'undo' end, :note, code_id,
  'undo:' || :undone, :recorded_by, :now
from loyalty_entries
where org_id = :org_id and movement_id = :undone
{_WRITTEN}
""")

_BALANCES = text("""
with lots as (
  select unit, lot_id, expires_at, available_from <= :now as is_available, sum(amount) as rest
  from loyalty_entries
  where org_id = :org_id and customer_id = any(:customer_ids) and (expires_at is null or expires_at > :now)
  group by unit, lot_id, expires_at, is_available
  having sum(amount) > 0
), soonest as (
  select unit, min(expires_at) as expires_at from lots where is_available group by unit
)
select unit, coalesce(sum(rest) filter (where is_available), 0)::bigint as available,
  coalesce(sum(rest) filter (where not is_available), 0)::bigint as pending,
  soonest.expires_at as next_expiry,
  coalesce(sum(rest) filter (where is_available and lots.expires_at = soonest.expires_at), 0)::bigint as expiring
from lots left join soonest using (unit)
group by unit, soonest.expires_at
""")

# Undone or corrected amounts count at the time of the gain from which they were taken.
_EARNED = text("""
select lot.recorded_at, sum(e.amount)::bigint as amount
from loyalty_entries e
join loyalty_entries lot on lot.entry_id = e.lot_id and lot.org_id = e.org_id
where e.org_id = :org_id and e.customer_id = any(:customer_ids) and e.unit = 'points'
  and e.reason <> all(:not_for_tiers) and lot.recorded_at >= :since
group by lot.recorded_at
having sum(e.amount) <> 0
order by lot.recorded_at
""")

_HISTORY = """
select movement_id, unit, sum(amount)::bigint as amount, reason, note, code_id, recorded_by, recorded_at,
  min(available_from) as available_from, min(expires_at) as expires_at,
  exists (select from loyalty_entries u where u.org_id = e.org_id
    and u.idempotency_key = 'undo:' || e.movement_id) as is_undone
from loyalty_entries e
where org_id = :org_id and customer_id = any(:customer_ids)
group by org_id, movement_id, unit, reason, note, code_id, recorded_by, recorded_at
"""
_PAGE = text(
    f"{_HISTORY} order by max(recorded_at) desc, max(seq) desc limit :limit offset :offset"
)
_COUNT = text(
    "select count(distinct movement_id) from loyalty_entries"
    " where org_id = :org_id and customer_id = any(:customer_ids)"
)


class LedgerRepository(Repository[LoyaltyEntry]):
    """The ledger of one organisation, in one session."""

    model = LoyaltyEntry

    def lock_customer(self, org_id: str, customer_ids: Sequence[str]) -> None:
        """Lock the customer, so that other changes of the balance wait until the transaction ends."""
        for customer_id in sorted(customer_ids):
            lock_until_commit(self.session, "loyalty", org_id, customer_id)

    def find_by_key(self, org_id: str, key: str) -> Row[Any] | None:
        """Return the movement recorded under an idempotency key: its ID, customers, unit, amount and reason; None if
        there is none.
        """
        own = self.scoped(org_id).where(LoyaltyEntry.idempotency_key == key)
        columns = (LoyaltyEntry.movement_id, LoyaltyEntry.unit, LoyaltyEntry.reason)
        found: Any = own.with_only_columns(
            *columns,
            func.sum(LoyaltyEntry.amount).label("amount"),
            func.array_agg(LoyaltyEntry.customer_id).label("customer_ids"),
        ).group_by(*columns)
        return self.session.execute(found).one_or_none()

    def find_movement(self, org_id: str, movement_id: str) -> Row[Any] | None:
        """Return a movement's customers and reason, and when it was recorded; None if there is none."""
        own = self.scoped(org_id).where(LoyaltyEntry.movement_id == movement_id)
        columns = (LoyaltyEntry.reason, LoyaltyEntry.recorded_at)
        found: Any = own.with_only_columns(
            *columns, func.array_agg(LoyaltyEntry.customer_id).label("customer_ids")
        ).group_by(*columns)
        return self.session.execute(found).one_or_none()

    def give(
        self,
        org_id: str,
        customer_id: str,
        movement_id: str,
        unit: Unit,
        amount: int,
        *,
        available_from: datetime,
        expires_at: datetime | None,
        reason: Reason,
        origin: Origin,
        now: datetime,
    ) -> Row[Any] | None:
        """Write a gain and return its entry; None if its idempotency key was already used."""
        values = {
            **_values(org_id, movement_id, unit, amount, reason, origin, now),
            "customer_id": customer_id,
            "available_from": available_from,
            "expires_at": expires_at,
        }
        return self.session.execute(_GIVE, values).one_or_none()

    def take(
        self,
        org_id: str,
        customer_ids: Sequence[str],
        movement_id: str,
        unit: Unit,
        amount: int,
        *,
        reason: Reason,
        origin: Origin,
        now: datetime,
    ) -> Sequence[Row[Any]]:
        """Take from the lots that expire first; a correction takes from pending lots before those. Return the entries;
        if the lots are not enough, nothing is taken and there are none.
        """
        values = {
            **_values(org_id, movement_id, unit, amount, reason, origin, now),
            "customer_ids": list(customer_ids),
        }
        return self.session.execute(_TAKE, values).all()

    def take_lot(
        self, org_id: str, lot_id: str, movement_id: str, amount: int, origin: Origin, now: datetime
    ) -> Row[Any] | None:
        """Take from one lot for a refund, at most what is left of it. Return the entry; None if nothing is left."""
        values = _values(org_id, movement_id, "points", amount, "refund", origin, now)
        return self.session.execute(_TAKE_LOT, {**values, "lot_id": lot_id}).one_or_none()

    def add_shortfall(self, org_id: str, lot_id: str, amount: int) -> None:
        """Store that a refund could not take this amount from a lot."""
        self.session.execute(_ADD_SHORTFALL, {"org_id": org_id, "lot_id": lot_id, "amount": amount})

    def reduce_shortfall(self, org_id: str, lot_id: str, amount: int) -> None:
        """Store that this amount of a shortfall was taken."""
        self.session.execute(
            update(LoyaltyShortfall)
            .where(LoyaltyShortfall.org_id == org_id, LoyaltyShortfall.lot_id == lot_id)
            .values(amount=LoyaltyShortfall.amount - amount)
            .execution_options(synchronize_session=False)
        )

    def shortfalls(self, org_id: str, lot_ids: Sequence[str]) -> dict[str, int]:
        """Return what refunds still have to take from these lots; the others are absent."""
        rows = self.session.execute(
            select(LoyaltyShortfall.lot_id, LoyaltyShortfall.amount)
            .where(
                LoyaltyShortfall.org_id == org_id,
                LoyaltyShortfall.lot_id.in_(lot_ids),
                LoyaltyShortfall.amount > 0,
            )
            .order_by(LoyaltyShortfall.lot_id)
        )
        return {row.lot_id: row.amount for row in rows}

    def undo(
        self, org_id: str, undone: str, movement_id: str, origin: Origin, now: datetime
    ) -> list[Row[Any]] | None:
        """Write the opposite of a movement and return its entries; None if the gain has been spent."""
        values = {
            "org_id": org_id,
            "undone": undone,
            "movement_id": movement_id,
            "note": origin.note,
            "recorded_by": origin.recorded_by,
            "now": now,
        }
        try:
            with self.session.begin_nested():
                return list(self.session.execute(_UNDO, values).all())
        except IntegrityError as error:
            if "below zero" not in str(error.orig):
                raise
            return None

    def balances(
        self, org_id: str, customer_ids: Sequence[str], now: datetime
    ) -> Sequence[Row[Any]]:
        """Return the available and pending amounts by unit; units without either are absent."""
        values = {"org_id": org_id, "customer_ids": list(customer_ids), "now": now}
        return self.session.execute(_BALANCES, values).all()

    def given_since(
        self, org_id: str, customer_ids: Sequence[str], unit: Unit, since: datetime
    ) -> int:
        """Return how much was given since a time, minus what was undone of it, without corrections."""
        own = self.scoped(org_id).where(
            LoyaltyEntry.customer_id.in_(customer_ids),
            LoyaltyEntry.unit == unit,
            LoyaltyEntry.reason.in_(("given", "earned", "undo")),
            LoyaltyEntry.recorded_at >= since,
        )
        total = own.with_only_columns(func.coalesce(func.sum(LoyaltyEntry.amount), 0))
        return int(self.session.scalar(total) or 0)

    def earned(
        self, org_id: str, customer_ids: Sequence[str], since: datetime
    ) -> Sequence[Row[Any]]:
        """Return the gains since a time that count for tiers, with their times and points, oldest first."""
        values = {
            "org_id": org_id,
            "customer_ids": list(customer_ids),
            "not_for_tiers": list(NOT_FOR_TIERS),
            "since": since,
        }
        return self.session.execute(_EARNED, values).all()

    def history(
        self, org_id: str, customer_ids: Sequence[str], limit: int, offset: int = 0
    ) -> tuple[Sequence[Row[Any]], int]:
        """Return a page of movements, newest first, and the total number."""
        values = {"org_id": org_id, "customer_ids": list(customer_ids)}
        page = self.session.execute(_PAGE, {**values, "limit": limit, "offset": offset}).all()
        return page, int(self.session.scalar(_COUNT, values) or 0)

    def program(self, org_id: str) -> LoyaltyProgram | None:
        """Return the organisation's programme; None if it was never saved."""
        return self.session.scalar(select(LoyaltyProgram).where(LoyaltyProgram.org_id == org_id))

    def save_program(self, org_id: str, values: dict[str, Any]) -> None:
        """Store the programme."""
        statement = insert(LoyaltyProgram).values(org_id=org_id, **values)
        self.session.execute(
            statement.on_conflict_do_update(index_elements=["org_id"], set_=values)
        )


def _values(
    org_id: str,
    movement_id: str,
    unit: Unit,
    amount: int,
    reason: Reason,
    origin: Origin,
    now: datetime,
) -> dict[str, Any]:
    return {
        "org_id": org_id,
        "movement_id": movement_id,
        "unit": unit,
        "amount": amount,
        "reason": reason,
        "note": origin.note,
        "code_id": origin.code_id,
        "event_id": origin.event_id,
        "idempotency_key": origin.idempotency_key,
        "recorded_by": origin.recorded_by,
        "now": now,
    }
