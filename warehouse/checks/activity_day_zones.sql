-- fails when: an organisation's rows stand in more than one zone
select
    'several zones' as problem,
    org_id,
    list(distinct zone order by zone) as zones
from marts.activity_day
group by org_id
having count(distinct zone) > 1
