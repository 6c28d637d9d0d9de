-- grain: one channel, split by the requested dimension
-- source: messages
-- columns: key, channel, sent, delivered, opened, clicked, failed, stopped, delivered_share, clicked_share
with counted as (
    select
        key,
        coalesce(channel, '') as channel,
        count(distinct message_id) filter (where status = 'sent') as sent,
        count(distinct message_id) filter (where status = 'delivered') as delivered,
        count(distinct message_id) filter (where status = 'opened') as opened,
        count(distinct message_id) filter (where status = 'clicked') as clicked,
        count(distinct message_id) filter (where status in ('failed', 'bounced')) as failed,
        count(distinct message_id) filter (where status = 'unsubscribed') as stopped
    from messages
    group by all
)

select
    *,
    delivered / nullif(sent, 0) as delivered_share,
    clicked / nullif(delivered, 0) as clicked_share
from counted
