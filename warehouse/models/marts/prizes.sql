-- grain: one prize awarded, claimed or expired
-- source: core.fct_act
-- columns: day, org_id, occurred_at, pos, audience, visitor, customer_key, every dimension, game_id, play_id, prize_id,
--   action, kind, cost_cents, awarded_at, month
select
    day,
    org_id,
    occurred_at,
    pos,
    audience,
    visitor,
    customer_key,
    /* every dimension */,
    game_id,
    play_id,
    prize_id,
    action,
    kind,
    cost_cents,
    awarded_at,
    cast(date_trunc('month', day) as date) as month
from core.fct_act
where type = 'prize'
order by org_id, occurred_at, pos
