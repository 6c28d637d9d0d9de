-- grain: one visitor per arrival day, organisation, 15 minutes (UTC), type, audience and all dimensions; several
--   builds may contain the same key, so readers count distinct visitors
-- source: core.fct_event where the visitor is known, marts.visitors (first_pos identifies the event that made one new)
-- columns: day, org_id, bucket, type, audience, every dimension, visitor, is_new, month
select
    event.day,
    event.org_id,
    event.bucket,
    event.type,
    event.audience,
    /* every dimension of event */,
    event.visitor,
    bool_or(first_scan.visitor is not null) as is_new,
    cast(date_trunc('month', event.day) as date) as month
from core.fct_event as event
left join marts.visitors as first_scan
    on event.org_id = first_scan.org_id
    and event.visitor = first_scan.visitor
    and event.pos = first_scan.first_pos
where event.visitor is not null
group by all
order by event.org_id, event.bucket, event.code_id
