-- grain: one visitor of one organisation, with the first human scan as warehouse.builds.first_scans determines it
-- source: core.fct_event without the visitors that marts.visitors already contains
-- columns: org_id, visitor, first_pos, first_seen_at, visitor_kind
select
    event.org_id,
    event.visitor,
    min(event.pos) as first_pos,
    arg_min(event.occurred_at, event.pos) as first_seen_at,
    arg_min(event.visitor_kind, event.pos) as visitor_kind
from core.fct_event as event
where
    event.type = 'scan'
    and event.audience = 'human'
    and event.visitor is not null
    and not exists (
        select 1
        from marts.visitors as known
        where known.org_id = event.org_id and known.visitor = event.visitor
    )
group by event.org_id, event.visitor
order by event.org_id, visitor
