-- grain: one visitor who scanned in the range
-- source: visitor_scans, visitors
-- columns: visitor, kind, is_new, first_ever_at, first_at, last_at, scans, visits, codes, days, days_between
with profiles as (
    select
        visitor_scans.visitor,
        min(visitor_scans.visitor_kind) as kind,
        min(visitor_scans.first_at) as first_at,
        max(visitor_scans.last_at) as last_at,
        sum(visitor_scans.scans) as scans,
        sum(visitor_scans.visits) as visits,
        count(distinct visitor_scans.code_id) as codes,
        count(distinct cast(timezone(question.zone, visitor_scans.bucket) as date)) as days,
        max(cast(timezone(question.zone, visitor_scans.bucket) as date))
        - min(cast(timezone(question.zone, visitor_scans.bucket) as date)) as days_spanned
    from visitor_scans
    cross join question
    group by visitor_scans.visitor
)

select
    visitor_name(profiles.visitor) as visitor,
    profiles.kind,
    coalesce(visitors.first_seen_at >= question.range_start and visitors.first_seen_at < question.range_end, false) as is_new,
    visitors.first_seen_at as first_ever_at,
    profiles.first_at,
    profiles.last_at,
    profiles.scans,
    profiles.visits,
    profiles.codes,
    profiles.days,
    profiles.days_spanned / nullif(profiles.days - 1, 0) as days_between
from profiles
cross join question
left join visitors on profiles.visitor = visitors.visitor
