-- fails when: a visitor with a covered scan of the day has no number
select
    'number missing' as problem,
    event.org_id,
    event.visitor as example,
    count(*) as scans
from core.fct_event as event
where
    event.type = 'scan'
    and event.visitor is not null
    and not exists (
        select 1
        from marts.visitor_numbers as known
        where known.org_id = event.org_id and known.visitor = event.visitor
    )
group by event.org_id, event.visitor
order by event.org_id, event.visitor
