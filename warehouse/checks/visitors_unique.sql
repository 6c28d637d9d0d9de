-- fails when: a visitor of an organisation, or a first position, occurs more than once
select
    'visitor twice' as problem,
    org_id,
    visitor as example,
    count(*) as times
from marts.visitors
group by org_id, visitor
having count(*) > 1
union all
select
    'position twice' as problem,
    min(org_id) as org_id,
    first_pos as example,
    count(*) as times
from marts.visitors
group by first_pos
having count(*) > 1
