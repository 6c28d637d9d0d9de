"""Mails that tell owners once what broke: codes that lead nowhere, and what comes after them."""

from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

TABLES = """
alter table organizations add column alerts_by_mail boolean not null default true;

-- When the owners were told of this outage; empty again as soon as the address answers.
alter table destination_checks add column told_at timestamptz;
alter table destination_checks add constraint told_while_broken
  check (told_at is null or broken_since is not null);
create index destination_checks_untold on destination_checks (org_id)
  where state <> 'fine' and told_at is null;

create table owner_alerts (
  alert_id text primary key,
  org_id text not null references organizations on delete cascade,
  kind text not null check (kind in ('destinations', 'domains')),
  facts jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'given_up')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  created_at timestamptz not null
);
create index owner_alerts_waiting on owner_alerts (next_try_at) where state = 'waiting';
create index owner_alerts_of_org on owner_alerts (org_id, created_at);

-- One row an alert and owner: what makes a mail go out once.
create table owner_alert_mails (
  alert_id text not null references owner_alerts on delete cascade,
  user_id text not null references users on delete cascade,
  org_id text not null references organizations on delete cascade,
  state text not null check (state in ('sending', 'sent', 'kept', 'failed')),
  message text not null default '',
  changed_at timestamptz not null,
  primary key (alert_id, user_id)
);
"""

POLICIES = """
alter table owner_alerts enable row level security;
create policy owner_alerts_of_own on owner_alerts to waypost_app
  using (org_id = current_setting('app.org_id', true));
alter table owner_alert_mails enable row level security;
create policy owner_alert_mails_of_own on owner_alert_mails to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update on owner_alerts, owner_alert_mails to waypost_app;
grant update (told_at) on destination_checks to waypost_app;
"""

# Over all organisations: ids and nothing else.
FUNCTIONS = """
create function untold_destinations(at timestamptz) returns table (org_id text)
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
revoke all on function untold_destinations(timestamptz) from public;
grant execute on function untold_destinations(timestamptz) to waypost_app;

create function due_owner_alerts(at timestamptz) returns table (org_id text, alert_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.org_id, a.alert_id
  from owner_alerts a join organizations o on o.org_id = a.org_id
  where a.state = 'waiting' and a.next_try_at <= at and o.deleted_at is null
  order by a.next_try_at
  limit 500
$$;
revoke all on function due_owner_alerts(timestamptz) from public;
grant execute on function due_owner_alerts(timestamptz) to waypost_app;
"""


def upgrade() -> None:
    op.execute(TABLES)
    op.execute(POLICIES)
    op.execute(FUNCTIONS)


def downgrade() -> None:
    op.execute("drop function due_owner_alerts(timestamptz), untold_destinations(timestamptz)")
    op.execute("drop table owner_alert_mails, owner_alerts")
    op.execute("alter table destination_checks drop column told_at")
    op.execute("alter table organizations drop column alerts_by_mail")
