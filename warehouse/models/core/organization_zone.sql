-- grain: one organisation that has events in the slice
-- source: core.fct_event, build.kept_zone (time zones of the rows that the daily mart already has),
--   analytics_v1.organizations
-- columns: org_id, zone
-- note: the kept zone takes precedence, so that an organisation never has rows in two time zones.
select distinct
    event.org_id,
    coalesce(kept.zone, organization.time_zone, 'UTC') as zone
from core.fct_event as event
left join build.kept_zone as kept on event.org_id = kept.org_id
left join analytics_v1.organizations as organization on event.org_id = organization.org_id
