-- fails when: the visitors to be published are not the new ones whose first human scan is among the raw events
with scanned as (
    select
        event.org_id,
        event.visitor,
        event.pos,
        event.occurred_at,
        event.visitor_kind,
        row_number() over (partition by event.org_id, event.visitor order by event.pos) as place
    from core.fct_event as event
    where event.type = 'scan' and event.audience = 'human' and event.visitor is not null
),

raw as (
    select
        scanned.org_id,
        scanned.visitor,
        scanned.pos as first_pos,
        scanned.occurred_at as first_seen_at,
        scanned.visitor_kind
    from scanned
    left join marts.visitors as known
        on scanned.org_id = known.org_id and scanned.visitor = known.visitor
    where scanned.place = 1 and known.visitor is null
)

select
    'visitors differ' as problem,
    org_id,
    visitor as example,
    raw.first_pos as raw_first_pos,
    judged.first_pos as mart_first_pos
from raw
full outer join checks.batch as judged using (org_id, visitor)
where
    raw.first_pos is distinct from judged.first_pos
    or raw.first_seen_at is distinct from judged.first_seen_at
    or raw.visitor_kind is distinct from judged.visitor_kind
