-- grain: one unit and the local month in which its outstanding points or stamps expire
-- source: loyalty_entries, reward_awards, points_vintages, point_costs
-- columns: unit, expiry_month, outstanding, pending, cost_per_point_cents, amount_cents
select
    vintage.unit,
    vintage.expiry_month,
    sum(vintage.outstanding) as outstanding,
    sum(vintage.pending) as pending,
    max(cost.cost_per_point_cents) as cost_per_point_cents,
    cast(round(sum(vintage.outstanding) * max(cost.cost_per_point_cents)) as bigint) as amount_cents
from points_vintages_report as vintage
left join point_costs_report as cost on vintage.unit = cost.unit
where vintage.outstanding > 0
group by vintage.unit, vintage.expiry_month
