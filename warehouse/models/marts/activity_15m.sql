-- grain: one partial sum per arrival day, organisation, 15 minutes (UTC), type, audience and all dimensions; several
--   builds may contain the same key, so readers sum
-- source: core.fct_event, marts.visitors (first_pos identifies the event that made a visitor new)
-- columns: day, org_id, bucket, type, audience, every dimension, events, visits, new_people, amount_cents, month
select
    event.day,
    event.org_id,
    event.bucket,
    event.type,
    event.audience,
    /* every dimension of event */,
    count(*) as events,
    count(*) filter (where event.is_visit) as visits,
    count(first_scan.visitor) as new_people,
    cast(coalesce(sum(event.amount_cents), 0) as bigint) as amount_cents,
    cast(date_trunc('month', event.day) as date) as month
from core.fct_event as event
left join marts.visitors as first_scan
    on event.org_id = first_scan.org_id
    and event.visitor = first_scan.visitor
    and event.pos = first_scan.first_pos
group by all
order by event.org_id, event.bucket, event.code_id
