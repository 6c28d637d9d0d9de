-- grain: how often people scanned, in five steps
-- source: visitor_scans, visitors
-- columns: step, scans_per_visitor, people, share, new, returning, scans, visits, average_scans, days_between
with profiles as (
    select
        visitor_scans.visitor,
        min(visitor_scans.visitor_kind) as kind,
        min(visitor_scans.first_at) as first_at,
        max(visitor_scans.last_at) as last_at,
        sum(visitor_scans.scans) as scans,
        sum(visitor_scans.visits) as visits,
        count(distinct visitor_scans.code_id) as codes,
        count(distinct cast(timezone(asked.zone, visitor_scans.bucket) as date)) as days,
        max(cast(timezone(asked.zone, visitor_scans.bucket) as date))
        - min(cast(timezone(asked.zone, visitor_scans.bucket) as date)) as days_spanned
    from visitor_scans
    cross join asked
    group by visitor_scans.visitor
),

steps as (
    select
        profiles.*,
        case
            when profiles.scans = 1 then 1
            when profiles.scans = 2 then 2
            when profiles.scans <= 5 then 3
            when profiles.scans <= 10 then 4
            else 5
        end as step,
        coalesce(visitors.first_seen_at >= asked.range_start and visitors.first_seen_at < asked.range_end, false) as is_new
    from profiles
    cross join asked
    left join visitors on profiles.visitor = visitors.visitor
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
    sum(days_spanned) / nullif(sum(days - 1), 0) as days_between
from steps
group by step
