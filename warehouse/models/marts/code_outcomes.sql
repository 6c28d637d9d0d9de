-- grain: one code's scans of one audience and outcome per arrival day, organisation and 15 minutes (UTC);
--   several builds may contain the same key, so readers sum
-- source: core.fct_event, scans of a code
-- columns: day, org_id, bucket, code_id, opened_by, outcome, scans, last_at, month
select
    day,
    org_id,
    bucket,
    code_id,
    audience as opened_by,
    outcome,
    count(*) as scans,
    max(occurred_at) as last_at,
    cast(date_trunc('month', day) as date) as month
from core.fct_event
where type = 'scan' and code_id is not null
group by all
order by org_id, bucket, code_id
