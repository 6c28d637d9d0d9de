-- grain: one customer's acts of one type per arrival day, organisation and 15 minutes (UTC); several builds
--   may contain the same key, so readers sum
-- source: core.fct_event where the customer is known
-- columns: day, org_id, bucket, customer_key, type, acts, amount_cents, first_at, last_at, month
select
    day,
    org_id,
    bucket,
    customer_key,
    case when act = 'refund' then act else type end as type,
    count(*) as acts,
    cast(coalesce(sum(amount_cents), 0) as bigint) as amount_cents,
    min(occurred_at) as first_at,
    max(occurred_at) as last_at,
    cast(date_trunc('month', day) as date) as month
from core.fct_event
where customer_key is not null
group by all
order by org_id, bucket, customer_key
