-- grain: one address on a custom domain that answered 404
-- source: missed_paths
-- columns: host, path, people, bots, first_at, last_at
select
    host,
    path,
    coalesce(sum(times) filter (where audience = 'human'), 0) as people,
    coalesce(sum(times) filter (where audience <> 'human'), 0) as bots,
    min(first_at) as first_at,
    max(last_at) as last_at
from missed_paths
group by all
