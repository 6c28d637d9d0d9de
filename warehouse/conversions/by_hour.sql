-- grain: one hour of the organisation's local time in which something happened
-- source: own and credited; parameter table: asked
-- columns: hour, sent, clicked, visits, orders
with happened as (
    select
        status as what,
        occurred_at as moment,
        message_id
    from own
    where status = 'sent' or (status = 'clicked' and audience = 'human')
    union all
    select
        credited.act as what,
        credited.moment,
        credited.message_id
    from credited
    where credited.message_id in (select message_id from own)
)

select
    timezone(asked.zone, date_trunc('hour', timezone(asked.zone, happened.moment))) as hour,
    count(distinct happened.message_id) filter (where happened.what = 'sent') as sent,
    count(distinct happened.message_id) filter (where happened.what = 'clicked') as clicked,
    count(*) filter (where happened.what = 'scan') as visits,
    count(*) filter (where happened.what = 'order') as orders
from happened
cross join asked
group by 1
order by 1
