-- fails when: the numbers to be published are not consecutive from the highest existing one, with exactly one for each
--   visitor who has none
with raw as (
    select
        event.org_id,
        count(distinct event.visitor) as visitors
    from core.fct_event as event
    left join marts.visitor_numbers as known
        on event.org_id = known.org_id and event.visitor = known.visitor
    where event.type = 'scan' and event.visitor is not null and known.visitor is null
    group by event.org_id
),

given as (
    select
        org_id,
        max(number) as highest
    from marts.visitor_numbers
    group by org_id
),

judged as (
    select
        org_id,
        count(distinct visitor) as visitors,
        count(distinct number) as numbers,
        min(number) as lowest,
        max(number) as highest
    from checks.batch
    group by org_id
)

select
    'numbers differ' as problem,
    org_id,
    raw.visitors as raw_visitors,
    judged.visitors as mart_visitors
from raw
full outer join judged using (org_id)
left join given using (org_id)
where
    raw.visitors is distinct from judged.visitors
    or judged.numbers <> judged.visitors
    or judged.lowest <> coalesce(given.highest + 1, 0)
    or judged.highest <> judged.lowest + judged.visitors - 1
