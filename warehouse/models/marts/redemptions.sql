-- grain: one redemption event
-- source: core.fct_act
-- columns: day, org_id, occurred_at, pos, audience, visitor, every dimension, kind, subject_id, currency,
--   amount_cents, points, month
select
    day,
    org_id,
    occurred_at,
    pos,
    audience,
    visitor,
    /* every dimension */,
    kind,
    subject_id,
    currency,
    amount_cents,
    points,
    cast(date_trunc('month', day) as date) as month
from core.fct_act
where type = 'redemption'
order by org_id, occurred_at, pos
