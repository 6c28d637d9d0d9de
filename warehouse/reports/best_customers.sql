-- grain: one customer who received points, redeemed or ordered in the range
-- source: loyalty_entries, reward_awards, customer_acts
-- columns: customer_id, amount_cents, orders, points_given, points_spent, stamps_given, stamps_spent, redeemed,
--   reward_cost_cents
with act as (
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
        case when type = 'order' then acts else 0 end,
        0,
        0,
        0,
        0,
        0,
        0
    from customer_acts
    where type in ('order', 'refund')
)

select
    coalesce(merged_customer.kept_key, act.customer_key) as customer_id,
    sum(act.amount_cents) as amount_cents,
    sum(act.orders) as orders,
    sum(act.points_given) as points_given,
    sum(act.points_spent) as points_spent,
    sum(act.stamps_given) as stamps_given,
    sum(act.stamps_spent) as stamps_spent,
    sum(act.redeemed) as redeemed,
    sum(act.reward_cost_cents) as reward_cost_cents
from act
left join merged_customer on act.customer_key = merged_customer.customer_key
where act.customer_key is not null
group by coalesce(merged_customer.kept_key, act.customer_key)
