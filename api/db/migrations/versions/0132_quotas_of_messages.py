"""Messages within the plan and by credits, notices of used-up quotas, retention by plan."""

from alembic import op

revision = "0132"
down_revision = "0131"
branch_labels = None
depends_on = None

MESSAGES = """
create function messages_used(_org text, _since timestamptz) returns bigint
language sql volatile security definer set search_path = public, pg_temp as $$
  select count(*) from messages
  where org_id = _org and created_at >= _since and state not in ('refused', 'cancelled', 'failed')
$$;

-- Which of these messages, which are stored, the organisation may not send. Those of the plan come first, then
-- credits, of which each is taken in the ledger. Others who ask at the same time wait.
create function messages_over_quota(_org text, _ids text[], _since timestamptz, _at timestamptz)
returns table (message_id text)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  _allowed bigint;
  _left integer;
  _balance integer;
begin
  select q.allowed into _allowed from plan_quotas q where q.plan = plan_of(_org) and q.quota = 'messages';
  if _allowed is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('message-credits:' || _org, 0));
  -- No more than there are messages: an index of an array is a small number.
  _left := least(cardinality(_ids), greatest(0, _allowed - (messages_used(_org, _since) - cardinality(_ids))));
  _ids := _ids[_left + 1:];
  if cardinality(_ids) = 0 then
    return;
  end if;
  select least(cardinality(_ids), greatest(0, coalesce(sum(c.credits), 0))) into _balance from message_credits c where c.org_id = _org;
  insert into message_credits (entry_id, org_id, key, credits, reason, reference, created_at)
  select 'credit_' || it, _org, 'message:' || it, -1, 'message', it, _at
  from unnest(_ids[1:_balance]) as it;
  return query select unnest(_ids[_balance + 1:]);
end
$$;

create function release_message_credit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into message_credits (entry_id, org_id, key, credits, reason, reference, created_at)
  select 'released_' || new.message_id, new.org_id, 'released:' || new.message_id, 1, 'released', new.message_id, now()
  from message_credits c
  where c.org_id = new.org_id and c.key = 'message:' || new.message_id
  on conflict do nothing;
  return null;
end
$$;
create trigger release_message_credit after update of state on messages
  for each row when (old.state <> new.state and new.state in ('refused', 'cancelled', 'failed'))
  execute function release_message_credit();

revoke all on function messages_used(text, timestamptz),
  messages_over_quota(text, text[], timestamptz, timestamptz) from public;
grant execute on function messages_used(text, timestamptz),
  messages_over_quota(text, text[], timestamptz, timestamptz) to waypost_app;
"""

CHECKS = """
-- When usage was last counted, and since when the organisation has limits.
create table quota_checks (
  org_id text primary key references organizations on delete cascade,
  first_at timestamptz not null,
  counted_at timestamptz not null
);
-- What owners were mailed about: once a month for each level.
create table quota_notices (
  org_id text not null references organizations on delete cascade,
  quota text not null,
  level integer not null check (level in (80, 100)),
  month date not null,
  used bigint not null,
  allowed bigint not null,
  created_at timestamptz not null,
  mailed_at timestamptz,
  primary key (org_id, quota, level, month)
);

create function organizations_to_count(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o left join quota_checks c using (org_id)
  where o.deleted_at is null and exists (select from plan_quotas)
    and (c.counted_at is null or c.counted_at <= at - interval '1 hour')
    and not exists (
      select from jobs j
      where j.org_id = o.org_id and j.kind = 'plans.count' and j.state in ('queued', 'running'))
  order by c.counted_at nulls first limit 200
$$;
create function organizations_with_quota_notices() returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct n.org_id from quota_notices n where n.mailed_at is null
$$;
revoke all on function organizations_to_count(timestamptz), organizations_with_quota_notices() from public;
grant execute on function organizations_to_count(timestamptz), organizations_with_quota_notices() to waypost_app;

alter table owner_alerts drop constraint owner_alerts_kind_check;
alter table owner_alerts add constraint owner_alerts_kind_check
  check (kind in ('destinations', 'domains', 'certificates', 'connections', 'quotas'));
"""

# A plan shortens retention only when the organisation has had limits for 90 days, and none within 90 days of the end
# of a subscription; while a plan is not paid, its own retention applies.
RETENTION = """
create function plan_retention(_org text) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select q.allowed::integer
  from quota_checks c
  left join plan_subscriptions s on s.org_id = c.org_id
  join plan_quotas q
    on q.plan = coalesce(s.paid_plan, plan_of(c.org_id)) and q.quota = 'retention_months'
  where c.org_id = _org and c.first_at < now() - interval '90 days'
    and (s.state is distinct from 'ended' or s.changed_at < now() - interval '90 days')
$$;
revoke all on function plan_retention(text) from public;
grant execute on function plan_retention(text) to waypost_app, waypost_pipelines;
create or replace view analytics_v1.retention with (security_invoker = true) as
  select org_id, least(retention_months, plan_retention(org_id)) as retention_months, time_zone
  from organizations
  where least(retention_months, plan_retention(org_id)) is not null;
"""


def upgrade() -> None:
    """Apply."""
    for statement in (MESSAGES, CHECKS, RETENTION):
        op.execute(statement)
    for table in ("quota_checks", "quota_notices"):
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant select, insert, update on {table} to waypost_app")
