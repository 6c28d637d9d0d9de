-- grain: one visitor of one organisation who scanned, human or bot, numbered by the position of the first scan
-- source: core.fct_event without the visitors that marts.visitor_numbers already contains
-- columns: org_id, visitor, number
with found as (
    select
        event.org_id,
        event.visitor,
        min(event.pos) as first_pos
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
),

given as (
    select
        org_id,
        max(number) as highest
    from marts.visitor_numbers
    group by org_id
)

select
    found.org_id,
    found.visitor,
    cast(
        coalesce(given.highest + 1, 0)
        + row_number() over (partition by found.org_id order by found.first_pos) - 1 as integer
    ) as number
from found
left join given on found.org_id = given.org_id
order by found.org_id, found.visitor
