-- fails when: a position between the day's lowest and highest is neither in the lake nor a dead letter; positions
--   beyond the horizon are ignored, as they may still be in transit
with bounds as (
    select
        min(event.pos) as lowest,
        least(max(event.pos), any_value(run.horizon)) as highest
    from lake.events as event
    cross join checks.run as run
    where event.day = run.day
),

accounted as (
    select event.pos
    from lake.events as event
    inner join bounds on event.pos between bounds.lowest and bounds.highest
    union
    select letter.pos
    from checks.dead_letter as letter
    inner join bounds on letter.pos between bounds.lowest and bounds.highest
),

steps as (
    select
        pos,
        lead(pos) over (order by pos) as next_pos
    from accounted
)

select
    'gap' as problem,
    pos + 1 as first_missing,
    next_pos - 1 as last_missing
from steps
where next_pos > pos + 1
order by first_missing
