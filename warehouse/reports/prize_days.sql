-- grain: one local day of one prize of one game
-- source: prizes
-- columns: day, game_id, prize_id, awarded, claimed, expired
select
    timezone(question.zone, prizes.occurred_at)::date as day,
    coalesce(prizes.game_id, '') as game_id,
    coalesce(prizes.prize_id, '') as prize_id,
    count(*) filter (where prizes.action = 'awarded') as awarded,
    count(*) filter (where prizes.action = 'claimed') as claimed,
    count(*) filter (where prizes.action = 'expired') as expired
from prizes
cross join question
group by all
