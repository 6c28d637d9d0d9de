"""Statements for the analysis: totals, weeks, top referrers, and the tree."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, text

from api.db.tenancy import Repository
from api.domains.promotions.referrals.models import Referral

_KEPT = """
  kept as not materialized (
    select customer_id, coalesce(merged_into, customer_id) as id from customers where org_id = :org_id
  )"""

_TOTALS = text("""
select count(*) as referrals,
  count(*) filter (where state = 'rewarded') as rewarded,
  count(*) filter (where state = 'doubtful') as doubtful,
  count(*) filter (where state = 'rejected') as rejected,
  count(*) filter (where state = 'expired') as expired,
  coalesce(sum(cost_cents), 0)::bigint as cost_cents
from referrals where org_id = :org_id and created_at >= :since
""")
_GIVEN = text("""
select coalesce(sum(g.amount) filter (where g.kind = 'points'), 0)::bigint as points,
  coalesce(sum(g.amount) filter (where g.kind = 'stamps'), 0)::bigint as stamps
from referrals r join referral_rewards g on g.org_id = r.org_id and g.referral_id = r.referral_id
where r.org_id = :org_id and r.created_at >= :since
""")

# A week begins at midnight of its first day, in the organisation's time zone.
_WEEKS = text("""
with weeks as (
  select starts_at, lead(starts_at) over (order by starts_at) as ends_at
  from unnest(cast(:starts as timestamptz[])) as starts_at
)
select w.starts_at, count(r.*) as referrals,
  count(r.*) filter (where r.state = 'rewarded') as rewarded,
  (select count(distinct coalesce(c.merged_into, c.customer_id)) from referral_codes k
    join customers c on c.org_id = k.org_id and c.customer_id = k.customer_id
    where k.org_id = :org_id and k.created_at < w.ends_at) as customers
from weeks w
left join referrals r on r.org_id = :org_id and r.created_at >= w.starts_at
  and r.created_at < w.ends_at
where w.ends_at is not null
group by w.starts_at, w.ends_at
order by w.starts_at
""")

_TOP = text(f"""
with {_KEPT},
given as (
  select referral_id, coalesce(sum(amount) filter (where kind = 'points'), 0) as points,
    coalesce(sum(amount) filter (where kind = 'stamps'), 0) as stamps
  from referral_rewards where org_id = :org_id group by referral_id
)
select kept.id, count(*) as referrals, count(*) filter (where state = 'rewarded') as rewarded,
  sum(r.cost_cents)::bigint as cost_cents, coalesce(sum(g.points), 0)::bigint as points,
  coalesce(sum(g.stamps), 0)::bigint as stamps
from referrals r join kept on kept.customer_id = r.referrer_id
left join given g using (referral_id)
where r.org_id = :org_id and r.created_at >= :since and r.state in ('held', 'doubtful', 'rewarded')
group by kept.id
order by rewarded desc, referrals desc, kept.id
limit :limit
""")

# Each person has one parent: the first to refer them. A merge can create a cycle where there was
# none.
_EDGES = f"""
{_KEPT},
edges as materialized (
  select distinct on (friend.id) friend.id as child, referrer.id as parent, r.state, r.cost_cents
  from referrals r
  join kept friend on friend.customer_id = r.friend_id
  join kept referrer on referrer.customer_id = r.referrer_id
  where r.org_id = :org_id and r.state in ('held', 'doubtful', 'rewarded')
    and friend.id <> referrer.id
  order by friend.id, r.created_at, r.referral_id
)"""

# A cycle has no top, so its first person is used as the top. Only people whom no top leads to are
# searched for cycles.
_TREE = text(f"""
with recursive {_EDGES},
roots as (
  select distinct parent as id from edges p
  where cast(:top as text) is null and not exists (select from edges c where c.child = p.parent)
),
led as (
  select id from roots
  union
  select e.child from led join edges e on e.parent = led.id
),
up as (
  select child as id, parent as above from edges
  where cast(:top as text) is null and child not in (select id from led)
  union
  select up.id, e.parent from up join edges e on e.child = up.above
),
tops as (
  select cast(:top as text) as id where cast(:top as text) is not null
  union
  select id from roots
  union
  select min(above) from up group by id having bool_or(above = id)
),
tree as (
  select id, cast(null as text) as parent, 0 as level, array[id] as path,
    cast(null as text) as state, cast(0 as bigint) as cost_cents
  from tops
  union all
  select e.child, e.parent, t.level + 1, t.path || e.child, e.state, e.cost_cents
  from tree t join edges e on e.parent = t.id
  where t.level < :depth and e.child <> all(t.path)
)
select id, parent, level, state, cost_cents,
  (select count(*) from edges where parent = tree.id) as friends
