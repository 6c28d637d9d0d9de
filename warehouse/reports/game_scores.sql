-- grain: one player of one season of one game
-- source: plays
-- columns: game_id, season, rank, player, best_score, plays, reached_at
-- note: equal scores share a rank, and the ranks after them are skipped (1, 2, 2, 4). Within a rank, the player who
--   reached the score first comes first.
with scores as (
    select
        coalesce(game_id, '') as game_id,
        coalesce(season, 1) as season,
        visitor,
        max(score) as best_score,
        count(*) as plays,
        arg_min(occurred_at, (-score, occurred_at, pos)) as reached_at
    from plays
    where score is not null and visitor is not null
    group by coalesce(game_id, ''), coalesce(season, 1), visitor
)

select
    game_id,
    season,
    rank() over (partition by game_id, season order by best_score desc) as rank,
    visitor_name(visitor) as player,
    best_score,
    plays,
    reached_at
from scores
