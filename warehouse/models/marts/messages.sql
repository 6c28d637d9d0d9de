-- grain: one status event of one message
-- source: core.fct_act
-- columns: day, org_id, occurred_at, pos, audience, visitor, every dimension, message_id, channel, status,
--   failure, source, segments, cost_micros, currency, customer_key, source_id, step, variant, link, month
select
    day,
    org_id,
    occurred_at,
    pos,
    audience,
    visitor,
    /* every dimension */,
    message_id,
    channel,
    status,
    failure,
    source,
    segments,
    cost_micros,
    currency,
    customer_key,
    source_id,
    step,
    variant,
    link,
    cast(date_trunc('month', day) as date) as month
from core.fct_act
where type = 'message'
order by org_id, occurred_at, pos
