"""All database statements for promo codes as vouchers."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import Row, func, or_, select, text, update

from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.codes.codes.tables import codes
from api.domains.promotions.promo_locks.models import PromoBatch, PromoCode
from api.domains.promotions.promo_locks.schemas import ListPromoBatches

# A single statement finds the next code, skips those that others are taking now, and marks it.
_TAKE = text("""
update promo_codes set award_id = :award_id
where org_id = :org_id and promo_code_id = (
  select c.promo_code_id from promo_codes c
  join promo_batches b on b.org_id = c.org_id and b.batch_id = c.batch_id
  where c.org_id = :org_id and c.batch_id = :batch_id
    and c.used = 0 and c.withdrawn_at is null and c.award_id is null
    and (b.ends_at is null or b.ends_at > :now)
  order by c.created_at, c.code limit 1
  for update of c skip locked)
returning promo_code_id, shown
""")

_BATCHES = Columns(
    searched=(PromoBatch.name,),
    ordered={"created_at": PromoBatch.created_at, "name": func.lower(PromoBatch.name)},
    default_sort="-created_at",
)


class VoucherRepository(Repository[PromoCode]):
    """Promo codes of one organisation, in one session."""

    model = PromoCode

    def has_batch(self, org_id: str, batch_id: str) -> bool:
        """Return whether this batch exists."""
        found = select(PromoBatch.batch_id).where(
            PromoBatch.org_id == org_id, PromoBatch.batch_id == batch_id
        )
        return self.session.scalar(found) is not None

    def list_batches(
        self, org_id: str, body: ListPromoBatches
    ) -> tuple[list[tuple[PromoBatch, str]], int]:
        """Return a page of batches with the names of their codes, and the total number."""
        own = (
            select(PromoBatch, codes.c.name)
            .join(codes, codes.c.code_id == PromoBatch.code_id)
            .where(PromoBatch.org_id == org_id, codes.c.org_id == org_id)
        )
        matching = _BATCHES.matching(own, body)
        total = self.session.scalar(select(func.count()).select_from(matching.subquery())) or 0
        rows = self.session.execute(
            matching.order_by(_BATCHES.order(body), PromoBatch.batch_id)
            .limit(body.paging.page_size)
            .offset(body.paging.offset)
        )
        return [(batch, name) for batch, name in rows], total

    def take(self, org_id: str, batch_id: str, award_id: str, now: datetime) -> Row[Any] | None:
        """Hand out the next unused code; return None if none is left."""
        values = {"org_id": org_id, "batch_id": batch_id, "award_id": award_id, "now": now}
        return self.session.execute(_TAKE, values).one_or_none()

    def left(self, org_id: str, batch_ids: Collection[str], now: datetime) -> dict[str, int]:
        """Return how many codes of batches can still be handed out."""
        free = (
            select(PromoCode.batch_id, func.count())
            .join(PromoBatch, PromoBatch.batch_id == PromoCode.batch_id)
            .where(
                PromoCode.org_id == org_id,
                PromoCode.batch_id.in_(batch_ids),
                PromoCode.used == 0,
                PromoCode.withdrawn_at.is_(None),
                PromoCode.award_id.is_(None),
                or_(PromoBatch.ends_at.is_(None), PromoBatch.ends_at > now),
            )
            .group_by(PromoCode.batch_id)
        )
        return {row[0]: row[1] for row in self.session.execute(free)} if batch_ids else {}

    def shown(self, org_id: str, promo_code_ids: Collection[str]) -> dict[str, str]:
        """Return the display form of codes by ID."""
        if not promo_code_ids:
            return {}
        own: Any = self.scoped(org_id).where(PromoCode.promo_code_id.in_(promo_code_ids))
        rows = self.session.execute(own.with_only_columns(PromoCode.promo_code_id, PromoCode.shown))
        return {row.promo_code_id: row.shown for row in rows}

    def lock_unused(self, org_id: str, promo_code_id: str) -> bool:
        """Lock a code that nobody has used; return False if there is no such code."""
        own: Any = self.scoped(org_id).where(
            PromoCode.promo_code_id == promo_code_id, PromoCode.used == 0
        )
        ids = own.with_only_columns(PromoCode.promo_code_id).with_for_update()
        return self.session.scalar(ids) is not None

    def withdraw_unused(
        self, org_id: str, promo_code_id: str, now: datetime
    ) -> tuple[PromoBatch, int | None] | None:
        """Withdraw a code unless it was used or already withdrawn; return its batch, and how often it could be used, or
        None.
        """
        statement = (
            update(PromoCode)
            .where(
                PromoCode.org_id == org_id,
                PromoCode.promo_code_id == promo_code_id,
                PromoCode.used == 0,
                PromoCode.withdrawn_at.is_(None),
            )
            .values(withdrawn_at=now)
            .returning(PromoCode.batch_id, PromoCode.max_uses)
            .execution_options(synchronize_session=False)
        )
        row = self.session.execute(statement).one_or_none()
        if row is None:
            return None
        batch = select(PromoBatch).where(
            PromoBatch.org_id == org_id, PromoBatch.batch_id == row.batch_id
        )
        return self.session.scalars(batch).one(), row.max_uses
