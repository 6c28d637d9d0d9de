-- grain: one customer who was active on at least three days up to the end of the range
-- source: customer_acts, loyalty_entries
-- columns: customer_id, risk, active_days, usual_days, first_day, last_day, days_since_last, times_usual
with came as (
    select
        customer_acts.customer_key,
        timezone(question.zone, customer_acts.bucket)::date as day
    from customer_acts
    inner join question on customer_acts.bucket < question.range_end
    where customer_acts.type in ('scan', 'view', 'use', 'submit', 'vote', 'play', 'redemption', 'order')
    union all
    select
        loyalty_entries.customer_key,
        timezone(question.zone, loyalty_entries.occurred_at)::date as day
    from loyalty_entries
    inner join question on loyalty_entries.occurred_at < question.range_end
    where loyalty_entries.customer_key is not null and loyalty_entries.reason = 'given'
),

habits as (
    select
        coalesce(merged_customer.kept_key, came.customer_key) as customer_id,
        count(distinct came.day) as active_days,
        min(came.day) as first_day,
        max(came.day) as last_day
    from came
    left join merged_customer on came.customer_key = merged_customer.customer_key
    group by coalesce(merged_customer.kept_key, came.customer_key)
    having active_days >= 3
),

aged as (
    select
        habits.*,
        date_diff('day', habits.first_day, habits.last_day) / (habits.active_days - 1) as usual_days,
        date_diff('day', habits.last_day, timezone(question.zone, question.range_end)::date) as days_since_last
    from habits
    cross join question
)

select
    customer_id,
    case
        when days_since_last <= 1.5 * usual_days then 'regular'
        when days_since_last <= 3 * usual_days then 'late'
        when days_since_last <= 6 * usual_days then 'at risk'
        else 'lost'
    end as risk,
    active_days,
    usual_days,
    first_day,
    last_day,
    days_since_last,
    days_since_last / usual_days as times_usual
from aged
