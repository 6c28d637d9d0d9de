-- grain: one version, channel and currency of the campaign, or step, channel and currency of the automation
-- source: own, credited and orders, refunds included
-- columns: variant, channel, currency, orders, revenue_cents, squares (of each message's revenue, summed)
with message as (
    select
        message_id,
        any_value(variant) as variant,
        coalesce(any_value(channel), '') as channel
    from own
    group by message_id
),

by_message as (
    select
        message.variant,
        message.channel,
        message.message_id,
        coalesce(orders.currency, '') as currency,
        count(distinct (orders.source, orders.order_id)) as orders,
        coalesce(sum(orders.amount_cents), 0)::bigint as revenue_cents
    from message
    inner join credited on message.message_id = credited.message_id
    inner join orders on credited.order_source = orders.source and credited.order_id = orders.order_id
    group by all
)

select
    variant,
    channel,
    currency,
    sum(orders)::bigint as orders,
    sum(revenue_cents)::bigint as revenue_cents,
    sum(revenue_cents::double * revenue_cents) as squares
from by_message
group by variant, channel, currency
order by variant, channel, currency
