-- grain: one tenth of the progress through one game with a score
-- source: plays
-- columns: game_id, step, kind, plays, reached, reached_share, stopped, stopped_share
-- note: a play that reached a step also reached all earlier steps. Plays with unknown progress are left out.
with ended as (
    select
        coalesce(game_id, '') as game_id,
        progress // 10 * 10 as step,
        any_value(kind) as kind,
        count(*) as stopped
    from plays
    where progress is not null
    group by all
),

games as (
    select
        game_id,
        any_value(kind) as kind,
        sum(stopped)::bigint as plays
    from ended
    group by all
),

steps as (
    select
        games.game_id,
        tenths.step,
        games.kind,
        games.plays,
        coalesce(ended.stopped, 0) as stopped,
        sum(coalesce(ended.stopped, 0)) over (partition by games.game_id order by tenths.step desc)::bigint as reached
    from games
    cross join (select unnest(range(0, 101, 10)) as step) as tenths
    left join ended on games.game_id = ended.game_id and tenths.step = ended.step
)

select
    game_id,
    step,
    kind,
    plays,
    reached,
    reached / plays as reached_share,
    stopped,
    stopped / plays as stopped_share
from steps
