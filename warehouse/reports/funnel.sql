-- grain: one value of what the rows are split by
-- source: funnel_15m
-- columns: key, scans, views, submits, redemptions, orders, scan_people, view_people, submit_people, redemption_people,
--   order_people, view_share, submit_share, redemption_share, order_share, revenue_cents, currency, other_orders
-- note: people of a step are those who did it in the range, whether or not they did the step before in it; a share is
--   the people of a step for each of the step before, so it may exceed 1 where a step was skipped.
with takings as (
    select
        key,
        currency,
        sum(orders) as orders,
        sum(revenue_cents) as revenue_cents
    from funnel_15m
    where currency is not null
    group by key, currency
),

chief as (
    select
        key,
        arg_max(currency, (orders, currency)) as currency,
        arg_max(revenue_cents, (orders, currency)) as revenue_cents,
        sum(orders) - max(orders) as other_orders
    from takings
    group by key
),

steps as (
    select
        key,
        sum(scans) as scans,
        sum(views) as views,
        sum(submits) as submits,
        sum(redemptions) as redemptions,
        sum(orders) as orders,
        count(distinct visitor) filter (where scans > 0) as scan_people,
        count(distinct visitor) filter (where views > 0) as view_people,
        count(distinct visitor) filter (where submits > 0) as submit_people,
        count(distinct visitor) filter (where redemptions > 0) as redemption_people,
        count(distinct visitor) filter (where orders > 0) as order_people
    from funnel_15m
    group by key
)

select
    steps.*,
    view_people / nullif(scan_people, 0) as view_share,
    submit_people / nullif(view_people, 0) as submit_share,
    redemption_people / nullif(submit_people, 0) as redemption_share,
    order_people / nullif(redemption_people, 0) as order_share,
    coalesce(chief.revenue_cents, 0) as revenue_cents,
    coalesce(chief.currency, '') as currency,
    coalesce(chief.other_orders, 0) as other_orders
from steps
left join chief on steps.key = chief.key
