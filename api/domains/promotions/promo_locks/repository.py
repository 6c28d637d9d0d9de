"""All database statements for promo codes, master keys and alarms on the members' side."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Row,
    Select,
    Text,
    and_,
    any_,
    func,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert

from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.codes.codes.tables import codes
from api.domains.promotions.promo_locks.models import MasterKey, PromoAlarm, PromoBatch, PromoCode
from api.domains.promotions.promo_locks.schemas import ListPromoCodes
from api.domains.promotions.promo_locks.types import PromoState
from api.kit.pagination import ListBody

_ALARMS = Columns(
    searched=(PromoAlarm.kind,),
    ordered={
        "raised_at": PromoAlarm.raised_at,
        "wrong": PromoAlarm.wrong,
        "kind": PromoAlarm.kind,
        "seen_at": PromoAlarm.seen_at,
    },
    default_sort="-raised_at",
)


_CODES = Columns(
    searched=(PromoCode.shown,),
    ordered={"created_at": PromoCode.created_at, "used": PromoCode.used, "batch": PromoBatch.name},
    default_sort="-created_at",
)
_CODES_MASKED = replace(_CODES, searched=(PromoBatch.name,))


class PromoRepository(Repository[PromoCode]):
    """Promo codes and their batches."""

    model = PromoCode

    def add_batch(self, batch: PromoBatch) -> None:
        """Insert a batch."""
        self.session.add(batch)
        self.session.flush()

    def existing(self, org_id: str, code_id: str, codes: Collection[str]) -> set[str]:
        """Return those of these promo codes that the lock already has."""
        mine = self.scoped(org_id).where(
            PromoCode.code_id == code_id, PromoCode.code == any_(literal(list(codes), ARRAY(Text)))
        )
        return set(self.session.scalars(mine.with_only_columns(PromoCode.code)))

    def add_codes(self, batch: PromoBatch, codes: Sequence[tuple[str, str, str]]) -> set[str]:
        """Insert promo codes (ID, code, display form), skipping those that the lock already has.

        Returns the codes that were inserted.
        """
        if not codes:
            return set()
        lists = [literal(list(values), ARRAY(Text)) for values in zip(*codes, strict=True)]
        own = func.unnest(*lists).table_valued("promo_code_id", "code", "shown").render_derived()
        same = {
            PromoCode.org_id: batch.org_id,
            PromoCode.code_id: batch.code_id,
            PromoCode.batch_id: batch.batch_id,
            PromoCode.max_uses: batch.max_uses,
            PromoCode.used: 0,
            PromoCode.created_at: batch.created_at,
        }
        values = [literal(value, column.type) for column, value in same.items()]
        added = (
            insert(PromoCode)
            .from_select([*own.c.keys(), *(column.key for column in same)], select(own, *values))
            .on_conflict_do_nothing()
            .returning(PromoCode.code)
        )
        return set(self.session.scalars(added))

    def code_of(self, org_id: str, texts: Collection[str]) -> str | None:
        """Return the code of the newest promo code among these, or None. Deleted codes are left out."""
        own = (
            select(PromoCode.code_id)
            .join(codes, (codes.c.org_id == org_id) & (codes.c.code_id == PromoCode.code_id))
            .where(
                PromoCode.org_id == org_id,
                PromoCode.code.in_(texts),
                codes.c.deleted_at.is_(None),
            )
        )
        return self.session.scalar(own.order_by(PromoCode.created_at.desc()).limit(1))

    def count(self, org_id: str, code_id: str) -> int:
        """Return the number of promo codes of a lock."""
        mine = self.scoped(org_id).where(PromoCode.code_id == code_id)
        return self.session.scalar(select(func.count()).select_from(mine.subquery())) or 0

    def has_place(self, org_id: str, code_id: str) -> bool:
        """Return whether the lock has a promo code that is not withdrawn and works only at one place."""
        placed = (
            self.scoped(org_id)
            .join(PromoBatch, PromoBatch.batch_id == PromoCode.batch_id)
            .where(
                PromoCode.code_id == code_id,
                PromoCode.withdrawn_at.is_(None),
                PromoBatch.latitude.is_not(None),
            )
        )
        return bool(self.session.scalar(select(placed.exists())))

    def list_codes(
        self,
        org_id: str,
        code_id: str,
        body: ListPromoCodes,
        now: datetime,
        *,
        by_code: bool = True,
    ) -> tuple[list[tuple[PromoCode, PromoBatch]], int]:
        """Return a page of a lock's promo codes with their batches, newest first, and the total number.

        With `by_code`, the filter searches promo codes, otherwise batch names. This keeps members who must not see
        promo codes from guessing them letter by letter.
        """
        statement = self._listed(org_id, code_id)
        columns = _CODES if by_code else _CODES_MASKED
        statement = columns.matching(statement, body)
        if body.state is not None:
            statement = statement.where(_is_in(body.state, now))
        if body.batch_id is not None:
            statement = statement.where(PromoCode.batch_id == body.batch_id)
        total = self.session.scalar(select(func.count()).select_from(statement.subquery())) or 0
        rows = self.session.execute(
            statement.add_columns(PromoBatch)
            .order_by(columns.order(body), PromoCode.code)
            .limit(body.paging.page_size)
            .offset(body.paging.offset)
        )
        return [(code, batch) for code, batch in rows], total

    def walk(
        self, org_id: str, code_id: str, batch_id: str | None
    ) -> Iterator[tuple[PromoCode, PromoBatch]]:
        """Yield all promo codes of a lock or of one batch, fetched a thousand at a time."""
        statement = self._listed(org_id, code_id).add_columns(PromoBatch)
        if batch_id is not None:
            statement = statement.where(PromoCode.batch_id == batch_id)
        ordered = statement.order_by(PromoCode.created_at, PromoCode.code)
        for row in self.session.execute(ordered.execution_options(yield_per=1_000)):
            yield row[0], row[1]

    def withdrawn_since(
        self, org_id: str, code_id: str, batch_id: str | None, since: datetime
    ) -> list[str]:
        """Return those of a code or batch that were withdrawn at or after a time, in their printed form."""
        asked = self._of(org_id, code_id, batch_id).where(PromoCode.withdrawn_at >= since)
        return list(self.session.scalars(asked.with_only_columns(PromoCode.shown)))

    def has_valid(self, org_id: str, code_id: str, batch_id: str | None, now: datetime) -> bool:
        """Return whether a code or batch has a promo code that is neither withdrawn nor expired."""
        asked = (
            self._of(org_id, code_id, batch_id)
            .join(
                PromoBatch,
                and_(PromoBatch.batch_id == PromoCode.batch_id, PromoBatch.org_id == org_id),
            )
            .where(
                PromoCode.withdrawn_at.is_(None),
                or_(PromoBatch.ends_at.is_(None), PromoBatch.ends_at > now),
            )
        )
        return (
            self.session.scalar(asked.with_only_columns(PromoCode.promo_code_id).limit(1))
            is not None
        )

    def _of(self, org_id: str, code_id: str, batch_id: str | None) -> Select[PromoCode]:
        asked = self.scoped(org_id).where(PromoCode.code_id == code_id)
        return asked if batch_id is None else asked.where(PromoCode.batch_id == batch_id)

    def withdraw(
        self, org_id: str, code_id: str, promo_code_ids: Sequence[str], now: datetime
    ) -> tuple[int, list[tuple[PromoBatch, int, int | None]]]:
        """Withdraw promo codes; what they opened stays open.

        Returns how many were withdrawn, and for each batch how many of them could still be used and how many uses were
        left (None: unlimited).
        """
        statement = (
            update(PromoCode)
            .where(
                PromoCode.org_id == org_id,
                PromoCode.code_id == code_id,
                PromoCode.promo_code_id.in_(promo_code_ids),
                PromoCode.withdrawn_at.is_(None),
            )
            .values(withdrawn_at=now)
            .returning(PromoCode.batch_id, PromoCode.max_uses, PromoCode.used)
        )
        changed = self.session.execute(statement).all()
        usable: dict[str, list[int | None]] = {}
        for batch_id, max_uses, used in changed:
            if max_uses is None or used < max_uses:
                usable.setdefault(batch_id, []).append(
                    None if max_uses is None else max_uses - used
                )
        batches = self.session.scalars(
            select(PromoBatch).where(PromoBatch.org_id == org_id, PromoBatch.batch_id.in_(usable))
        )
        return len(changed), [
            (batch, len(uses), None if None in uses else sum(left or 0 for left in uses))
            for batch in batches
            for uses in [usable[batch.batch_id]]
        ]

    def batches(self, org_id: str, code_id: str) -> Sequence[Row[PromoBatch, int, int]]:
        """Return the lock's batches, newest first, each with its number of promo codes and of uses."""
        statement = (
            select(
                PromoBatch,
                func.count(PromoCode.promo_code_id),
                func.coalesce(func.sum(PromoCode.used), 0),
            )
            .outerjoin(PromoCode, PromoCode.batch_id == PromoBatch.batch_id)
            .where(PromoBatch.org_id == org_id, PromoBatch.code_id == code_id)
            .group_by(PromoBatch.batch_id)
            .order_by(PromoBatch.created_at.desc(), PromoBatch.batch_id)
            .limit(500)
        )
        return self.session.execute(statement).all()

    def count_states(self, org_id: str, code_id: str, now: datetime) -> dict[PromoState, int]:
        """Return the number of promo codes of the lock by state."""
        columns = [func.count().filter(_is_in(state, now)) for state in PromoState]
        row = self.session.execute(self._listed(org_id, code_id).with_only_columns(*columns)).one()
        return dict(zip(PromoState, row, strict=True))

    def _listed(self, org_id: str, code_id: str) -> Any:
        return (
            self.scoped(org_id)
            .join(PromoBatch, PromoBatch.batch_id == PromoCode.batch_id)
            .where(PromoCode.code_id == code_id)
        )


