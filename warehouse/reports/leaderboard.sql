-- grain: one code, page, placement or other value of the requested dimension
-- source: funnel_15m
-- columns: rank, key, scans, people, share, reached_at
-- note: equal numbers of scans share a rank, and the ranks after them are skipped (1, 2, 2, 4). Within a rank, the
--   value that reached the number first comes first.
with scores as (
    select
        key,
        sum(scans) as scans,
        count(distinct visitor) filter (where scans > 0) as people,
        max(bucket) filter (where scans > 0) as reached_at
    from funnel_15m
    where key <> ''
    group by key
    having sum(scans) > 0
)

select
    rank() over (order by scans desc) as rank,
    key,
    scans,
    people,
    scans / sum(scans) over () as share,
    reached_at
from scores
