-- grain: one local month in which rewards were given without a price
-- source: reward_awards
-- columns: given_month, given, redeemed, expired, still_open, redemption_share, breakage_share, open_cost_cents
with gift as (
    select
        cast(date_trunc('month', timezone(question.zone, reward_awards.awarded_at)) as date) as given_month,
        reward_awards.action,
        coalesce(reward_awards.expires_at <= question.range_end, false) as is_over,
        case reward_awards.action when 'redeemed' then -1 else 1 end as step,
        reward_awards.cost_cents
    from reward_awards
    inner join question
        on
            reward_awards.occurred_at < question.range_end
            and date_trunc('month', timezone(question.zone, reward_awards.awarded_at))
            >= date_trunc('month', timezone(question.zone, question.range_start))
    where reward_awards.source = 'given' and reward_awards.customer_key is not null
)

select
    given_month,
    count(*) filter (where action = 'given') as given,
    count(*) filter (where action = 'given') - sum(step) as redeemed,
    coalesce(sum(step) filter (where is_over), 0) as expired,
    coalesce(sum(step) filter (where not is_over), 0) as still_open,
    (count(*) filter (where action = 'given') - sum(step)) / nullif(count(*) filter (where action = 'given'), 0)
    as redemption_share,
    coalesce(sum(step) filter (where is_over), 0) / nullif(count(*) filter (where action = 'given'), 0) as breakage_share,
    coalesce(sum(step * cost_cents) filter (where not is_over), 0) as open_cost_cents
from gift
group by given_month
having given > 0
