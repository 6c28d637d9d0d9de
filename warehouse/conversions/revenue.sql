-- grain: one version, channel and currency of the campaign
-- source: messages, credited and orders, refunds included; from the question: asked
-- columns: variant, channel, currency, orders, revenue_cents, squares (of the sums of each message)
with own as (
    select
        messages.message_id,
        coalesce(any_value(messages.variant), '') as variant,
        coalesce(any_value(messages.channel), '') as channel
    from messages
    inner join asked on messages.source_id = asked.campaign_id
    where messages.source = 'campaign'
    group by messages.message_id
),

by_message as (
    select
        own.variant,
        own.channel,
        own.message_id,
        coalesce(orders.currency, '') as currency,
        count(distinct orders.order_id) as orders,
        coalesce(sum(orders.amount_cents), 0)::bigint as revenue_cents
    from own
    inner join credited on own.message_id = credited.message_id
    inner join orders on credited.order_id = orders.order_id
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
