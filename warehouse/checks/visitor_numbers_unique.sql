-- fails when: a visitor of an organisation has two numbers, or two visitors have the same one
select
    'visitor twice' as problem,
    org_id,
    visitor as example,
    count(*) as times
from marts.visitor_numbers
where visitor is not null
group by org_id, visitor
having count(*) > 1
union all
select
    'number twice' as problem,
    org_id,
    number as example,
    count(*) as times
from marts.visitor_numbers
group by org_id, number
having count(*) > 1
