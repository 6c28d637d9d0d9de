-- grain: one redemption, or the undoing of one
-- source: core.fct_act
-- columns: day, org_id, occurred_at, pos, audience, visitor, every dimension, kind, subject_id, currency,
--   amount_cents, points, action, month
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
    action,
    cast(date_trunc('month', day) as date) as month
from core.fct_act
where type = 'redemption' or type = 'undone_redemption'
order by org_id, occurred_at, pos
