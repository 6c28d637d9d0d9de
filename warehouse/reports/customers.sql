-- grain: one customer who was known by the end of the range
-- source: customer_acts
-- columns: customer_id, segment, first_at, last_at, days_since_last, acts, scans, views, submits, votes, plays, redemptions, orders, messages, amount_cents
with totals as (
    select
        coalesce(merged_customer.kept_key, customer_acts.customer_key) as customer_key,
        min(customer_acts.first_at) filter (where customer_acts.type not in ('message', 'master_use', 'undone_redemption', 'segment', 'points', 'award', 'automation', 'refund')) as first_at,
        max(customer_acts.last_at) filter (where customer_acts.type not in ('message', 'master_use', 'undone_redemption', 'segment', 'points', 'award', 'automation', 'refund')) as last_at,
        coalesce(sum(customer_acts.acts) filter (where customer_acts.type not in ('message', 'master_use', 'undone_redemption', 'segment', 'points', 'award', 'automation', 'refund')), 0)
        - coalesce(sum(customer_acts.acts) filter (where customer_acts.type = 'undone_redemption'), 0) as acts,
        coalesce(sum(customer_acts.acts) filter (where customer_acts.type = 'scan'), 0) as scans,
        coalesce(sum(customer_acts.acts) filter (where customer_acts.type = 'view'), 0) as views,
        coalesce(sum(customer_acts.acts) filter (where customer_acts.type = 'submit'), 0) as submits,
        coalesce(sum(customer_acts.acts) filter (where customer_acts.type = 'vote'), 0) as votes,
        coalesce(sum(customer_acts.acts) filter (where customer_acts.type = 'play'), 0) as plays,
        coalesce(sum(customer_acts.acts) filter (where customer_acts.type = 'redemption'), 0)
        - coalesce(sum(customer_acts.acts) filter (where customer_acts.type = 'undone_redemption'), 0) as redemptions,
        coalesce(sum(customer_acts.acts) filter (where customer_acts.type = 'order'), 0) as orders,
        coalesce(sum(customer_acts.acts) filter (where customer_acts.type = 'message'), 0) as messages,
        coalesce(sum(customer_acts.amount_cents) filter (where customer_acts.type in ('order', 'refund')), 0) as amount_cents
    from customer_acts
    inner join question on customer_acts.bucket < question.range_end
    left join merged_customer on customer_acts.customer_key = merged_customer.customer_key
    group by coalesce(merged_customer.kept_key, customer_acts.customer_key)
),

aged as (
    select
        totals.*,
        date_diff('day', timezone(question.zone, totals.first_at)::date, timezone(question.zone, question.range_end)::date)
        as days_since_first,
        date_diff('day', timezone(question.zone, totals.last_at)::date, timezone(question.zone, question.range_end)::date)
        as days_since_last
    from totals
    cross join question
),

segments as (
    select
        *,
        case
            when acts = 0 then 'only written to'
            when days_since_last > 90 then 'lost'
            when days_since_last > 30 and acts >= 4 then 'at risk'
            when days_since_last > 30 then 'cooling'
            when acts >= 10 then 'champion'
            when acts >= 4 then 'loyal'
            when days_since_first <= 30 then 'new'
            else 'active'
        end as segment
    from aged
)

select
    customer_key as customer_id,
    segment,
    first_at,
    last_at,
    days_since_last,
    acts,
    scans,
    views,
    submits,
    votes,
    plays,
    redemptions,
    orders,
    messages,
    amount_cents
from segments
