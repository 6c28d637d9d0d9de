"""SQL statements about current and future members of a segment."""

import io
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    FromClause,
    Select,
    Text,
    delete,
    distinct,
    false,
    func,
    literal,
    literal_column,
    or_,
    select,
    text,
    union_all,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.types import UserDefinedType

from api.db.estimates import Total, total_of
from api.domains.people.consents.reading import CurrentConsents
from api.domains.people.customers.tables import IS_KEPT, customers, kept_customers
from api.domains.people.segments.models import SegmentDay, SegmentMember
from warehouse.segments.browsers import Browsers
from warehouse.segments.engine import ConditionMatches

CHUNK = 100_000
"""Maximum number of changes in one transaction."""
SAMPLE = 8

_BROWSERS = """
copy (
  select visitor_id, customer_id from customer_visitors where org_id = %s and is_proven
) to stdout (format csv)
"""
_CHANGED_BROWSERS = """
copy (
  select visitor_id, case when is_proven then customer_id end from customer_visitors
  where org_id = %s and changed_in >= %s
) to stdout (format csv)
"""
_PLAN = text("""
select
  set_config('work_mem', '32MB', true),
  set_config('random_page_cost', '1.1', true),
  set_config('max_parallel_workers_per_gather', '0', true)
""")
"""Planner settings until the transaction ends: memory for the IDs of some 100,000 customers; a low cost for random
reads, because an index that is read in order would otherwise count as jumps on a disk and every profile would be
hashed; and no parallel workers, because sending all IDs to each of them as text takes longer than the join.
"""
_UPTO = text("select pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
"""All transactions before this one are finished."""
_MERGED = text("""
select customer_id, merged_into from customers where org_id = :org_id and merged_into is not null
""")

_FOLLOW_MERGES = text("""
with moved as (
  delete from segment_members m using customers c
  where m.org_id = :org_id and m.segment_id = :segment_id
    and c.org_id = m.org_id and c.customer_id = m.customer_id and c.merged_into is not null
  returning m.org_id, m.segment_id, c.merged_into, m.entered_at
)
insert into segment_members (org_id, segment_id, customer_id, entered_at)
select org_id, segment_id, merged_into, min(entered_at) from moved group by 1, 2, 3
on conflict do nothing
""")


class Fitting(NamedTuple):
    """How many customers match, the total number of customers, and some of those who match."""

    customers: int
    total: Total
    sample: list[str]


@dataclass
class Changes:
    """Customers who entered and left a segment."""

    entered: list[str]
    left: list[str]


class MemberRepository:
    """Members of segments of one organisation, accessed through one session."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def browsers(self, org_id: str, since: int | None) -> Browsers:
        """Return the customer to whom each proven browser belongs, as profiles were before merges. With `since`, return
        only those that changed since that transaction.
        """
        import pyarrow as pa
        from pyarrow import csv

        from warehouse.schemas import BROWSERS

        upto = self.session.execute(_UPTO).scalar_one()
        connection = self.session.connection().connection.driver_connection
        assert connection is not None
        statement = _BROWSERS if since is None else _CHANGED_BROWSERS
        values: list[object] = [org_id] if since is None else [org_id, since]
        buffer = io.BytesIO()
        with connection.cursor() as cursor, cursor.copy(statement, values) as copied:
            for block in copied:
                buffer.write(block)
        if not buffer.tell():
            return Browsers(BROWSERS.empty_table(), since, upto)
        buffer.seek(0)
        types = {name: pa.string() for name in BROWSERS.names}
        rows = csv.read_csv(
            buffer,
            read_options=csv.ReadOptions(column_names=BROWSERS.names),
            convert_options=csv.ConvertOptions(column_types=types, strings_can_be_null=True),
        )
        return Browsers(rows, since, upto)

    def merged(self, org_id: str) -> dict[str, str]:
        """Return the customer into which another one was merged."""
        rows = self.session.execute(_MERGED, {"org_id": org_id})
        return {row.customer_id: row.merged_into for row in rows}

    def is_listed(self, org_id: str, segment_id: str) -> ColumnElement[bool]:
        """Return whether a customer, under any of their profiles, is a member of the segment."""
        listed = (
            select(kept_customers.c.customer_id)
            .join_from(customers, kept_customers, IS_KEPT)
            .join(SegmentMember, SegmentMember.customer_id == customers.c.customer_id)
            .where(SegmentMember.org_id == org_id, SegmentMember.segment_id == segment_id)
            .where(customers.c.org_id == org_id)
        )
        return customers.c.customer_id.in_(listed.correlate(None))

    def fitting(
        self,
        org_id: str,
        test: ColumnElement[bool],
        met: ConditionMatches | None,
        consents: Iterable[CurrentConsents] = (),
        *,
        needs_met: bool,
    ) -> Select[tuple[str]]:
        """Select the IDs of the customers for whom the test holds. `met` has the warehouse's answers, which the test
        uses as `MET`. With `needs_met`, the test holds for nobody without an answer. The test may also use `consents`.
        """
        source: FromClause = customers
        if met is not None:
            answers = _answers(met)
            is_same = answers.c.customer_id == customers.c.customer_id
            source = customers.join(answers, is_same, isouter=not needs_met)
        else:
            source = customers.join(_NO_ANSWERS, false(), isouter=True)
        for it in consents:
            source = source.outerjoin(it.rows, it.is_of_customer)
        own = select(customers.c.customer_id).select_from(source)
        return own.where(customers.c.org_id == org_id, customers.c.merged_into.is_(None), test)

    def count(self, org_id: str, fits: Select[tuple[str]]) -> Fitting:
        """Return how many customers match, and the first ones by ID, which is random."""
        self.session.execute(_PLAN)
        found = fits.cte("fits")
        some = select(found.c.customer_id).order_by(found.c.customer_id).limit(SAMPLE)
        row = self.session.execute(
            select(
                select(func.count()).select_from(found).scalar_subquery(),
                func.array(some.scalar_subquery()),
            )
        ).one()
        everyone = select(kept_customers.c.customer_id).where(
            kept_customers.c.org_id == org_id, kept_customers.c.merged_into.is_(None)
        )
        total = total_of(self.session, everyone)
        return Fitting(row[0], total._replace(rows=max(total.rows, row[0])), list(row[1]))

    def follow_merges(self, org_id: str, segment_id: str) -> None:
        """Move memberships of merged profiles to the profiles into which they were merged."""
        self.session.execute(_FOLLOW_MERGES, {"org_id": org_id, "segment_id": segment_id})

    def change(
        self, org_id: str, segment_id: str, fits: Select[tuple[str]], now: datetime
    ) -> Changes:
        """Update the segment's members to those who match. At most `CHUNK` enter and as many leave at once."""
        own = (SegmentMember.org_id == org_id, SegmentMember.segment_id == segment_id)
        found = fits.cte("fits")
        is_same = found.c.customer_id == SegmentMember.customer_id
        member = aliased(SegmentMember)
        fits_still = select(found.c.customer_id).where(found.c.customer_id == member.customer_id)
        leaving = select(member.customer_id).where(
            member.org_id == org_id, member.segment_id == segment_id, ~fits_still.exists()
        )
        gone = (
            delete(SegmentMember)
            .where(*own, SegmentMember.customer_id.in_(leaving.limit(CHUNK)))
            .returning(SegmentMember.customer_id)
            .cte("gone")
        )
        is_in = select(SegmentMember.customer_id).where(*own, is_same).exists()
        columns = ("org_id", "segment_id", "customer_id", "entered_at")
        values = (literal(org_id), literal(segment_id), found.c.customer_id, literal(now))
        entered = (
            insert(SegmentMember)
            .from_select(columns, select(*values).where(~is_in).limit(CHUNK))
            .on_conflict_do_nothing()
            .returning(SegmentMember.customer_id)
            .cte("entered")
        )
        rows = self.session.execute(
            union_all(
                select(literal(False), gone.c.customer_id),
                select(literal(True), entered.c.customer_id),
            )
        ).all()
        return Changes(
            [it for is_new, it in rows if is_new], [it for is_new, it in rows if not is_new]
        )

    def add(
        self, org_id: str, segment_id: str, customer_ids: Collection[str], now: datetime
    ) -> list[str]:
        """Add customers to a list, and return those who were not on it. Unknown ones are left out."""
        known = select(
            literal(org_id), literal(segment_id), customers.c.customer_id, literal(now)
        ).where(
            customers.c.org_id == org_id,
            customers.c.merged_into.is_(None),
            customers.c.customer_id.in_(customer_ids),
        )
        columns = ("org_id", "segment_id", "customer_id", "entered_at")
        added = (
            insert(SegmentMember)
            .from_select(columns, known)
            .on_conflict_do_nothing()
            .returning(SegmentMember.customer_id)
        )
        return list(self.session.scalars(added))

    def remove(self, org_id: str, segment_id: str, customer_ids: Collection[str]) -> list[str]:
        """Remove customers from a list, under all of their profiles, and return the deleted rows."""
        profiles = (
            select(customers.c.customer_id)
            .join_from(customers, kept_customers, IS_KEPT)
            .where(customers.c.org_id == org_id, kept_customers.c.customer_id.in_(customer_ids))
        )
        gone = (
            delete(SegmentMember)
            .where(SegmentMember.org_id == org_id, SegmentMember.segment_id == segment_id)
            .where(SegmentMember.customer_id.in_(profiles))
            .returning(SegmentMember.customer_id)
        )
        return list(self.session.scalars(gone))

    def listed(self, org_id: str, segment_id: str, customer_ids: Collection[str]) -> set[str]:
        """Return those of these customers who are members of the segment."""
        own = select(SegmentMember.customer_id).where(
            SegmentMember.org_id == org_id,
            SegmentMember.segment_id == segment_id,
            SegmentMember.customer_id.in_(customer_ids),
        )
        return set(self.session.scalars(own))

    def find_by(self, org_id: str, indexes: Iterable[bytes]) -> dict[bytes, str]:
        """Return customers by the blind index of an address or number."""
        wanted = list(indexes)
        rows = self.session.execute(
            select(customers.c.email_index, customers.c.phone_index, kept_customers.c.customer_id)
            .join_from(customers, kept_customers, IS_KEPT)
            .where(customers.c.org_id == org_id)
            .where(or_(customers.c.email_index.in_(wanted), customers.c.phone_index.in_(wanted)))
        )
        found: dict[bytes, str] = {}
        for email, phone, customer_id in rows:
            found |= {bytes(it): customer_id for it in (email, phone) if it is not None}
        return found

    def members(self, org_id: str, segment_id: str) -> int:
        """Return the current number of members."""
        own = (SegmentMember.org_id == org_id, SegmentMember.segment_id == segment_id)
        people = select(func.count(distinct(kept_customers.c.customer_id))).join_from(
            customers, kept_customers, IS_KEPT
        )
        joined = people.join(
            SegmentMember,
            (SegmentMember.org_id == customers.c.org_id)
            & (SegmentMember.customer_id == customers.c.customer_id),
        )
        return self.session.scalar(joined.where(*own)) or 0

    def tally(
        self, org_id: str, segment_id: str, day: date, changes: Changes, members: int
    ) -> None:
        """Add changes to the totals of the day."""
        entered, left = len(changes.entered), len(changes.left)
        added = insert(SegmentDay).values(
            org_id=org_id,
            segment_id=segment_id,
            day=day,
            entered=entered,
            left=left,
            members=members,
        )
        self.session.execute(
            added.on_conflict_do_update(
                index_elements=["org_id", "segment_id", "day"],
                set_={
                    "entered": SegmentDay.entered + entered,
                    "left": SegmentDay.left + left,
                    "members": members,
                },
            )
        )


_NO_ANSWERS = select(
    literal(None, Text).label("customer_id"), literal(None, BigInteger).label("met")
).subquery("answer")
MET: ColumnElement[int] = func.coalesce(literal_column("answer.met", BigInteger), 0)
"""The number whose bits are the warehouse's answers for a customer."""


class _Literal(UserDefinedType[str]):
    """An array that is passed as a literal of the database. If it were cast from text, the planner could not know its
    length and would plan for a handful of rows.
    """

    cache_ok = True
    render_bind_cast = True

    def __init__(self, name: str) -> None:
        self.name = name

    def get_col_spec(self, **_: object) -> str:
        """Return the name of the type."""
        return self.name


def _answers(met: ConditionMatches) -> FromClause:
    """Return the warehouse's answers as rows. The IDs are Waypost's own, with characters that need no quotes in an
    array.
    """
    ids, numbers = ("{" + ",".join(map(str, it)) + "}" for it in (met.customer_ids, met.met))
    rows = func.unnest(literal(ids, _Literal("text[]")), literal(numbers, _Literal("bigint[]")))
    return rows.table_valued("customer_id", "met", name="answer").render_derived(name="answer")
