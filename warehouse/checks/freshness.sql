-- fails when: an event that is not in the marts was received longer ago than checks.run.allowed_seconds
with waiting as (
    select min(event.received_at) as oldest
    from lake.events as event
    inner join checks.position as mart
        on event.partition = mart.partition and event.pos > mart.pos
    where mart.table_name <> 'events'
)

select
    'marts are behind' as problem,
    waiting.oldest as waiting_since,
    date_diff('second', waiting.oldest, run.now) as seconds
from waiting
cross join checks.run as run
where date_diff('second', waiting.oldest, run.now) > run.allowed_seconds
