-- grain: one entry of the ledger of points and stamps
-- source: core.fct_act
-- columns: day, org_id, occurred_at, pos, audience, customer_key, unit, amount, reason, entry_id, lot_id,
--   available_from, expires_at, month
select
    day,
    org_id,
    occurred_at,
    pos,
    audience,
    customer_key,
    unit,
    amount,
    reason,
    entry_id,
    lot_id,
    available_from,
    expires_at,
    cast(date_trunc('month', day) as date) as month
from core.fct_act
where type = 'points'
order by org_id, occurred_at, pos