from tree
order by level, (select count(*) from edges where parent = tree.id) desc, id
limit :limit
""")

_BELOW = text(f"""
with recursive {_EDGES},
below as (
  select cast(id as text) as top, cast(id as text) as id from unnest(cast(:ids as text[])) as id
  union
  select b.top, e.child from below b join edges e on e.parent = b.id
)
select top, count(*) - 1 as people from below group by top
""")

_FRIENDS = text(f"""
with {_KEPT}
select distinct same.customer_id
from referrals r join kept friend on friend.customer_id = r.friend_id
join kept same on same.id = friend.id
where r.org_id = :org_id and r.created_at >= :since and r.state in ('held', 'doubtful', 'rewarded')
limit 50000
""")

_PEOPLE = text("""
select c.customer_id, coalesce(k.first_name, c.first_name) as first_name,
  coalesce(k.last_name, c.last_name) as last_name,
  coalesce(k.sealing_key, c.sealing_key) as sealing_key,
  coalesce(k.email_sealed, c.email_sealed) as email_sealed,
  coalesce(k.phone_sealed, c.phone_sealed) as phone_sealed, coalesce(c.merged_into, c.customer_id) as kept_id
from customers c
left join customers k on k.org_id = c.org_id and k.customer_id = c.merged_into
where c.org_id = :org_id and c.customer_id = any(:ids)
""")


class AnalysisRepository(Repository[Referral]):
    """Figures of one organisation's referrals, in one session."""

    model = Referral

    def totals(self, org_id: str, since: datetime) -> Row[Any]:
        """Return the referrals that began since a time, by state, and their cost."""
        return self.session.execute(_TOTALS, {"org_id": org_id, "since": since}).one()

    def given(self, org_id: str, since: datetime) -> Row[Any]:
        """Return the points and stamps given for these referrals."""
        return self.session.execute(_GIVEN, {"org_id": org_id, "since": since}).one()

    def weeks(self, org_id: str, starts: Sequence[datetime]) -> Sequence[Row[Any]]:
        """Return each week between these times, with its referrals, the rewarded ones, and the number of customers who
        had a code at its end.
        """
        return self.session.execute(_WEEKS, {"org_id": org_id, "starts": list(starts)}).all()

    def top(self, org_id: str, since: datetime, limit: int) -> Sequence[Row[Any]]:
        """Return the referrers with the most rewarded friends."""
        values = {"org_id": org_id, "since": since, "limit": limit}
        return self.session.execute(_TOP, values).all()

    def tree(self, org_id: str, top: str | None, depth: int, limit: int) -> Sequence[Row[Any]]:
        """Return people from all tops, or from one, down to a depth; parents come first."""
        values = {"org_id": org_id, "top": top, "depth": depth, "limit": limit}
        return self.session.execute(_TREE, values).all()

    def below(self, org_id: str, customer_ids: Sequence[str]) -> dict[str, int]:
        """Return how many people are below each of these, at any depth."""
        values = {"org_id": org_id, "ids": list(customer_ids)}
        return {row.top: row.people for row in self.session.execute(_BELOW, values)}

    def friends(self, org_id: str, since: datetime) -> Sequence[str]:
        """Return the IDs of friends referred since a time, including those of merged profiles."""
        return self.session.scalars(_FRIENDS, {"org_id": org_id, "since": since}).all()

    def people(self, org_id: str, customer_ids: Sequence[str]) -> dict[str, Row[Any]]:
        """Return names and encrypted contact details by ID; for a merged profile, those of the profile into which it
        was merged.
        """
        values = {"org_id": org_id, "ids": list(set(customer_ids))}
        return {row.customer_id: row for row in self.session.execute(_PEOPLE, values)}
