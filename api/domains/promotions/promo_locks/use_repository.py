"""All database statements for opening a lock: uses and wrong guesses."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, func, or_, select, text, update

from api.db.advisory_locks import lock_until_commit
from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.promotions.promo_locks.models import PromoBatch, PromoCode, PromoUse
from api.kit.pagination import ListBody, contains_pattern

_USES = Columns(searched=(), ordered={"used_at": PromoUse.used_at}, default_sort="-used_at")


class Uses(Repository[PromoUse]):
    """Uses of promo codes and master keys."""

    model = PromoUse

    def find_promo(
        self, org_id: str, code_id: str, code: str, *, lock: bool
    ) -> tuple[PromoCode, PromoBatch] | None:
        """Return a promo code of a lock with its batch; with `lock`, its row is locked until the transaction ends."""
        statement = (
            select(PromoCode, PromoBatch)
            .join(PromoBatch, PromoBatch.batch_id == PromoCode.batch_id)
            .where(PromoCode.org_id == org_id, PromoCode.code_id == code_id, PromoCode.code == code)
            .execution_options(populate_existing=True)
        )
        if lock:
            statement = statement.with_for_update(of=PromoCode)
        row = self.session.execute(statement).one_or_none()
        return (row[0], row[1]) if row is not None else None

    def take_use(self, org_id: str, promo_code_id: str, now: datetime) -> int | None:
        """Count one use; return its number, or None if no use is left."""
        statement = (
            update(PromoCode)
            .where(
                PromoCode.org_id == org_id,
                PromoCode.promo_code_id == promo_code_id,
                PromoCode.withdrawn_at.is_(None),
                or_(PromoCode.max_uses.is_(None), PromoCode.used < PromoCode.max_uses),
            )
            .values(used=PromoCode.used + 1, last_used_at=now)
            .returning(PromoCode.used)
        )
        return self.session.scalar(statement)

    def count_of_customer(
        self, org_id: str, promo_code_id: str, customer: str, visitor_id: str
    ) -> tuple[int, int]:
        """Return the uses of a promo code by this customer or browser, and those by this customer alone."""
        mine = self.scoped(org_id).where(
            PromoUse.promo_code_id == promo_code_id,
            or_(PromoUse.customer == customer, PromoUse.visitor_id == visitor_id),
        )
        by_name = func.count().filter(PromoUse.customer == customer)
        row = self.session.execute(mine.with_only_columns(func.count(), by_name)).one()
        return row[0], row[1]

    def find_open(
        self,
        org_id: str,
        promo_code_id: str,
        opened_code_id: str,
        visitor_ids: Sequence[str],
        epoch: int,
        now: datetime,
        customer: str,
    ) -> PromoUse | None:
        """Return a use by this browser that is still open, by this customer or without a named customer; None if there
        is none.
        """
        statement = (
            self.scoped(org_id)
            .where(
                PromoUse.promo_code_id == promo_code_id,
                PromoUse.opened_code_id == opened_code_id,
                PromoUse.visitor_id.in_(visitor_ids),
                PromoUse.epoch == epoch,
                PromoUse.open_until > now,
                or_(
                    PromoUse.customer == customer,
                    PromoUse.customer_kind.in_(("visitor", "device")),
                ),
            )
            .order_by(PromoUse.open_until.desc())
            .limit(1)
        )
        return self.session.scalar(statement)

    def find(self, org_id: str, use_id: str) -> PromoUse | None:
        """Return a use, or None."""
        return self.session.scalar(self.scoped(org_id).where(PromoUse.use_id == use_id))

    def add(self, use: PromoUse) -> None:
        """Insert a use."""
        self.session.add(use)
        self.session.flush()

    def list_uses(
        self, org_id: str, code_id: str, body: ListBody, customer: str, *, by_code: bool = True
    ) -> tuple[list[tuple[PromoUse, str | None]], int]:
        """Return a page of a lock's uses, newest first, each with the display form of its promo code, and the total
        number.

        `customer` is the blind index of the filter if that is an email address or phone number. With `by_code`, the
        filter searches promo codes too, not only customers.
        """
        statement = (
            self.scoped(org_id)
            .outerjoin(PromoCode, PromoCode.promo_code_id == PromoUse.promo_code_id)
            .where(PromoUse.code_id == code_id)
        )
        if body.filter:
            pattern = contains_pattern(body.filter)
            found = [PromoUse.customer == customer, PromoUse.visitor_id.ilike(pattern)]
            if by_code:
                found.append(PromoCode.shown.ilike(pattern))
            statement = statement.where(or_(*found))
        total = self.session.scalar(select(func.count()).select_from(statement.subquery())) or 0
        rows = self.session.execute(
            statement.add_columns(PromoCode.shown)
            .order_by(_USES.order(body), PromoUse.use_id)
            .limit(body.paging.page_size)
            .offset(body.paging.offset)
        )
        return [(use, shown) for use, shown in rows], total

    def totals(self, org_id: str, code_id: str) -> Row[*tuple[Any, ...]]:
        """Return the number of uses and customers of promo codes, the first and last use, and the uses of the master
        key.
        """
        is_promo = PromoUse.kind == "promo"
        statement = (
            self.scoped(org_id)
            .where(PromoUse.code_id == code_id)
            .with_only_columns(
                func.count().filter(is_promo).label("uses"),
                func.count(PromoUse.customer.distinct()).filter(is_promo).label("customers"),
                func.count().filter(~is_promo).label("master_uses"),
                func.min(PromoUse.used_at).filter(is_promo).label("first_used_at"),
                func.max(PromoUse.used_at).filter(is_promo).label("last_used_at"),
            )
        )
        return self.session.execute(statement).one()


class Guesses:
    """Wrong promo codes by device and window, in Postgres, so that all processes share the counts."""

    def __init__(self, session: Any) -> None:
        self.session = session

    def lock_guesser(self, code_id: str, guesser: str) -> None:
        """Lock this device, so that its other attempts wait until the transaction ends."""
        lock_until_commit(self.session, "promo guess", code_id, guesser)

    def counts(
        self, org_id: str, code_id: str, guessers: Sequence[str], window: datetime
    ) -> dict[str, int]:
        """Return the wrong promo codes so far, by device."""
        rows = self.session.execute(
            text(
                "select guesser, wrong from promo_guesses where org_id = :org_id"
                " and code_id = :code_id and window_start = :window and guesser = any(:guessers)"
            ),
            {"org_id": org_id, "code_id": code_id, "window": window, "guessers": list(guessers)},
        )
        return {row.guesser: row.wrong for row in rows}

    def add(self, org_id: str, code_id: str, guesser: str, window: datetime) -> int:
        """Count one wrong promo code; return the new count."""
        wrong: int = self.session.scalar(
            text(
                "insert into promo_guesses (code_id, org_id, guesser, window_start, wrong)"
                " values (:code_id, :org_id, :guesser, :window, 1)"
                " on conflict (code_id, guesser, window_start)"
                " do update set wrong = promo_guesses.wrong + 1 returning wrong"
            ),
            {"org_id": org_id, "code_id": code_id, "guesser": guesser, "window": window},
        )
        return wrong

    def raise_alarm(
        self,
        alarm_id: str,
        org_id: str,
        code_id: str,
        kind: str,
        guesser: str,
        window: datetime,
        wrong: int,
        now: datetime,
    ) -> None:
        """Store an alarm, one per device and window; a later one updates its count."""
        self.session.execute(
            text(
                "insert into promo_alarms (alarm_id, org_id, code_id, kind, guesser, window_start,"
                " wrong, raised_at) values (:alarm_id, :org_id, :code_id, :kind, :guesser, :window,"
                " :wrong, :now) on conflict (code_id, guesser, window_start)"
                " do update set wrong = excluded.wrong"
            ),
            {
                "alarm_id": alarm_id,
                "org_id": org_id,
                "code_id": code_id,
                "kind": kind,
                "guesser": guesser,
                "window": window,
                "wrong": wrong,
                "now": now,
            },
        )

    def delete_old(self, org_id: str, now: datetime) -> None:
        """Delete up to 100 counters that are older than a day."""
        self.session.execute(
            text(
                "delete from promo_guesses where (code_id, guesser, window_start) in (select"
                " code_id, guesser, window_start from promo_guesses where org_id = :org_id"
                " and window_start < :oldest limit 100 for update skip locked)"
            ),
            {"org_id": org_id, "oldest": now - timedelta(days=1)},
        )
