-- grain: one kind and currency, split by the requested dimension
-- source: redemptions
-- columns: key, kind, currency, used, subjects, people, amount_cents, points, first_at, last_at
select
    key,
    coalesce(kind, '') as kind,
    coalesce(currency, '') as currency,
    cast(sum(used) as bigint) as used,
    count(distinct subject_id) filter (where used > 0) as subjects,
    count(distinct visitor) filter (where used > 0) as people,
    coalesce(sum(amount_cents), 0) as amount_cents,
    coalesce(sum(points), 0) as points,
    min(occurred_at) filter (where used > 0) as first_at,
    max(occurred_at) filter (where used > 0) as last_at
from redemptions
group by all
