-- fails when: a sketch of the day's people is further from their true number than its error allows (five sigma)
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

sketched as (
    select
        org_id,
        type,
        audience,
        sketch_estimate(
            sketch_union(list(people_hll) filter (where people_hll is not null))
        ) as people
    from marts.activity_day
    where dimension = ''
    group by org_id, type, audience
    having count(people_hll) > 0
)

select
    'people differ' as problem,
    org_id,
    type,
    audience,
    raw.people as raw_people,
    sketched.people as sketched_people
from raw
full outer join sketched using (org_id, type, audience)
where
    raw.people is null
    or sketched.people is null
    or abs(sketched.people - raw.people) > greatest(1, 0.08 * raw.people)
