-- grain: one unit with a known cost
-- source: reward_awards
-- columns: unit, basis, paid, cost_cents, cost_per_point_cents
-- note: the parameter table known_reward contains rewards in their current state
with redeemed as (
    select
        reward_awards.unit,
        sum(case when reward_awards.action = 'undone' then -reward_awards.price else reward_awards.price end) as paid,
        sum(case when reward_awards.action = 'undone' then -reward_awards.cost_cents else reward_awards.cost_cents end)
        as cost_cents
    from reward_awards
    inner join question
        on
            reward_awards.occurred_at < question.range_end
            and reward_awards.occurred_at >= question.range_end - interval 365 days
    where
        reward_awards.action in ('redeemed', 'undone')
        and reward_awards.price > 0
        and reward_awards.cost_cents is not null
    group by reward_awards.unit
    having paid > 0
),

offered as (
    select
        unit,
        sum(price) as paid,
        sum(cost_cents) as cost_cents
    from known_reward
    where is_offered and price > 0 and cost_cents is not null
    group by unit
)

select
    unit,
    case when redeemed.paid is null then 'offered' else 'redeemed' end as basis,
    coalesce(redeemed.paid, offered.paid) as paid,
    coalesce(redeemed.cost_cents, offered.cost_cents) as cost_cents,
    coalesce(redeemed.cost_cents, offered.cost_cents) / coalesce(redeemed.paid, offered.paid) as cost_per_point_cents
from redeemed
full outer join offered using (unit)
