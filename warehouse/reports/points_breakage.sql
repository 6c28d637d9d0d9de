-- grain: one unit and the local month in which its points or stamps expired
-- source: loyalty_entries, reward_awards, points_vintages, point_costs
-- columns: unit, expiry_month, ended, spent, expired, breakage_share, amount_cents
select
    vintage.unit,
    vintage.expiry_month,
    sum(vintage.ended) as ended,
    sum(vintage.ended - vintage.expired) as spent,
    sum(vintage.expired) as expired,
    sum(vintage.expired) / nullif(sum(vintage.ended), 0) as breakage_share,
    cast(round(sum(vintage.expired) * max(cost.cost_per_point_cents)) as bigint) as amount_cents
from points_vintages_report as vintage
inner join question
    on vintage.expiry_month >= cast(date_trunc('month', timezone(question.zone, question.range_start)) as date)
left join point_costs_report as cost on vintage.unit = cost.unit
where vintage.ended > 0
group by vintage.unit, vintage.expiry_month
