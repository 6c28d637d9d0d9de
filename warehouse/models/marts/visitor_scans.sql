-- grain: one visitor of one code in one country and region per arrival day, organisation and 15 minutes (UTC);
--   several builds may contain the same key, so readers sum
-- source: core.fct_event, human scans whose visitor is known
-- columns: day, org_id, bucket, visitor, visitor_kind, code_id, country, region, scans, visits, first_at, last_at,
--   month
select
    day,
    org_id,
    bucket,
    visitor,
    visitor_kind,
    code_id,
    country,
    region,
    count(*) as scans,
    count(*) filter (where is_visit) as visits,
    min(occurred_at) as first_at,
    max(occurred_at) as last_at,
    cast(date_trunc('month', day) as date) as month
from core.fct_event
where type = 'scan' and audience = 'human' and visitor is not null
group by all
order by org_id, bucket, visitor
