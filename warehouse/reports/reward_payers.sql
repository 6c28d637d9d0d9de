-- grain: one party that pays for rewards
-- source: reward_awards, reward_redemptions
-- columns: paid_by, rewards, redeemed, points, stamps, cost_cents, without_cost
select
    paid_by,
    count(*) as rewards,
    sum(redeemed) as redeemed,
    sum(points) as points,
    sum(stamps) as stamps,
    sum(cost_cents) as cost_cents,
    sum(without_cost) as without_cost
from reward_redemptions_report
group by paid_by
