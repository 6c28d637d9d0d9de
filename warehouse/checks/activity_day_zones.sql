-- fails when: an organisation has rows in more than one time zone
select
    'several zones' as problem,
    org_id,
    list(distinct zone order by zone) as zones
from marts.activity_day
group by org_id
having count(distinct zone) > 1
