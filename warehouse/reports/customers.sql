-- grain: one customer who was known by the end of the range
-- source: customer_acts
-- columns: customer_id, segment, first_at, last_at, days_since_last, acts, scans, views, submits, votes, plays, redemptions, orders, messages, amount_cents
with acts_in_range as (
    select
        customer_acts.*,
        coalesce(merged_customer.kept_key, customer_acts.customer_key) as kept_key,
        -- What the customer did, not what was done for or to them
        customer_acts.type not in ('message', 'master_use', 'undone_redemption', 'segment', 'points', 'award', 'automation', 'refund') as is_by_customer
    from customer_acts
    inner join question on customer_acts.bucket < question.range_end
    left join merged_customer on customer_acts.customer_key = merged_customer.customer_key
),

totals as (
    select
        kept_key as customer_key,
        min(first_at) filter (where is_by_customer) as first_at,
        max(last_at) filter (where is_by_customer) as last_at,
        coalesce(sum(acts) filter (where is_by_customer), 0)
        - coalesce(sum(acts) filter (where type = 'undone_redemption'), 0) as acts,
        coalesce(sum(acts) filter (where type = 'scan'), 0) as scans,
        coalesce(sum(acts) filter (where type = 'view'), 0) as views,
        coalesce(sum(acts) filter (where type = 'submit'), 0) as submits,
        coalesce(sum(acts) filter (where type = 'vote'), 0) as votes,
        coalesce(sum(acts) filter (where type = 'play'), 0) as plays,
        coalesce(sum(acts) filter (where type = 'redemption'), 0)
        - coalesce(sum(acts) filter (where type = 'undone_redemption'), 0) as redemptions,
        coalesce(sum(acts) filter (where type = 'order'), 0) as orders,
        coalesce(sum(acts) filter (where type = 'message'), 0) as messages,
        coalesce(sum(amount_cents) filter (where type in ('order', 'refund')), 0) as amount_cents
    from acts_in_range
    group by kept_key
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
