-- grain: one kind and currency, split by the requested dimension
-- source: redemptions
-- columns: key, kind, currency, used, subjects, people, amount_cents, points, first_at, last_at
with counted as (
    select
        *,
        case when action = 'undone' then -1 else 1 end as step
    from redemptions
)

select
    key,
    coalesce(kind, '') as kind,
    coalesce(currency, '') as currency,
    cast(sum(step) as bigint) as used,
    count(distinct subject_id) filter (where step > 0) as subjects,
    count(distinct visitor) filter (where step > 0) as people,
    coalesce(sum(step * amount_cents), 0) as amount_cents,
    coalesce(sum(step * points), 0) as points,
    min(occurred_at) filter (where step > 0) as first_at,
    max(occurred_at) filter (where step > 0) as last_at
from counted
group by all
