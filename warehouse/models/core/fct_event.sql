-- grain: one event that metrics count, which is any event except a miss
-- source: staging.stg_event
-- columns: day, pos, org_id, occurred_at, bucket, type, act, audience, visitor, visitor_kind, is_visit, customer_key,
--   outcome, amount_cents and every dimension
select
    day,
    pos,
    org_id,
    occurred_at,
    bucket_of(occurred_at) as bucket,
    type,
    act,
    audience_of(is_bot, is_preview) as audience,
    visitor_hash(visitor_id) as visitor,
    visitor_kind,
    type = 'scan' and not is_duplicate as is_visit,
    customer_key,
    outcome,
    amount_cents,
    /* every dimension */
from staging.stg_event
where type <> 'miss'
