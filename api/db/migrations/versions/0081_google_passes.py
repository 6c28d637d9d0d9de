"""Passes at Google Wallet, the keys that make them, and what their holders were told."""

from alembic import op

revision = "0081"
down_revision = "0079"
branch_labels = None
depends_on = None

TABLES = """
create table google_accounts (
  org_id text primary key references organizations on delete cascade,
  issuer_id text not null,
  -- The service account, which is no person.
  account text not null,
  key_id text not null,
  project text not null,
  -- Encrypted with the installation's secret.
  key_sealed text not null,
  is_development boolean not null,
  created_at timestamptz not null,
  created_by text,
  checked_at timestamptz,
  problem text
);

create table google_passes (
  pass_id text primary key,
  org_id text not null references organizations on delete cascade,
  issuer_id text not null,
  kind text not null check (kind in ('offer', 'loyalty', 'eventTicket', 'transit', 'generic')),
  -- Whether Google has it; one that was only linked comes to be when its holder saves it.
  is_known boolean not null,
  class_digest text,
  -- What each field said when its holder was last announced, by key.
  announced jsonb not null,
  -- Tags of passes.change_tag: of the state that Google has, and of the newest.
  sent_tag bigint not null,
  wanted_tag bigint not null,
  has_users boolean,
  tries integer not null default 0,
  next_try_at timestamptz,
  problem text,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (org_id, pass_id),
  foreign key (org_id, pass_id) references passes (org_id, pass_id) on delete cascade
);
create index google_passes_due on google_passes (org_id, next_try_at) where wanted_tag > sent_tag;

create table google_notices (
  pass_id text not null references google_passes on delete cascade,
  notice_id text not null,
  org_id text not null,
  -- What each field says once its holder has read the notice.
  announced jsonb not null,
  claimed_at timestamptz not null,
  sent_at timestamptz,
  primary key (pass_id, notice_id)
);

-- Who sends for an organisation, until when it may, and when Google wants to be asked again.
create table google_sending (
  org_id text primary key references organizations on delete cascade,
  job_id text not null,
  until timestamptz not null,
  failures integer not null default 0,
  retry_at timestamptz
);
"""

# Whatever changes a pass, its copy at Google is due in the same transaction.
CHANGES = """
create function queue_google_passes(_org text, _at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  _job text;
begin
  if exists (
    select from jobs where org_id = _org and kind = 'google_passes.send' and state = 'queued'
  ) then
    return;
  end if;
  _job := 'job_' || replace(gen_random_uuid()::text, '-', '');
  insert into jobs (job_id, org_id, kind, created_at)
    values (_job, _org, 'google_passes.send', _at);
  perform queue_job(_job, _org);
end
$$;
revoke all on function queue_google_passes(text, timestamptz) from public;

create function note_google_pass() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update google_passes
    set wanted_tag = new.change_tag, tries = 0, next_try_at = null
    where pass_id = new.pass_id and org_id = new.org_id;
  if found then
    perform queue_google_passes(new.org_id, new.updated_at);
  end if;
  return null;
end
$$;
create trigger passes_at_google after update of change_tag on passes
  for each row when (new.change_tag is distinct from old.change_tag)
  execute function note_google_pass();

create function due_google_passes(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o
  left join google_sending s on s.org_id = o.org_id
  where o.deleted_at is null
    and coalesce(s.until, '-infinity') <= at and coalesce(s.retry_at, '-infinity') <= at
    and exists (
      select from google_passes p
      where p.org_id = o.org_id and p.wanted_tag > p.sent_tag and coalesce(p.next_try_at, at) <= at)
    and not exists (
      select from jobs j
      where j.org_id = o.org_id and j.kind = 'google_passes.send' and j.state = 'queued')
  limit 500
$$;
revoke all on function due_google_passes(timestamptz) from public;
grant execute on function due_google_passes(timestamptz) to waypost_app;
"""

GRANTS = {
    "google_accounts": "select, insert, update, delete",
    "google_passes": "select, insert, update",
    "google_notices": "select, insert, update, delete",
    "google_sending": "select, insert, update",
}


def upgrade() -> None:
    """Apply."""
    op.execute(TABLES)
    for table, rights in GRANTS.items():
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant {rights} on {table} to waypost_app")
    op.execute(CHANGES)
