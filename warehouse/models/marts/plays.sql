-- grain: one play of a game
-- source: core.fct_act
-- columns: day, org_id, occurred_at, pos, audience, visitor, every dimension, game_id, play_id, kind, result,
--   season, score, prize_id, duration_ms, progress, month
select
    day,
    org_id,
    occurred_at,
    pos,
    audience,
    visitor,
    /* every dimension */,
    game_id,
    play_id,
    kind,
    result,
    season,
    score,
    prize_id,
    duration_ms,
    progress,
    cast(date_trunc('month', day) as date) as month
from core.fct_act
where type = 'play'
order by org_id, occurred_at, pos
