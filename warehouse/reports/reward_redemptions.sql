-- grain: one reward that was given or redeemed in the range
-- source: reward_awards
-- columns: reward_id, paid_by, given, redeemed, bought, undone, points, stamps, cost_cents, without_cost
-- note: the parameter table known_reward contains rewards in their current state
with award as (
    select
        *,
        case action when 'redeemed' then 1 when 'undone' then -1 else 0 end as step
    from reward_awards
)

select
    award.reward_id,
    coalesce(max(known_reward.paid_by), '') as paid_by,
    count(*) filter (where award.action = 'given') as given,
    sum(award.step) as redeemed,
    coalesce(sum(award.step) filter (where award.source = 'bought'), 0) as bought,
    count(*) filter (where award.action = 'undone') as undone,
    coalesce(sum(award.step * award.price) filter (where award.unit = 'points'), 0) as points,
    coalesce(sum(award.step * award.price) filter (where award.unit = 'stamps'), 0) as stamps,
    coalesce(sum(award.step * award.cost_cents), 0) as cost_cents,
    coalesce(sum(award.step) filter (where award.cost_cents is null), 0) as without_cost
from award
left join known_reward on award.reward_id = known_reward.reward_id
group by award.reward_id
