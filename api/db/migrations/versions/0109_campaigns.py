"""Campaigns, what was changed in them, and what an organisation wants of all of them."""

from alembic import op

revision = "0109"
down_revision = "0107"
branch_labels = None
depends_on = None

TABLES = """
create table campaigns (
  campaign_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 80),
  is_template boolean not null default false,
  channel text not null check (channel in ('sms', 'email', 'wallet_push', 'best')),
  purpose text not null check (purpose in ('marketing', 'feedback')),
  audience_kind text not null check (audience_kind in ('everyone', 'segment', 'folder', 'code', 'import')),
  audience_id text,
  variants jsonb not null,
  experiment jsonb not null default '{}',
  schedule jsonb not null,
  code_id text,
  reward_id text,
  revision integer not null check (revision > 0),
  state text not null
    check (state in ('draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled', 'failed')),
  failure text,
  -- When the runner looks at it next.
  due_at timestamptz,
  -- What the runner goes by: moment, local time and receivers are fixed when it is scheduled.
  starts_at timestamptz,
  -- The customer whom the runner came to; null as long as it has not come to the end of the audience.
  position text not null default '',
  reached_end_at timestamptz,
  audience_size bigint,
  passed_over jsonb not null default '{}',
  winner text,
  asked_by text,
  asked_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  started_at timestamptz,
  finished_at timestamptz,
  archived_at timestamptz,
  check ((audience_kind = 'everyone') = (audience_id is null)),
  check (not is_template or state = 'draft'),
  -- An approval is a second person's.
  constraint campaigns_approval check (approved_by is null or approved_by is distinct from asked_by),
  constraint campaigns_of_org unique (org_id, campaign_id)
);
create index campaigns_newest on campaigns (org_id, is_template, created_at desc, campaign_id);
create index campaigns_of_code on campaigns (org_id, code_id) where code_id is not null;
create index campaigns_due on campaigns (due_at) where due_at is not null;

create table campaign_edits (
  campaign_id text not null,
  org_id text not null,
  revision integer not null,
  changed text[] not null,
  before jsonb,
  edited_at timestamptz not null,
  edited_by text,
  primary key (campaign_id, revision),
  foreign key (org_id, campaign_id) references campaigns (org_id, campaign_id) on delete cascade
);

create table campaign_settings (
  org_id text primary key references organizations on delete cascade,
  approval_above bigint check (approval_above >= 0),
  sms_prices jsonb not null default '{}',
  currency text not null default 'USD' check (length(currency) = 3),
  updated_at timestamptz not null,
  updated_by text
);

alter table campaigns enable row level security;
create policy campaigns_of_own on campaigns to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update on campaigns to waypost_app;
alter table campaign_edits enable row level security;
create policy campaign_edits_of_own on campaign_edits to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert on campaign_edits to waypost_app;
alter table campaign_settings enable row level security;
create policy campaign_settings_of_own on campaign_settings to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update on campaign_settings to waypost_app;

create function due_campaigns(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct c.org_id
  from campaigns c join organizations o on o.org_id = c.org_id
  where c.due_at <= at and o.deleted_at is null
    and not exists (
      select from jobs j
      where j.org_id = c.org_id and j.kind = 'campaigns.run' and j.state in ('queued', 'running')
    )
$$;
revoke all on function due_campaigns(timestamptz) from public;
grant execute on function due_campaigns(timestamptz) to waypost_app;
"""

HELD = """
alter table messages add column held boolean not null default false;
create or replace function due_messages(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o
  where o.deleted_at is null
    and (exists (
        select from messages m
        where m.org_id = o.org_id and m.state = 'queued' and not m.held and m.due_at <= at)
      or exists (select from messages m where m.org_id = o.org_id and m.claimed_until <= at))
    and not exists (
      select from jobs j
      where j.org_id = o.org_id and j.kind = 'messages.dispatch' and j.state in ('queued', 'running'))
$$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLES)
    op.execute(HELD)
