-- grain: one event of one wallet pass
-- source: core.fct_act
-- columns: day, org_id, occurred_at, pos, audience, visitor, every dimension, pass_id, action, wallet,
--   template_id, month
select
    day,
    org_id,
    occurred_at,
    pos,
    audience,
    visitor,
    /* every dimension */,
    pass_id,
    action,
    wallet,
    template_id,
    cast(date_trunc('month', day) as date) as month
from core.fct_act
where type = 'pass'
order by org_id, occurred_at, pos
