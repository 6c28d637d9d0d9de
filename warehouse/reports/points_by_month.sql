-- grain: one unit and the local month in which its points or stamps were given
-- source: loyalty_entries, points_vintages
-- columns: unit, given_month, given, taken_back, spent, expired, outstanding, redemption_share, breakage_share
select
    vintage.unit,
    vintage.given_month,
    sum(vintage.given) as given,
    sum(vintage.taken_back) as taken_back,
    sum(vintage.spent) as spent,
    sum(vintage.expired) as expired,
    sum(vintage.outstanding) as outstanding,
    sum(vintage.spent) / nullif(sum(vintage.given - vintage.taken_back), 0) as redemption_share,
    sum(vintage.expired) / nullif(sum(vintage.given - vintage.taken_back), 0) as breakage_share
from points_vintages_report as vintage
inner join question
    on vintage.given_month >= cast(date_trunc('month', timezone(question.zone, question.range_start)) as date)
group by vintage.unit, vintage.given_month
