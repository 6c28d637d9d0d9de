-- grain: one season of one game
-- source: plays
-- columns: game_id, season, kind, plays, people, won, lost, scored, left_early, win_share, prizes, best_score,
--   average_score, average_ms, average_progress, first_at, last_at
select
    coalesce(game_id, '') as game_id,
    coalesce(season, 1) as season,
    coalesce(any_value(kind), '') as kind,
    count(*) as plays,
    count(distinct visitor) as people,
    count(*) filter (where result = 'won') as won,
    count(*) filter (where result = 'lost') as lost,
    count(*) filter (where result = 'scored') as scored,
    count(*) filter (where result = 'left') as left_early,
    count(*) filter (where result = 'won') / nullif(count(*) filter (where result in ('won', 'lost')), 0) as win_share,
    count(prize_id) as prizes,
    max(score) as best_score,
    avg(score) as average_score,
    avg(duration_ms) as average_ms,
    avg(progress) / 100 as average_progress,
    min(occurred_at) as first_at,
    max(occurred_at) as last_at
from plays
group by coalesce(game_id, ''), coalesce(season, 1)
