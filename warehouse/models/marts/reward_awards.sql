-- grain: one change of a reward award: given, redeemed or undone
-- source: core.fct_act
-- columns: day, org_id, occurred_at, pos, audience, customer_key, reward_id, action, source, unit, price,
--   cost_cents, awarded_at, expires_at, month
select
    day,
    org_id,
    occurred_at,
    pos,
    audience,
    customer_key,
    reward_id,
    action,
    source,
    unit,
    price,
    cost_cents,
    awarded_at,
    expires_at,
    cast(date_trunc('month', day) as date) as month
from core.fct_act
where type = 'award'
order by org_id, occurred_at, pos
