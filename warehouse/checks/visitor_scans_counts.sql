-- fails when: the day's scans, visits or visitors in visitor_scans differ from those of the raw events that it covers
with raw as (
    select
        org_id,
        count(*) as scans,
        count(*) filter (where is_visit) as visits,
        count(distinct visitor) as people
    from core.fct_event
    where type = 'scan' and audience = 'human' and visitor is not null
    group by org_id
),

held as (
    select
        org_id,
        sum(scans) as scans,
        sum(visits) as visits,
        count(distinct visitor) as people
    from marts.visitor_scans
    group by org_id
)

select
    'counts differ' as problem,
    org_id,
    raw.scans as raw_scans,
    held.scans as mart_scans,
    raw.people as raw_people,
    held.people as mart_people
from raw
full outer join held using (org_id)
where
    raw.scans is distinct from held.scans
    or raw.visits is distinct from held.visits
    or raw.people is distinct from held.people
