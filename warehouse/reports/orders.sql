-- grain: one currency and source, split by the requested dimension
-- source: orders
-- columns: key, source, currency, placed, paid, refunded, cancelled, revenue_cents, refunded_cents, average_cents, people
select
    key,
    coalesce(source, '') as source,
    coalesce(currency, '') as currency,
    count(distinct order_id) filter (where status = 'placed') as placed,
    count(distinct order_id) filter (where status = 'paid') as paid,
    count(distinct order_id) filter (where status = 'refunded') as refunded,
    count(distinct order_id) filter (where status = 'cancelled') as cancelled,
    coalesce(sum(amount_cents), 0) as revenue_cents,
    -coalesce(sum(amount_cents) filter (where status = 'refunded'), 0) as refunded_cents,
    coalesce(sum(amount_cents), 0)
    / nullif(count(distinct order_id) filter (where status in ('placed', 'paid')), 0) as average_cents,
    count(distinct visitor) as people
from orders
group by all
