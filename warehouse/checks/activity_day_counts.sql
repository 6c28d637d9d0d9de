-- fails when: the day's sums in activity_day differ, in any dimension, from those of the raw events that it covers
with raw as (
    select
        org_id,
        type,
        audience,
        count(*) as events,
        count(*) filter (where is_visit) as visits
    from core.fct_event
    group by org_id, type, audience
),

expected as (
    select
        raw.*,
        accepted.value as dimension
    from raw
    cross join checks.accepted as accepted
    where accepted.column_name = 'dimension'
),

summed as (
    select
        org_id,
        type,
        audience,
        dimension,
        sum(events) as events,
        sum(visits) as visits
    from marts.activity_day
    group by org_id, type, audience, dimension
)

select
    'sums differ' as problem,
    org_id,
    type,
    audience,
    dimension,
    expected.events as raw_events,
    summed.events as mart_events
from expected
full outer join summed using (org_id, type, audience, dimension)
where
    expected.events is distinct from summed.events
    or expected.visits is distinct from summed.visits
