"""Plans and their quotas, subscriptions, events of the payment provider, credits for messages, reports of usage."""

from alembic import op

revision = "0122"
down_revision = "0120"
branch_labels = None
depends_on = None

TABLES = """
-- The plans of this release (api/domains/commerce/payments/plans.py), brought up to date by the worker. Empty where
-- nobody pays: then nothing has a limit.
create table plan_quotas (
  plan text not null,
  quota text not null check (quota in ('codes', 'scans', 'messages', 'seats', 'domains', 'retention_months')),
  -- Empty: as much as anybody wants.
  allowed bigint check (allowed >= 0),
  -- The cheapest plan that has more.
  more_in text,
  is_default boolean not null,
  primary key (plan, quota)
);

create table plan_subscriptions (
  org_id text primary key references organizations on delete cascade,
  is_live boolean not null,
  payer_id text unique,
  -- Counts refusals: a refused request has used up its idempotency key.
  attempt integer not null default 0,
  subscription_id text unique,
  state text not null default 'none'
    check (state in ('none', 'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'ended')),
  -- Whose quotas apply; empty: those of the default plan.
  plan text,
  paid_plan text,
  billing_interval text check (billing_interval in ('month', 'year')),
  currency text check (length(currency) = 3),
  period_start timestamptz,
  period_end timestamptz,
  cancel_at timestamptz,
  unpaid_since timestamptz,
  grace_until timestamptz,
  -- Orders what was read at the provider: what was asked for earlier changes nothing later.
  read_number bigint not null default 0,
  changed_at timestamptz not null
);
create index plan_subscriptions_grace on plan_subscriptions (grace_until) where grace_until is not null;
create sequence payment_reads;

create table payment_events (
  event_id text primary key,
  org_id text not null references organizations on delete cascade,
  kind text not null,
  intent_id text,
  sealed text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  error text not null default '' check (length(error) <= 300)
);
create index payment_events_waiting on payment_events (org_id, received_at) where applied_at is null;
create index payment_events_of_org on payment_events (org_id, received_at);

-- Only grows. What an organisation has is the sum.
create table message_credits (
  entry_id text primary key,
  org_id text not null references organizations on delete cascade,
  key text not null,
  credits bigint not null check (credits <> 0),
  reason text not null check (reason in ('payment', 'message', 'released')),
  reference text not null,
  created_at timestamptz not null,
  unique (org_id, key)
);
create index message_credits_of_reference on message_credits (org_id, reference);

create table usage_reports (
  org_id text not null references organizations on delete cascade,
  meter text not null,
  hour timestamptz not null,
  part integer not null,
  value bigint not null check (value > 0),
  identifier text not null unique,
  created_at timestamptz not null,
  sent_at timestamptz,
  error text not null default '' check (length(error) <= 300),
  primary key (org_id, meter, hour, part)
);
create index usage_reports_waiting on usage_reports (org_id, created_at) where sent_at is null;
"""

QUOTAS = """
create function plan_of(_org text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(
    (select plan from plan_subscriptions where org_id = _org),
    (select plan from plan_quotas where is_default limit 1))
$$;

-- How much of a quota is used, counted no further than `_most`. Volatile, so that it sees what was committed
-- while it waited for the lock.
create function quota_used(_org text, _quota text, _most bigint) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return case _quota
    when 'codes' then (select count(*) from (
      select from codes where org_id = _org and deleted_at is null limit _most) as counted)
    when 'domains' then (select count(*) from (
      select from own_domains where org_id = _org limit _most) as counted)
    when 'seats' then (select count(*) from (
      select from memberships where org_id = _org
      union all
      select from invitations where org_id = _org and accepted_at is null and revoked_at is null
        and expires_at > now()
      limit _most) as counted)
  end;
end
$$;

create function refuse_over_quota(_org text, _quota text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  _of plan_quotas;
begin
  select * into _of from plan_quotas where plan = plan_of(_org) and quota = _quota;
  if _of.allowed is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('quota:' || _quota || ':' || _org, 0));
  if quota_used(_org, _quota, _of.allowed + 1) > _of.allowed then
    raise exception 'the quota is used up' using errcode = 'QUOTA', detail = json_build_object(
      'quota', _quota, 'allowed', _of.allowed, 'plan', _of.plan, 'more_in', _of.more_in)::text;
  end if;
end
$$;

-- After the statement, so that a list of rows is counted once.
create function keep_quota() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  _org text;
begin
  if exists (select from plan_quotas) then
    for _org in select distinct org_id from added loop
      perform refuse_over_quota(_org, tg_argv[0]);
    end loop;
  end if;
  return null;
end
$$;
create trigger keep_quota after insert on codes
  referencing new table as added for each statement execute function keep_quota('codes');
create trigger keep_quota after insert on own_domains
  referencing new table as added for each statement execute function keep_quota('domains');
create trigger keep_quota after insert on invitations
  referencing new table as added for each statement execute function keep_quota('seats');
create trigger keep_quota after insert on memberships
  referencing new table as added for each statement execute function keep_quota('seats');

create function keep_quota_of_restored() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_over_quota(new.org_id, 'codes');
  return null;
end
$$;
create trigger keep_quota_of_restored after update of deleted_at on codes
  for each row when (old.deleted_at is not null and new.deleted_at is null)
  execute function keep_quota_of_restored();
"""

# Over all organisations: ids and nothing else.
FUNCTIONS = """
create function payer_of(_customer text) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.org_id from plan_subscriptions s where s.payer_id = _customer
$$;
create function organizations_with_payments(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.org_id from plan_subscriptions s
  where (s.grace_until <= at and s.plan is not null and s.state in ('past_due', 'unpaid'))
    or exists (
      select from payment_events e
      where e.org_id = s.org_id and e.applied_at is null and e.received_at < at - interval '1 minute')
$$;
revoke all on function plan_of(text), quota_used(text, text, bigint), refuse_over_quota(text, text),
  payer_of(text), organizations_with_payments(timestamptz) from public;
grant execute on function plan_of(text), quota_used(text, text, bigint), payer_of(text),
  organizations_with_payments(timestamptz) to waypost_app;
grant usage on sequence payment_reads to waypost_app;
grant select, insert, update, delete on plan_quotas to waypost_app;
"""

GRANTS = {
    "plan_subscriptions": "select, insert, update",
    "payment_events": "select, insert, update, delete",
    "message_credits": "select, insert",
    "usage_reports": "select, insert, update",
}


def upgrade() -> None:
    """Apply."""
    for statement in (TABLES, QUOTAS, FUNCTIONS):
        op.execute(statement)
    for table, rights in GRANTS.items():
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant {rights} on {table} to waypost_app")
