-- grain: one person's acts of one kind at one code and page per arrival day, organisation and 15 minutes (UTC);
--   several builds may contain the same key, so readers sum
-- source: core.fct_event where the customer is known, or the browser of a human visitor
-- columns: day, org_id, bucket, customer_key, visitor, act, code_id, page_id, acts, amount_cents, first_at,
--   last_at, month
select
    day,
    org_id,
    bucket,
    customer_key,
    case when customer_key is null then visitor end as visitor,
    act,
    code_id,
    page_id,
    count(*) as acts,
    cast(coalesce(sum(amount_cents), 0) as bigint) as amount_cents,
    min(occurred_at) as first_at,
    max(occurred_at) as last_at,
    cast(date_trunc('month', day) as date) as month
from core.fct_event
where customer_key is not null or (visitor is not null and visitor_kind = 'cookie' and audience = 'human')
group by all
order by org_id, act, bucket
