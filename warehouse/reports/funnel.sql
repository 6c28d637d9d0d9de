-- grain: one value of the requested dimension
-- source: funnel_15m
-- columns: key, scans, views, submits, redemptions, orders, scan_people, view_people, submit_people, redemption_people,
--   order_people, view_reached, submit_reached, redemption_reached, order_reached, view_share, submit_share,
--   redemption_share, order_share, revenue_cents, currency, other_orders
-- note: the people of a step are all who did it in the range. Those who reached it also did every earlier step in the
--   range, in any order, so the numbers who reached a step never grow from step to step.
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
        sum(orders) as orders
    from funnel_15m
    group by key
),

visitors as (
    select
        key,
        visitor,
        bool_or(scans > 0) as scanned,
        bool_or(views > 0) as viewed,
        bool_or(submits > 0) as submitted,
        sum(redemptions) > 0 as redeemed,
        bool_or(orders > 0) as ordered
    from funnel_15m
    where visitor is not null
    group by key, visitor
),

people as (
    select
        key,
        count(*) filter (where scanned) as scan_people,
        count(*) filter (where viewed) as view_people,
        count(*) filter (where submitted) as submit_people,
        count(*) filter (where redeemed) as redemption_people,
        count(*) filter (where ordered) as order_people,
        count(*) filter (where scanned and viewed) as view_reached,
        count(*) filter (where scanned and viewed and submitted) as submit_reached,
        count(*) filter (where scanned and viewed and submitted and redeemed) as redemption_reached,
        count(*) filter (where scanned and viewed and submitted and redeemed and ordered) as order_reached
    from visitors
    group by key
)

select
    steps.*,
    coalesce(people.scan_people, 0) as scan_people,
    coalesce(people.view_people, 0) as view_people,
    coalesce(people.submit_people, 0) as submit_people,
    coalesce(people.redemption_people, 0) as redemption_people,
    coalesce(people.order_people, 0) as order_people,
    coalesce(people.view_reached, 0) as view_reached,
    coalesce(people.submit_reached, 0) as submit_reached,
    coalesce(people.redemption_reached, 0) as redemption_reached,
    coalesce(people.order_reached, 0) as order_reached,
    people.view_reached / nullif(people.scan_people, 0) as view_share,
    people.submit_reached / nullif(people.view_reached, 0) as submit_share,
    people.redemption_reached / nullif(people.submit_reached, 0) as redemption_share,
    people.order_reached / nullif(people.redemption_reached, 0) as order_share,
    coalesce(chief.revenue_cents, 0) as revenue_cents,
    coalesce(chief.currency, '') as currency,
    coalesce(chief.other_orders, 0) as other_orders
from steps
left join people on steps.key = people.key
left join chief on steps.key = chief.key
