-- fails when: the day's sums in activity_15m differ from those of the raw events that it covers
with raw as (
    select
        event.org_id,
        event.type,
        event.audience,
        count(*) as events,
        count(*) filter (where event.is_visit) as visits,
        count(first_scan.visitor) as new_people,
        coalesce(sum(event.amount_cents), 0) as amount_cents
    from core.fct_event as event
    left join marts.visitors as first_scan
        on event.org_id = first_scan.org_id and event.pos = first_scan.first_pos
    group by event.org_id, event.type, event.audience
),

summed as (
    select
        org_id,
        type,
        audience,
        sum(events) as events,
        sum(visits) as visits,
        sum(new_people) as new_people,
        sum(amount_cents) as amount_cents
    from marts.activity_15m
    group by org_id, type, audience
)

select
    'sums differ' as problem,
    org_id,
    type,
    audience,
    raw.events as raw_events,
    summed.events as mart_events,
    raw.new_people as raw_new_people,
    summed.new_people as mart_new_people
from raw
full outer join summed using (org_id, type, audience)
where
    raw.events is distinct from summed.events
    or raw.visits is distinct from summed.visits
    or raw.new_people is distinct from summed.new_people
    or raw.amount_cents is distinct from summed.amount_cents
