-- grain: one step of one automation
-- source: automation_moves
-- columns: automation_id, step, kind, made, left_before, first_at, last_at
select
    coalesce(source_id, '') as automation_id,
    coalesce(step, '') as step,
    coalesce(max(kind), '') as kind,
    count(*) filter (where action = 'step') as made,
    count(*) filter (where action = 'left') as left_before,
    min(occurred_at) as first_at,
    max(occurred_at) as last_at
from automation_moves
where action in ('step', 'left') and step is not null
group by coalesce(source_id, ''), coalesce(step, '')
