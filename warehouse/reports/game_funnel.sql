-- grain: one game
-- source: plays, prizes, visitor_scans
-- columns: game_id, scan_people, play_people, win_people, claim_people, return_people, play_share, win_share, claim_share,
--   return_share
-- note: each step counts the people who also did all earlier steps. Visitors without an identity are left out.
with codes as (
    select distinct
        coalesce(game_id, '') as game_id,
        code_id
    from plays
    where code_id is not null
),

scanned as (
    select distinct
        codes.game_id,
        visitor_scans.visitor
    from visitor_scans
    inner join codes on visitor_scans.code_id = codes.code_id
),

played as (
    select distinct
        coalesce(game_id, '') as game_id,
        visitor
    from plays
    where visitor is not null
),

won as (
    select distinct
        coalesce(game_id, '') as game_id,
        visitor
    from prizes
    where visitor is not null and action = 'awarded'
),

claimed as (
    select
        coalesce(game_id, '') as game_id,
        visitor,
        min(occurred_at) as claimed_at
    from prizes
    where visitor is not null and action = 'claimed'
    group by coalesce(game_id, ''), visitor
),

returned as (
    select distinct
        claimed.game_id,
        claimed.visitor
    from claimed
    inner join visitor_scans on claimed.visitor = visitor_scans.visitor and visitor_scans.last_at > claimed.claimed_at
)

select
    scanned.game_id,
    count(*) as scan_people,
    count(played.visitor) as play_people,
    count(won.visitor) as win_people,
    count(claimed.visitor) as claim_people,
    count(returned.visitor) as return_people,
    count(played.visitor) / count(*) as play_share,
    count(won.visitor) / nullif(count(played.visitor), 0) as win_share,
    count(claimed.visitor) / nullif(count(won.visitor), 0) as claim_share,
    count(returned.visitor) / nullif(count(claimed.visitor), 0) as return_share
from scanned
left join played on scanned.game_id = played.game_id and scanned.visitor = played.visitor
left join won on played.game_id = won.game_id and played.visitor = won.visitor
left join claimed on won.game_id = claimed.game_id and won.visitor = claimed.visitor
left join returned on claimed.game_id = returned.game_id and claimed.visitor = returned.visitor
group by scanned.game_id
