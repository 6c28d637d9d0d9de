"""The check of destinations sees every address of a code, and children as visitors meet them."""

from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

# A child has what its base has, but for the parts that its overrides name; a base that was deleted
# leaves its children working. A paused code leads to its fallback only. The address of an app is asked
# where a browser would go there: not an app's own scheme, nor what is an intent of one package.
VIEW = """
create or replace view analytics_v1.destinations with (security_invoker = true) as
  select distinct seen.org_id, seen.code_id, address.url
  from (
    select c.org_id, c.code_id,
      (case when b.code_id is null or 'state' = any(c.overrides)
        then c.state else b.state end) = 'active' as is_active,
      case when b.code_id is null or 'destination' = any(c.overrides)
        then c.destination else b.destination end as destination,
      case when b.code_id is null or 'destination' = any(c.overrides)
        then c.app_links else b.app_links end as app_links,
      case when b.code_id is null or 'rules' = any(c.overrides)
        then c.rules else b.rules end as rules,
      case when b.code_id is null or 'fallback_url' = any(c.overrides)
        then c.fallback_url else b.fallback_url end as fallback_url,
      case when b.code_id is null or 'expired_url' = any(c.overrides)
        then c.expired_url else b.expired_url end as expired_url
    from codes c
    left join codes b on b.code_id = c.base_code_id and b.org_id = c.org_id
    where c.deleted_at is null and c.one_time_state is null
  ) as seen
  cross join lateral (
    select seen.fallback_url
    union all
    select seen.destination where seen.is_active
    union all
    select seen.expired_url where seen.is_active
    union all
    select rule -> 'outcome' ->> 'url'
    from jsonb_array_elements(seen.rules) as rule
    where seen.is_active
    union all
    select app.url
    from (
      values
        (seen.app_links ->> 'ios_url'),
        (case when seen.app_links ->> 'ios_url' is not null
          then seen.app_links ->> 'ios_fallback' end),
        (case when seen.app_links ->> 'android_package' is null
          then seen.app_links ->> 'android_url' end),
        (case when seen.app_links ->> 'android_url' is not null
          then seen.app_links ->> 'android_fallback' end)
    ) as app (url)
    where seen.is_active and (app.url like 'https://%' or app.url like 'http://%')
  ) as address (url)
  where address.url is not null;

grant select (overrides, expired_url, app_links) on codes to waypost_pipelines;
"""

# Whether a child lives is its base's matter too, unless its state or window is its own.
UNTOLD = """
create or replace function untold_destinations(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct d.org_id
  from destination_checks d
  join codes c on c.code_id = d.code_id
  left join codes b on b.code_id = c.base_code_id and b.org_id = c.org_id
  join organizations o on o.org_id = d.org_id
  where d.state <> 'fine' and d.told_at is null
    and c.deleted_at is null
    and case when b.code_id is null or 'state' = any(c.overrides)
      then c.state else b.state end = 'active'
    and coalesce(case when b.code_id is null or 'window' = any(c.overrides)
      then c.active_until else b.active_until end, 'infinity') > at
    and o.alerts_by_mail and o.deleted_at is null
  limit 500
$$;
"""

EARLIER_VIEW = """
revoke select (overrides, expired_url, app_links) on codes from waypost_pipelines;
create or replace view analytics_v1.destinations with (security_invoker = true) as
  select org_id, code_id, destination as url
  from codes
  where deleted_at is null and state = 'active' and destination is not null
    and one_time_state is null
  union
  select org_id, code_id, fallback_url
  from codes
  where deleted_at is null and fallback_url is not null and one_time_state is null
  union
  select org_id, code_id, rule -> 'outcome' ->> 'url'
  from codes, jsonb_array_elements(rules) as rule
  where deleted_at is null and state = 'active' and one_time_state is null
    and rule -> 'outcome' ->> 'url' is not null;
"""

EARLIER_UNTOLD = """
create or replace function untold_destinations(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct d.org_id
  from destination_checks d
  join codes c on c.code_id = d.code_id
  join organizations o on o.org_id = d.org_id
  where d.state <> 'fine' and d.told_at is null
    and c.deleted_at is null and c.state = 'active'
    and (c.active_until is null or c.active_until > at)
    and o.alerts_by_mail and o.deleted_at is null
  limit 500
$$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(VIEW)
    op.execute(UNTOLD)


def downgrade() -> None:
    """Take back."""
    op.execute(EARLIER_UNTOLD)
    op.execute(EARLIER_VIEW)
