-- grain: one automation
-- source: automation_moves
-- columns: automation_id, entered, still_in, finished, left_early, converted, converted_share, steps, first_at, last_at
with ways as (
    select
        coalesce(source_id, '') as automation_id,
        subject_id,
        bool_or(action = 'entered') as has_entered,
        bool_or(action = 'left') as has_left,
        bool_or(action = 'left' and reason in ('finished', 'exit')) as has_finished,
        bool_or(action = 'converted') as has_converted,
        count(*) filter (where action = 'step') as steps,
        min(occurred_at) as first_at,
        max(occurred_at) as last_at
    from automation_moves
    group by coalesce(source_id, ''), subject_id
)

select
    automation_id,
    count(*) filter (where has_entered) as entered,
    count(*) filter (where has_entered and not has_left) as still_in,
    count(*) filter (where has_finished) as finished,
    count(*) filter (where has_left and not has_finished) as left_early,
    count(*) filter (where has_converted) as converted,
    count(*) filter (where has_entered and has_converted) / nullif(count(*) filter (where has_entered), 0) as converted_share,
    cast(sum(steps) as bigint) as steps,
    min(first_at) as first_at,
    max(last_at) as last_at
from ways
group by automation_id
