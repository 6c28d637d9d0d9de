-- grain: one reward that was given or redeemed in the range
-- source: reward_awards
-- columns: reward_id, paid_by, given, redeemed, bought, undone, points, stamps, cost_cents, without_cost
-- note: the parameter table known_reward contains rewards in their current state
with told as (
    select
        *,
        case action when 'redeemed' then 1 when 'undone' then -1 else 0 end as step
    from reward_awards
)

select
    told.reward_id,
    coalesce(max(known_reward.paid_by), '') as paid_by,
    count(*) filter (where told.action = 'given') as given,
    sum(told.step) as redeemed,
    coalesce(sum(told.step) filter (where told.source = 'bought'), 0) as bought,
    count(*) filter (where told.action = 'undone') as undone,
    coalesce(sum(told.step * told.price) filter (where told.unit = 'points'), 0) as points,
    coalesce(sum(told.step * told.price) filter (where told.unit = 'stamps'), 0) as stamps,
    coalesce(sum(told.step * told.cost_cents), 0) as cost_cents,
    coalesce(sum(told.step) filter (where told.cost_cents is null), 0) as without_cost
from told
left join known_reward on told.reward_id = known_reward.reward_id
group by told.reward_id
