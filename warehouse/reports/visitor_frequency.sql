-- grain: one of five ranges of scans per visitor
-- source: visitor_scans, visitors
-- columns: step, scans_per_visitor, people, share, new, returning, scans, visits, average_scans, days_between
with steps as (
    select
        is_new,
        scans,
        visits,
        days - 1 as gaps,
        days_between * (days - 1) as days_spanned,
        case
            when scans = 1 then 1
            when scans = 2 then 2
            when scans <= 5 then 3
            when scans <= 10 then 4
            else 5
        end as step
    from visitors_report
)

select
    step,
    case step when 1 then '1' when 2 then '2' when 3 then '3 to 5' when 4 then '6 to 10' else '11 and more' end
    as scans_per_visitor,
    count(*) as people,
    count(*) / sum(count(*)) over () as share,
    count(*) filter (where is_new) as new,
    count(*) filter (where not is_new) as returning,
    sum(scans) as scans,
    sum(visits) as visits,
    sum(scans) / count(*) as average_scans,
    sum(days_spanned) / nullif(sum(gaps), 0) as days_between
from steps
group by step
