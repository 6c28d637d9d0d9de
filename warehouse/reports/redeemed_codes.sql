-- grain: one redeemed item: a promo code, one-time code, reward or prize
-- source: redemptions
-- columns: subject_id, kind, code_id, used, people, amount_cents, currency, points, first_at, last_at
with counted as (
    select
        *,
        case when action = 'undone' then -1 else 1 end as step
    from redemptions
)

select
    coalesce(subject_id, '') as subject_id,
    coalesce(kind, '') as kind,
    coalesce(currency, '') as currency,
    coalesce(arg_max(code_id, (occurred_at, pos)), '') as code_id,
    cast(sum(step) as bigint) as used,
    count(distinct visitor) filter (where step > 0) as people,
    coalesce(sum(step * amount_cents), 0) as amount_cents,
    coalesce(sum(step * points), 0) as points,
    min(occurred_at) filter (where step > 0) as first_at,
    max(occurred_at) filter (where step > 0) as last_at
from counted
group by subject_id, kind, currency
