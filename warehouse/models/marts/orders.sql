-- grain: one report of one order
-- source: core.fct_act
-- columns: day, org_id, occurred_at, pos, audience, visitor, every dimension, order_id, source, status,
--   currency, amount_cents, item_count, customer_key, month
select
    day,
    org_id,
    occurred_at,
    pos,
    audience,
    visitor,
    /* every dimension */,
    order_id,
    source,
    status,
    currency,
    amount_cents,
    item_count,
    customer_key,
    cast(date_trunc('month', day) as date) as month
from core.fct_act
where type = 'order'
order by org_id, occurred_at, pos
