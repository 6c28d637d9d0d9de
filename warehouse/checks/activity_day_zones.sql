-- fails when: an organisation has rows in more than one time zone, apart from totals of events that retention deleted
select
    'several zones' as problem,
    mart.org_id,
    list(distinct mart.zone order by mart.zone) as zones
from marts.activity_day as mart
left join checks.horizon as horizon on mart.org_id = horizon.org_id
where horizon.first_day is null or mart.local_day >= horizon.first_day
group by mart.org_id
having count(distinct mart.zone) > 1
