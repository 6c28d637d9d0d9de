-- grain: one partial sum per arrival day, organisation, 15 minutes (UTC), audience, host, path and all dimensions;
--   several builds may contain the same key, so readers sum
-- source: core.fct_act, misses
-- columns: day, org_id, bucket, audience, every dimension, host, path, times, first_at, last_at, month
select
    day,
    org_id,
    bucket,
    audience,
    /* every dimension */,
    host,
    path,
    count(*) as times,
    min(occurred_at) as first_at,
    max(occurred_at) as last_at,
    cast(date_trunc('month', day) as date) as month
from core.fct_act
where type = 'miss' and host is not null and path is not null
group by all
order by org_id, bucket, host, path
