-- grain: one vote event
-- source: core.fct_act
-- columns: day, org_id, occurred_at, pos, audience, visitor, every dimension, poll_id, choice, previous_choice,
--   month
select
    day,
    org_id,
    occurred_at,
    pos,
    audience,
    visitor,
    /* every dimension */,
    poll_id,
    choice,
    previous_choice,
    cast(date_trunc('month', day) as date) as month
from core.fct_act
where type = 'vote'
order by org_id, occurred_at, pos
