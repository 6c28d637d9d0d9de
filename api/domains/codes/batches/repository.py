"""Every statement about batches and the codes in them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Text, any_, func, literal, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY

from api.db.tenancy import Repository
from api.domains.codes.batches.models import CodeBatch
from api.domains.codes.batches.schemas import ListOneTime
from api.domains.codes.codes.models import Code
from api.kit.pagination import contains_pattern

# One statement a chunk. COPY would be faster still, but row-level security does not go with it.
_ISSUE = text("""
insert into codes (code_id, org_id, name, type, base_code_id, batch_id, one_time_state,
                   created_at, created_by, updated_at)
select fresh.code_id, :org_id, :name || ' ' || lpad((:made + fresh.place)::text, :digits, '0'), :type,
       :base_code_id, :batch_id, 'issued', :now, :created_by, :now
from unnest(cast(:code_ids as text[])) with ordinality as fresh (code_id, place)
on conflict (code_id) do nothing
""")

_MANY_MADE = text("select many_codes_made()")

UNUSED = ("issued", "opened")

_ORDERS: dict[str, ColumnElement[Any]] = {
    "name": Code.name.asc(),
    "-name": Code.name.desc(),
    "used_at": Code.one_time_used_at.asc().nulls_last(),
    "-used_at": Code.one_time_used_at.desc().nulls_last(),
}


class BatchRepository(Repository[CodeBatch]):
    """Batches of one organisation, through one session."""

    model = CodeBatch

    def add(self, batch: CodeBatch) -> None:
        """Insert a batch."""
        self.session.add(batch)
        self.session.flush()

    def find(self, org_id: str, batch_id: str) -> CodeBatch | None:
        """A batch."""
        return self.session.scalar(self.scoped(org_id).where(CodeBatch.batch_id == batch_id))

    def find_for_update(self, org_id: str, batch_id: str) -> CodeBatch | None:
        """A batch, locked until the transaction ends."""
        statement = self.scoped(org_id).where(CodeBatch.batch_id == batch_id).with_for_update()
        return self.session.scalar(statement.execution_options(populate_existing=True))

    def hold(self, org_id: str, which: ColumnElement[bool]) -> None:
        """Lock batches of one-time codes until the transaction ends."""
        batch_ids = select(CodeBatch.batch_id).where(
            CodeBatch.org_id == org_id, CodeBatch.kind == "one_time", which
        )
        self.session.execute(batch_ids.order_by(CodeBatch.batch_id).with_for_update())

    def list_one_time(self, org_id: str, base_code_id: str, limit: int) -> list[CodeBatch]:
        """The newest batches of one-time codes of a base."""
        statement = self.scoped(org_id).where(
            CodeBatch.base_code_id == base_code_id, CodeBatch.kind == "one_time"
        )
        newest = statement.order_by(CodeBatch.created_at.desc(), CodeBatch.batch_id)
        return list(self.session.scalars(newest.limit(limit)))

    def count_codes(self, org_id: str, batch_id: str) -> int:
        """How many codes of a batch there are."""
        made = select(func.count()).where(Code.org_id == org_id, Code.batch_id == batch_id)
        return self.session.scalar(made) or 0

    def list_ids(self, org_id: str, batch_id: str) -> list[str]:
        """Ids of the codes of a batch, in the order of its rows."""
        made = select(Code.code_id).where(Code.org_id == org_id, Code.batch_id == batch_id)
        return list(self.session.scalars(made.order_by(Code.created_at.desc(), Code.code_id)))

    def issue(self, batch: CodeBatch, kind: str, code_ids: Sequence[str], made: int) -> int:
        """Insert one-time codes with these ids, and say how many; one whose id is taken is left out."""
        values = {
            "org_id": batch.org_id,
            "name": batch.name[:100],
            "made": made,
            "digits": len(str(batch.amount)),
            "type": kind,
            "base_code_id": batch.base_code_id,
            "batch_id": batch.batch_id,
            "now": batch.created_at,
            "created_by": batch.created_by,
            "code_ids": list(code_ids),
        }
        issued: int = self.session.execute(_ISSUE, values).rowcount  # type: ignore[attr-defined]
        return issued

    def note_many_made(self) -> None:
        """Refresh what the planner knows of codes: it takes a fresh batch for a handful of rows."""
        self.session.execute(_MANY_MADE)

    def list_unused(self, org_id: str, which: ColumnElement[bool]) -> list[str]:
        """Ids of those that were not used yet, whether their batch was withdrawn or not."""
        unused = Code.one_time_state.in_(UNUSED)
        return list(self.session.scalars(select(Code.code_id).where(which, *_own(org_id), unused)))

    def make_void(
        self, org_id: str, now: datetime, code_ids: Sequence[str]
    ) -> Counter[tuple[str, str]]:
        """Make those of these void that were not used meanwhile; the visitor who is using one wins or
        loses whole.

        Returns how many by base and batch.
        """
        changed = self.session.execute(
            update(Code)
            .where(Code.code_id == any_(literal(list(code_ids), ARRAY(Text))))
            .where(*_own(org_id), Code.one_time_state.in_(UNUSED))
            .values(one_time_state="void", updated_at=now, version=Code.version + 1)
            .returning(Code.base_code_id, Code.batch_id)
            .execution_options(synchronize_session=False)
        )
        return Counter((base or "", batch or "") for base, batch in changed)

    def tell_many_changed(self) -> None:
        """Have every process forget the codes that it keeps in memory, once this transaction is over."""
        self.session.execute(select(func.pg_notify("code_changed", "")))

    def stop_batches(self, org_id: str, now: datetime, which: ColumnElement[bool]) -> None:
        """Note that batches were withdrawn, so that a running job makes no more of them."""
        self.session.execute(
            update(CodeBatch)
            .where(CodeBatch.org_id == org_id, CodeBatch.kind == "one_time", which)
            .where(CodeBatch.withdrawn_at.is_(None))
            .values(withdrawn_at=now)
        )

    def counts_by_batch(self, org_id: str, which: ColumnElement[bool]) -> dict[str, dict[str, int]]:
        """How many one-time codes stand where, by the batch that they were made in.

        Summed up as the rows say, of which an index knows all; then each batch's sums as it stands.
        """
        rows = (
            select(Code.batch_id, Code.one_time_state, func.count().label("codes"))
            .where(which, *_own(org_id))
            .group_by(Code.batch_id, Code.one_time_state)
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
        wanted: ListOneTime,
        which: ColumnElement[bool],
        counts: Mapping[str, int],
    ) -> tuple[list[Code], int]:
        """One page of one-time codes, and how many match in all; `counts` are those of all states."""
        matching = select(Code).where(which, *_own(org_id))
        if wanted.state is not None:
            matching = matching.where(Code.one_time_stands == wanted.state.value)
        if wanted.filter:
            pattern = contains_pattern(wanted.filter)
            matching = matching.where(
                Code.name.ilike(pattern) | (Code.code_id == literal(wanted.filter))
            )
        if wanted.filter:
            counted = select(func.count()).select_from(matching.subquery())
            total = self.session.scalar(counted) or 0
        elif wanted.state is not None:
            total = counts.get(wanted.state.value, 0)
        else:
            total = sum(counts.values())
        order = _ORDERS[wanted.sort] if wanted.sort else Code.created_at.desc()
        ordered = matching.order_by(order, Code.name, Code.code_id)
        page = ordered.limit(wanted.paging.page_size).offset(wanted.paging.offset)
        return list(self.session.scalars(page)), total

    def some_code(self, org_id: str, which: ColumnElement[bool]) -> Code | None:
        """Any of these codes."""
        return self.session.scalar(select(Code).where(which, *_own(org_id)).limit(1))

    def lines(
        self, org_id: str, which: ColumnElement[bool]
    ) -> Iterator[tuple[str, str, datetime | None]]:
        """Id, state and time of use of every one-time code, in the order of their names."""
        statement = (
            select(Code.code_id, Code.one_time_stands, Code.one_time_used_at)
            .where(which, *_own(org_id))
            .order_by(Code.created_at, Code.name, Code.code_id)
        )
        for row in self.session.execute(statement.execution_options(yield_per=5_000)):
            yield row[0], row[1] or "", row[2]


def _own(org_id: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """The organisation's one-time codes."""
    return Code.org_id == org_id, Code.one_time_state.is_not(None)
