-- grain: one move of one person in an automation: entering, taking a step, reaching the goal or leaving
-- source: core.fct_act
-- columns: day, org_id, occurred_at, pos, audience, visitor, customer_key, every dimension, source_id, subject_id,
--   action, step, kind, reason, month
select
    day,
    org_id,
    occurred_at,
    pos,
    audience,
    visitor,
    customer_key,
    /* every dimension */,
    source_id,
    subject_id,
    action,
    step,
    kind,
    reason,
    cast(date_trunc('month', day) as date) as month
from core.fct_act
where type = 'automation'
order by org_id, occurred_at, pos
