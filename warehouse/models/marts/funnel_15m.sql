-- grain: one visitor per arrival day, organisation, 15 minutes (UTC), audience, currency and all dimensions, as
--   partial sums; several builds may contain the same key, so readers sum and count distinct visitors
-- source: core.fct_event for scans, core.fct_act for every other step
-- columns: day, org_id, bucket, audience, every dimension, visitor, currency, scans, views, submits,
--   redemptions, orders, revenue_cents, month
with steps as (
    select
        day,
        org_id,
        bucket,
        audience,
        /* every dimension */,
        visitor,
        null as currency,
        type as step,
        null as amount_cents
    from core.fct_event
    where type = 'scan'
    union all
    select
        day,
        org_id,
        bucket,
        audience,
        /* every dimension */,
        visitor,
        case when type = 'order' then currency end as currency,
        type as step,
        amount_cents
    from core.fct_act
    where type in ('view', 'submit', 'redemption', 'undone_redemption', 'order')
)

select
    day,
    org_id,
    bucket,
    audience,
    /* every dimension */,
    visitor,
    currency,
    count(*) filter (where step = 'scan') as scans,
    count(*) filter (where step = 'view') as views,
    count(*) filter (where step = 'submit') as submits,
    count(*) filter (where step = 'redemption') - count(*) filter (where step = 'undone_redemption') as redemptions,
    count(*) filter (where step = 'order' and amount_cents > 0) as orders,
    cast(coalesce(sum(amount_cents) filter (where step = 'order'), 0) as bigint) as revenue_cents,
    cast(date_trunc('month', day) as date) as month
from steps
group by all
order by org_id, bucket, code_id
