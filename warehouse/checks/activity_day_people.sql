-- fails when: the number of people in a day's bitmaps differs from the number of visitors who scanned in the raw events
with raw as (
    select
        org_id,
        type,
        audience,
        count(distinct visitor) as people
    from core.fct_event
    where visitor is not null and type = 'scan'
    group by org_id, type, audience
),

kept as (
    select
        org_id,
        type,
        audience,
        bitmap_count(bitmap_union(list(people) filter (where people is not null))) as people
    from marts.activity_day
    where dimension = ''
    group by org_id, type, audience
    having count(people) > 0
)

select
    'people differ' as problem,
    org_id,
    type,
    audience,
    raw.people as raw_people,
    kept.people as mart_people
from raw
full outer join kept using (org_id, type, audience)
where raw.people is distinct from kept.people
