-- grain: one prize of one game
-- source: prizes
-- columns: game_id, prize_id, kind, awarded, claimed, expired, claim_share, claim_hours, cost_cents, first_at, last_at
-- note: the claim rate covers plays that won the prize in the range, so claims of earlier wins do not raise it.
with by_play as (
    select
        coalesce(game_id, '') as game_id,
        coalesce(prize_id, '') as prize_id,
        play_id,
        any_value(kind) as kind,
        count(*) filter (where action = 'awarded') as awarded,
        count(*) filter (where action = 'claimed') as claimed,
        count(*) filter (where action = 'expired') as expired,
        sum(epoch_us(occurred_at) - epoch_us(awarded_at)) filter (where action = 'claimed') as waited,
        coalesce(sum(cost_cents) filter (where action = 'awarded'), 0)
        - coalesce(sum(cost_cents) filter (where action = 'expired'), 0) as cost_cents,
        min(occurred_at) as first_at,
        max(occurred_at) as last_at
    from prizes
    group by coalesce(game_id, ''), coalesce(prize_id, ''), play_id
)

select
    game_id,
    prize_id,
    coalesce(any_value(kind), '') as kind,
    cast(sum(awarded) as bigint) as awarded,
    cast(sum(claimed) as bigint) as claimed,
    cast(sum(expired) as bigint) as expired,
    count(*) filter (where awarded > 0 and claimed > 0) / nullif(count(*) filter (where awarded > 0), 0) as claim_share,
    sum(waited) / 3600000000.0 / nullif(sum(claimed), 0) as claim_hours,
    cast(sum(cost_cents) as bigint) as cost_cents,
    min(first_at) as first_at,
    max(last_at) as last_at
from by_play
group by game_id, prize_id
