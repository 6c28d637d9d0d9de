-- fails when: an event_id or a position of the day occurs more than once in the lake, counting the day before
with near as (
    select
        event.event_id,
        event.pos,
        event.day
    from lake.events as event
    inner join checks.run as run
        on event.day = run.day or event.day = run.day - interval 1 day
)

select
    'event_id' as problem,
    event_id as example,
    count(*) as times
from near
group by event_id
having count(*) > 1 and max(day) = (select day from checks.run)
union all
select
    'position' as problem,
    cast(pos as varchar) as example,
    count(*) as times
from near
group by pos
having count(*) > 1 and max(day) = (select day from checks.run)
