-- grain: one side of a campaign with a holdout: the people who got it, or the people who were held out
-- source: own, person_acts and orders; parameter tables: asked, merged_customer and campaign_window
-- columns: is_held_out, people, visited, submitted, redeemed, ordered. Acts count within the window after a
--   person's message was sent, or would have been, with or without a click. Acts other than orders are only known by
--   the quarter of an hour
with side as (
    select
        coalesce(merged_customer.kept_key, own.customer_key) as person,
        bool_and(own.status = 'refused') as is_held_out,
        min(own.occurred_at) as since
    from own
    left join merged_customer on own.customer_key = merged_customer.customer_key
    where
        own.customer_key is not null
        and (own.status = 'sent' or (own.status = 'refused' and own.failure = 'holdout'))
    group by coalesce(merged_customer.kept_key, own.customer_key)
),

act as (
    select
        case when person_acts.act = 'view' then 'scan' else person_acts.act end as act,
        coalesce(merged_customer.kept_key, person_acts.customer_key) as person,
        person_acts.first_at,
        person_acts.last_at
    from person_acts
    left join merged_customer on person_acts.customer_key = merged_customer.customer_key
    where person_acts.act in ('scan', 'view', 'submit', 'redemption')
    union all
    select
        'order' as act,
        any_value(coalesce(merged_customer.kept_key, orders.customer_key)) as person,
        min(orders.occurred_at) as first_at,
        min(orders.occurred_at) as last_at
    from orders
    left join merged_customer on orders.customer_key = merged_customer.customer_key
    where orders.status in ('placed', 'paid')
    group by orders.source, orders.order_id
),

did as (
    select
        side.person,
        side.is_held_out,
        coalesce(bool_or(act.act = 'scan'), false) as visited,
        coalesce(bool_or(act.act = 'submit'), false) as submitted,
        coalesce(bool_or(act.act = 'redemption'), false) as redeemed,
        coalesce(bool_or(act.act = 'order'), false) as ordered
    from side
    cross join asked
    left join campaign_window on asked.source_id = campaign_window.source_id
    left join act
        on
            side.person = act.person
            and act.last_at >= side.since
            and act.first_at <= side.since + to_hours(coalesce(campaign_window.hours, 72))
    group by side.person, side.is_held_out
)

select
    is_held_out,
    count(*) as people,
    count(*) filter (where visited) as visited,
    count(*) filter (where submitted) as submitted,
    count(*) filter (where redeemed) as redeemed,
    count(*) filter (where ordered) as ordered
from did
group by is_held_out
order by is_held_out
