-- fails when: the day's people in people_15m differ from those of the raw events that it covers
with raw as (
    select
        org_id,
        type,
        audience,
        count(distinct (bucket, visitor)) as people
    from core.fct_event
    where visitor is not null
    group by org_id, type, audience
),

held as (
    select
        org_id,
        type,
        audience,
        count(distinct (bucket, visitor)) as people
    from marts.people_15m
    group by org_id, type, audience
)

select
    'people differ' as problem,
    org_id,
    type,
    audience,
    raw.people as raw_people,
    held.people as mart_people
from raw
full outer join held using (org_id, type, audience)
where raw.people is distinct from held.people
