-- grain: one thing that was used: a promo code, one-time code, reward or prize
-- source: redemptions
-- columns: subject_id, kind, code_id, used, people, amount_cents, currency, points, first_at, last_at
select
    coalesce(subject_id, '') as subject_id,
    coalesce(kind, '') as kind,
    coalesce(currency, '') as currency,
    coalesce(arg_max(code_id, (occurred_at, pos)), '') as code_id,
    cast(sum(used) as bigint) as used,
    count(distinct visitor) filter (where used > 0) as people,
    coalesce(sum(amount_cents), 0) as amount_cents,
    coalesce(sum(points), 0) as points,
    min(occurred_at) filter (where used > 0) as first_at,
    max(occurred_at) filter (where used > 0) as last_at
from redemptions
group by subject_id, kind, currency