class MasterKeys(Repository[MasterKey]):
    """Master keys, at most one per code."""

    model = MasterKey

    def find(self, org_id: str, code_id: str) -> MasterKey | None:
        """Return the current master key of a code, or None."""
        statement = self.scoped(org_id).where(MasterKey.code_id == code_id)
        return self.session.scalar(statement.execution_options(populate_existing=True))

    def add(self, values: dict[str, Any]) -> bool:
        """Insert a master key; return False if the code already has one."""
        made = insert(MasterKey).values(**values).on_conflict_do_nothing()
        return self.session.execute(made.returning(MasterKey.code_id)).first() is not None

    def save(self) -> None:
        """Write pending changes."""
        self.session.flush()

    def remove(self, key: MasterKey) -> None:
        """Remove a master key."""
        self.session.delete(key)
        self.session.flush()

    def take_use(self, org_id: str, code_id: str, key_hash: str, now: datetime) -> bool:
        """Count one use of this key; return False if it has changed, expired or been used up."""
        statement = (
            update(MasterKey)
            .where(
                MasterKey.org_id == org_id,
                MasterKey.code_id == code_id,
                MasterKey.key_hash == key_hash,
                or_(MasterKey.expires_at.is_(None), MasterKey.expires_at > now),
                or_(MasterKey.max_uses.is_(None), MasterKey.used < MasterKey.max_uses),
            )
            .values(used=MasterKey.used + 1, last_used_at=now)
            .returning(MasterKey.code_id)
        )
        return self.session.execute(statement).first() is not None


