-- grain: one hour of the organisation's local time in which something happened
-- source: own and credited; parameter table: asked
-- columns: hour, sent, clicked, visits, orders
-- note: an hour that occurs twice on a local clock is two hours
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
),

local as (
    select
        happened.*,
        timezone(asked.zone, happened.moment) as local_time
    from happened
    cross join asked
)

select
    moment - (local_time - date_trunc('hour', local_time)) as hour,
    count(distinct message_id) filter (where what = 'sent') as sent,
    count(distinct message_id) filter (where what = 'clicked') as clicked,
    count(*) filter (where what = 'scan') as visits,
    count(*) filter (where what = 'order') as orders
from local
group by 1
order by 1
