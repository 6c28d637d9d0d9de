-- grain: one customer who received points, redeemed or ordered in the range
-- source: loyalty_entries, reward_awards, customer_acts
-- columns: customer_id, amount_cents, orders, points_given, points_spent, stamps_given, stamps_spent, redeemed,
--   reward_cost_cents
with told as (
    select
        customer_key,
        0 as amount_cents,
        0 as orders,
        case when unit = 'points' and reason not in ('redeem', 'undo_redeem') then amount else 0 end as points_given,
        case when unit = 'points' and reason in ('redeem', 'undo_redeem') then -amount else 0 end as points_spent,
        case when unit = 'stamps' and reason not in ('redeem', 'undo_redeem') then amount else 0 end as stamps_given,
        case when unit = 'stamps' and reason in ('redeem', 'undo_redeem') then -amount else 0 end as stamps_spent,
        0 as redeemed,
        0 as reward_cost_cents
    from loyalty_entries
    union all
    select
        customer_key,
        0,
        0,
        0,
        0,
        0,
        0,
        case action when 'redeemed' then 1 else -1 end,
        case action when 'redeemed' then 1 else -1 end * coalesce(cost_cents, 0)
    from reward_awards
    where action in ('redeemed', 'undone')
    union all
    select
        customer_key,
        amount_cents,
        acts,
        0,
        0,
        0,
        0,
        0,
        0
    from customer_acts
    where type = 'order'
)

select
    coalesce(merged_customer.kept_key, told.customer_key) as customer_id,
    sum(told.amount_cents) as amount_cents,
    sum(told.orders) as orders,
    sum(told.points_given) as points_given,
    sum(told.points_spent) as points_spent,
    sum(told.stamps_given) as stamps_given,
    sum(told.stamps_spent) as stamps_spent,
    sum(told.redeemed) as redeemed,
    sum(told.reward_cost_cents) as reward_cost_cents
from told
left join merged_customer on told.customer_key = merged_customer.customer_key
where told.customer_key is not null
group by coalesce(merged_customer.kept_key, told.customer_key)
