-- grain: one channel, split by the requested dimension
-- source: messages
-- columns: key, channel, sent, delivered, opened, clicked, failed, stopped, refused, replied, segments, cost_micros,
--   delivered_share, clicked_share
with counted as (
    select
        key,
        coalesce(channel, '') as channel,
        count(distinct message_id) filter (where status = 'sent') as sent,
        count(distinct message_id) filter (where status = 'delivered') as delivered,
        count(distinct message_id) filter (where status in ('shown', 'opened')) as opened,
        count(distinct message_id) filter (where status = 'clicked' and audience = 'human') as clicked,
        count(distinct message_id) filter (where status in ('failed', 'bounced')) as failed,
        count(distinct message_id) filter (where status in ('unsubscribed', 'complained')) as stopped,
        count(distinct message_id) filter (where status = 'refused') as refused,
        count(distinct message_id) filter (where status = 'replied') as replied,
        coalesce(sum(segments) filter (where status = 'sent'), 0)::bigint as segments,
        coalesce(sum(cost_micros) filter (where status = 'charged'), 0)::bigint as cost_micros
    from messages
    group by all
)

select
    *,
    delivered / nullif(sent, 0) as delivered_share,
    clicked / nullif(delivered, 0) as clicked_share
from counted
