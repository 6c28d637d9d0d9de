-- grain: one version and channel of the campaign, or step and channel of the automation
-- source: own and credited
-- columns: variant, channel, sent, delivered, shown, failed, clicked, replied, stopped, visited, submitted, redeemed,
--   ordered, segments, cost_micros
with converted as (
    select
        message_id,
        bool_or(act = 'scan') as visited,
        bool_or(act = 'submit') as submitted,
        bool_or(act = 'redemption') as redeemed,
        bool_or(act = 'order') as ordered
    from credited
    group by message_id
),

message as (
    select
        message_id,
        any_value(variant) as variant,
        coalesce(any_value(channel), '') as channel,
        bool_or(status = 'sent') as sent,
        bool_or(status = 'delivered') as delivered,
        bool_or(status = 'shown') as shown,
        bool_or(status in ('failed', 'bounced')) as failed,
        bool_or(status = 'clicked' and audience = 'human') as clicked,
        bool_or(status = 'replied') as replied,
        bool_or(status in ('unsubscribed', 'complained')) as stopped,
        max(segments) filter (where status = 'sent') as segments,
        max(cost_micros) filter (where status = 'charged') as cost_micros
    from own
    group by message_id
)

select
    message.variant,
    message.channel,
    count(*) filter (where message.sent) as sent,
    count(*) filter (where message.delivered) as delivered,
    count(*) filter (where message.shown) as shown,
    count(*) filter (where message.failed) as failed,
    count(*) filter (where message.clicked) as clicked,
    count(*) filter (where message.replied) as replied,
    count(*) filter (where message.stopped) as stopped,
    count(*) filter (where converted.visited) as visited,
    count(*) filter (where converted.submitted) as submitted,
    count(*) filter (where converted.redeemed) as redeemed,
    count(*) filter (where converted.ordered) as ordered,
    coalesce(sum(message.segments), 0)::bigint as segments,
    coalesce(sum(message.cost_micros), 0)::bigint as cost_micros
from message
left join converted on message.message_id = converted.message_id
group by message.variant, message.channel
order by message.variant, message.channel