class Alarms(Repository[PromoAlarm]):
    """Alarms about guessed promo codes."""

    model = PromoAlarm

    def list_alarms(
        self, org_id: str, code_id: str, body: ListBody
    ) -> tuple[list[PromoAlarm], int]:
        """Return a page of a lock's alarms, newest first unless sorted otherwise, and the total number."""
        mine = self.scoped(org_id).where(PromoAlarm.code_id == code_id)
        matching, order = _ALARMS.matching(mine, body), _ALARMS.order(body)
        return self.page(matching, body.paging, order, PromoAlarm.alarm_id.asc())

    def count_unseen(self, org_id: str, code_id: str) -> int:
        """Return the number of unseen alarms."""
        unseen = self.scoped(org_id).where(
            PromoAlarm.code_id == code_id, PromoAlarm.seen_at.is_(None)
        )
        return self.session.scalar(select(func.count()).select_from(unseen.subquery())) or 0

    def mark_seen(self, org_id: str, code_id: str, now: datetime) -> int:
        """Mark all alarms of a lock as seen; return how many were not."""
        statement = (
            update(PromoAlarm)
            .where(
                PromoAlarm.org_id == org_id,
                PromoAlarm.code_id == code_id,
                PromoAlarm.seen_at.is_(None),
            )
            .values(seen_at=now)
            .returning(PromoAlarm.alarm_id)
        )
        return len(self.session.execute(statement).all())


def _is_in(state: PromoState, now: datetime) -> ColumnElement[bool]:
    """`validity.state` as SQL."""
    withdrawn = PromoCode.withdrawn_at.is_not(None)
    over = and_(~withdrawn, PromoBatch.ends_at.is_not(None), PromoBatch.ends_at <= now)
    used_up = and_(
        ~withdrawn,
        ~func.coalesce(PromoBatch.ends_at <= now, False),
        func.coalesce(PromoCode.used >= PromoCode.max_uses, False),
    )
    alive = and_(
        ~withdrawn,
        ~func.coalesce(PromoBatch.ends_at <= now, False),
        ~func.coalesce(PromoCode.used >= PromoCode.max_uses, False),
    )
    early = func.coalesce(PromoBatch.starts_at > now, False)
    by_state: dict[PromoState, ColumnElement[bool]] = {
        PromoState.WITHDRAWN: withdrawn,
        PromoState.OVER: over,
        PromoState.USED_UP: used_up,
        PromoState.NOT_YET: and_(alive, early),
        PromoState.OPEN: and_(alive, ~early),
    }
    return by_state[state]
