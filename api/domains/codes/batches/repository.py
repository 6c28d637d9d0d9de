"""All SQL statements about batches and the codes in them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Select, func, literal, select, text, update

from api.db.tenancy import Repository
from api.domains.codes.batches.models import CodeBatch
from api.domains.codes.batches.schemas import ListOneTime
from api.domains.codes.batches.types import OneTimeRow, OneTimeScope
from api.domains.codes.codes.one_time import UNUSED
from api.domains.codes.codes.tables import codes, domain_choice, one_time_effective_state
from api.kit.pagination import contains_pattern

_MANY_MADE = text("select many_codes_made()")

_ORDERS: dict[str, ColumnElement[Any]] = {
    "name": codes.c.name.asc(),
    "-name": codes.c.name.desc(),
    "used_at": codes.c.one_time_used_at.asc().nulls_last(),
    "-used_at": codes.c.one_time_used_at.desc().nulls_last(),
}


class BatchRepository(Repository[CodeBatch]):
    """Batches of one organisation, in one session."""

    model = CodeBatch

    def add(self, batch: CodeBatch) -> None:
        """Insert a batch."""
        self.session.add(batch)
        self.session.flush()

    def find(self, org_id: str, batch_id: str) -> CodeBatch | None:
        """Return a batch."""
        return self.session.scalar(self.scoped(org_id).where(CodeBatch.batch_id == batch_id))

    def find_for_update(self, org_id: str, batch_id: str) -> CodeBatch | None:
        """Return a batch, locked until the transaction ends."""
        statement = self.scoped(org_id).where(CodeBatch.batch_id == batch_id).with_for_update()
        return self.session.scalar(statement.execution_options(populate_existing=True))

    def lock(self, org_id: str, scope: OneTimeScope) -> None:
        """Lock batches of one-time codes until the transaction ends."""
        batch_ids = select(CodeBatch.batch_id).where(
            CodeBatch.org_id == org_id, CodeBatch.kind == "one_time", _batches_in(scope)
        )
        self.session.execute(batch_ids.order_by(CodeBatch.batch_id).with_for_update())

    def list_one_time(self, org_id: str, base_code_id: str, limit: int) -> list[CodeBatch]:
        """Return the newest batches of one-time codes of a base."""
        statement = self.scoped(org_id).where(
            CodeBatch.base_code_id == base_code_id, CodeBatch.kind == "one_time"
        )
        newest = statement.order_by(CodeBatch.created_at.desc(), CodeBatch.batch_id)
        return list(self.session.scalars(newest.limit(limit)))

    def count_codes(self, org_id: str, batch_id: str) -> int:
        """Return the number of codes in a batch."""
        made = select(func.count()).where(codes.c.org_id == org_id, codes.c.batch_id == batch_id)
        return self.session.scalar(made) or 0

    def list_ids(self, org_id: str, batch_id: str) -> list[str]:
        """Return the IDs of the codes of a batch, in the order of its rows."""
        made = select(codes.c.code_id).where(codes.c.org_id == org_id, codes.c.batch_id == batch_id)
        return list(self.session.scalars(made.order_by(codes.c.created_at.desc(), codes.c.code_id)))

    def analyze_after_bulk_insert(self) -> None:
        """Refresh the planner's statistics about codes, because it expects only a handful of rows in a new batch."""
        self.session.execute(_MANY_MADE)

    def list_unused(self, org_id: str, scope: OneTimeScope) -> list[str]:
        """Return the IDs of the unused codes, whether or not their batch was withdrawn."""
        unused = codes.c.one_time_state.in_(UNUSED)
        return list(
            self.session.scalars(select(codes.c.code_id).where(*_codes_in(org_id, scope), unused))
        )

    def notify_all_changed(self) -> None:
        """Make every process drop its cached codes once this transaction is committed."""
        self.session.execute(select(func.pg_notify("code_changed", "")))

    def stop_batches(self, org_id: str, now: datetime, scope: OneTimeScope) -> None:
        """Mark batches as withdrawn, so that a running job creates no more of their codes."""
        self.session.execute(
            update(CodeBatch)
            .where(CodeBatch.org_id == org_id, CodeBatch.kind == "one_time", _batches_in(scope))
            .where(CodeBatch.withdrawn_at.is_(None))
            .values(withdrawn_at=now)
        )

    def counts_by_batch(self, org_id: str, scope: OneTimeScope) -> dict[str, dict[str, int]]:
        """Return the number of one-time codes in each state, by batch.

        Counted by stored state, which an index covers, and then corrected for withdrawn batches.
        """
        rows = (
            select(codes.c.batch_id, codes.c.one_time_state, func.count().label("codes"))
            .where(*_codes_in(org_id, scope))
            .group_by(codes.c.batch_id, codes.c.one_time_state)
            .subquery()
        )
        statement = select(rows, CodeBatch.withdrawn_at.is_not(None)).outerjoin(
            CodeBatch, (CodeBatch.org_id == org_id) & (CodeBatch.batch_id == rows.c.batch_id)
        )
        found: dict[str, Counter[str]] = {}
        for batch_id, state, number, is_withdrawn in self.session.execute(statement):
            stands = "void" if is_withdrawn and state in UNUSED else state
            found.setdefault(batch_id or "", Counter())[stands] += number
        return {batch_id: dict(states) for batch_id, states in found.items()}

    def list_codes(
        self,
        org_id: str,
        body: ListOneTime,
        scope: OneTimeScope,
        counts: Mapping[str, int],
    ) -> tuple[list[OneTimeRow], int]:
        """Return one page of one-time codes, and the total number that match. `counts` contains the numbers for all
        states.
        """
        base = codes.alias()
        matching = (
            _listed(base)
            .outerjoin(base, base.c.code_id == codes.c.base_code_id)
            .where(*_codes_in(org_id, scope))
        )
        if body.state is not None:
            matching = matching.where(one_time_effective_state == body.state.value)
        if body.filter:
            pattern = contains_pattern(body.filter)
            matching = matching.where(
                codes.c.name.ilike(pattern) | (codes.c.code_id == literal(body.filter))
            )
        if body.filter:
            ids = matching.with_only_columns(codes.c.code_id)
            counted = select(func.count()).select_from(ids.subquery())
            total = self.session.scalar(counted) or 0
        elif body.state is not None:
            total = counts.get(body.state.value, 0)
        else:
            total = sum(counts.values())
        order = _ORDERS[body.sort] if body.sort else codes.c.created_at.desc()
        ordered = matching.order_by(order, codes.c.name, codes.c.code_id)
        page = ordered.limit(body.paging.page_size).offset(body.paging.offset)
        return [OneTimeRow(*row) for row in self.session.execute(page)], total

    def domain_choice(self, org_id: str, scope: OneTimeScope) -> str | None:
        """Return the domain of these codes, as `choice_of` returns it. All codes of one base have the same domain."""
        base = codes.alias()
        some = (
            select(domain_choice(base))
            .select_from(codes)
            .outerjoin(base, base.c.code_id == codes.c.base_code_id)
            .where(*_codes_in(org_id, scope))
        )
        return self.session.scalar(some.limit(1))

    def first_ids(self, org_id: str, batch_id: str, limit: int) -> list[str]:
        """Return the IDs of the first codes of a batch, in the order of their names."""
        made = select(codes.c.code_id).where(codes.c.org_id == org_id, codes.c.batch_id == batch_id)
        ordered = made.order_by(codes.c.name, codes.c.code_id)
        return list(self.session.scalars(ordered.limit(limit)))

    def lines(self, org_id: str, scope: OneTimeScope) -> Iterator[tuple[str, str, datetime | None]]:
        """Yield the ID, state and time of use of every one-time code, in the order of their names."""
        statement = (
            select(codes.c.code_id, one_time_effective_state, codes.c.one_time_used_at)
            .where(*_codes_in(org_id, scope))
            .order_by(codes.c.created_at, codes.c.name, codes.c.code_id)
        )
        for row in self.session.execute(statement.execution_options(yield_per=5_000)):
            yield row[0], row[1] or "", row[2]


def _listed(base: FromClause) -> Select[Any]:
    return select(
        codes.c.code_id,
        codes.c.name,
        one_time_effective_state,
        codes.c.batch_id,
        codes.c.created_at,
        codes.c.one_time_opened_at,
        codes.c.one_time_used_at,
        domain_choice(base),
    ).select_from(codes)


def _codes_in(org_id: str, scope: OneTimeScope) -> list[ColumnElement[bool]]:
    """Return the conditions for the organisation's one-time codes in this scope.

    Codes of a batch are also filtered by their base, because the index by base has the order of the list.
    """
    which = [
        column == value
        for column, value in (
            (codes.c.code_id, scope.code_id),
            (codes.c.base_code_id, scope.base_code_id),
            (codes.c.batch_id, scope.batch_id),
        )
        if value is not None
    ]
    return [*which, codes.c.org_id == org_id, codes.c.one_time_state.is_not(None)]


def _batches_in(scope: OneTimeScope) -> ColumnElement[bool]:
    if scope.batch_id is not None:
        return CodeBatch.batch_id == scope.batch_id
    return CodeBatch.base_code_id == (scope.base_code_id or scope.code_id)
