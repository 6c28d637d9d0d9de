"""SQL statements about merges of profiles, and about profiles that are probably one person."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import or_, select, text, update
from sqlalchemy.dialects.postgresql import insert

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.people.customers.models import (
    Customer,
    CustomerDistinction,
    CustomerMerge,
    CustomerVisitor,
)
from api.kit.pagination import Paging

# A group of more than five is not one person, but for example a shop's tablet or an address that
# all staff enter.
_PAIRS = """
with own as not materialized (
  select customer_id, birthday, email_loose_index, phone_loose_index,
    lower(btrim(regexp_replace(concat_ws(' ', first_name, last_name), '\\s+', ' ', 'g'))) as name
  from customers where org_id = :org_id and merged_into is null
),
mails as (
  select email_loose_index from own where email_loose_index is not null
  group by 1 having count(*) between 2 and 5
),
phones as (
  select phone_loose_index from own where phone_loose_index is not null
  group by 1 having count(*) between 2 and 5
),
born as (
  select birthday, name from own where birthday is not null and name <> ''
  group by 1, 2 having count(*) between 2 and 5
),
keyed as (
  select f.name as field, lower(btrim(c.attributes ->> f.name)) as value, c.customer_id
  from customer_fields f join customers c on c.org_id = f.org_id
  where f.org_id = :org_id and f.is_merge_key and c.merged_into is null
    and btrim(c.attributes ->> f.name) <> ''
),
keys as (
  select field, value from keyed group by 1, 2 having count(*) between 2 and 5
),
browsers as (
  select distinct s.visitor_id, coalesce(c.merged_into, c.customer_id) as customer_id
  from submissions s join customers c using (org_id, customer_id)
  where s.org_id = :org_id and s.visitor_id is not null
),
shared as (
  select visitor_id from browsers group by visitor_id having count(*) between 2 and 5
),
found as (
  select a.customer_id as first_id, b.customer_id as second_id, 'name_and_birthday' as reason
  from born join own a using (birthday, name) join own b using (birthday, name)
  where a.customer_id < b.customer_id
  union
  select a.customer_id, b.customer_id, 'similar_email'
  from mails join own a using (email_loose_index) join own b using (email_loose_index)
  where a.customer_id < b.customer_id
  union
  select a.customer_id, b.customer_id, 'similar_phone'
  from phones join own a using (phone_loose_index) join own b using (phone_loose_index)
  where a.customer_id < b.customer_id
  union
  select a.customer_id, b.customer_id, 'merge_key'
  from keys join keyed a using (field, value) join keyed b using (field, value)
  where a.customer_id < b.customer_id
  union
  select a.customer_id, b.customer_id, 'same_browser'
  from shared join browsers a using (visitor_id) join browsers b using (visitor_id)
  where a.customer_id < b.customer_id
)
select first_id, second_id, array_agg(reason order by reason) as reasons, count(*) over () as total
from found
where not exists (
  select from customer_distinctions d where d.org_id = :org_id
  and d.first_id = found.first_id and d.second_id = found.second_id)
group by first_id, second_id
order by count(*) desc, first_id, second_id
limit :limit offset :offset
"""


class Pair(NamedTuple):
    """Two profiles that are probably one person, and the reasons."""

    first_id: str
    second_id: str
    reasons: list[str]


class MergeRepository(Repository[CustomerMerge]):
    """Merges of one organisation, accessed through one session."""

    model = CustomerMerge

    def lock(self, org_id: str) -> None:
        """Lock the organisation's merges until the transaction ends."""
        lock_until_commit(self.session, "customer-merges", org_id)

    def find(self, org_id: str, merge_id: str) -> CustomerMerge | None:
        """Return a merge."""
        return self.session.scalar(self.scoped(org_id).where(CustomerMerge.merge_id == merge_id))

    def into(self, org_id: str, kept_id: str) -> Sequence[CustomerMerge]:
        """Return the merges into a profile that are in force, in the order in which they were made."""
        own = self.scoped(org_id).where(
            CustomerMerge.kept_id == kept_id, CustomerMerge.undone_at.is_(None)
        )
        return self.session.scalars(
            own.order_by(CustomerMerge.merged_at, CustomerMerge.merge_id)
        ).all()

    def of_person(self, org_id: str, customer_ids: Sequence[str]) -> Sequence[CustomerMerge]:
        """Return all merges of these profiles, undone or not, newest first."""
        own = self.scoped(org_id).where(
            or_(CustomerMerge.kept_id.in_(customer_ids), CustomerMerge.merged_id.in_(customer_ids))
        )
        newest = own.order_by(CustomerMerge.merged_at.desc(), CustomerMerge.merge_id.desc())
        return self.session.scalars(newest).all()

    def below(self, org_id: str, customer_id: str) -> set[str]:
        """Return the profiles that were merged into this one, directly or through others."""
        found: set[str] = set()
        next_ids = {customer_id}
        while next_ids:
            merged = select(CustomerMerge.merged_id).where(
                CustomerMerge.org_id == org_id,
                CustomerMerge.kept_id.in_(next_ids),
                CustomerMerge.undone_at.is_(None),
            )
            next_ids = set(self.session.scalars(merged)) - found
            found |= next_ids
        return found

    def point(self, org_id: str, customer_ids: set[str], kept_id: str | None) -> None:
        """Assign profiles to another one, or with None only to themselves."""
        self.session.execute(
            update(Customer)
            .where(Customer.org_id == org_id, Customer.customer_id.in_(customer_ids))
            .values(merged_into=kept_id)
            .execution_options(synchronize_session="fetch")
        )

    def doubt_visitors(self, org_id: str, customer_id: str, *, since: datetime) -> None:
        """Mark browsers with which a profile was seen since then as no longer proven."""
        self.session.execute(
            update(CustomerVisitor)
            .where(
                CustomerVisitor.org_id == org_id,
                CustomerVisitor.customer_id == customer_id,
                CustomerVisitor.seen_at >= since,
            )
            .values(is_proven=False)
            .execution_options(synchronize_session=False)
        )

    def add(self, merge: CustomerMerge) -> None:
        """Insert a merge."""
        self.session.add(merge)
        self.session.flush()

    def pairs(self, org_id: str, paging: Paging) -> tuple[list[Pair], int]:
        """Return pairs of profiles that are probably one person, those with the most reasons first, and the number of
        pairs.
        """
        rows = self.session.execute(
            text(_PAIRS),
            {"org_id": org_id, "limit": paging.page_size, "offset": paging.offset},
        ).all()
        if not rows and paging.offset:  # The page is beyond the last one.
            return [], self.pairs(org_id, Paging(1, 1))[1]
        pairs = [Pair(row.first_id, row.second_id, list(row.reasons)) for row in rows]
        return pairs, rows[0].total if rows else 0

    def distinguish(self, distinction: dict[str, object]) -> None:
        """Record that two profiles are two people. Repeating it changes nothing."""
        self.session.execute(
            insert(CustomerDistinction).values(**distinction).on_conflict_do_nothing()
        )

    def customers(self, org_id: str, customer_ids: set[str]) -> dict[str, Customer]:
        """Return profiles by ID."""
        own = select(Customer).where(
            Customer.org_id == org_id, Customer.customer_id.in_(customer_ids)
        )
        return {row.customer_id: row for row in self.session.scalars(own)}
