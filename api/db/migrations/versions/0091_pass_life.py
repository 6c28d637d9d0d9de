"""Whether phones fetched what a pass shows, who took it from Google, and passes at Google whose holder was erased."""

from alembic import op

revision = "0091"
down_revision = "0089"
branch_labels = None
depends_on = None

LIFE = """
-- Tags of passes.change_tag: of the newest state that a phone fetched, and that was found stale.
alter table passes add column fetched_tag bigint not null default 0;
alter table passes add column stale_tag bigint not null default 0;
create index passes_not_fetched on passes (org_id, updated_at)
  where change_tag > fetched_tag and change_tag > stale_tag;

-- What Google's last callback was: saved (true) or deleted (false).
alter table google_passes add column is_saved boolean;
"""

BLANKS = """
create table google_blanks (
  pass_id text primary key,
  org_id text not null references organizations on delete cascade,
  issuer_id text not null,
  kind text not null,
  pass_type text not null,
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz,
  created_at timestamptz not null default now()
);
create index google_blanks_of_org on google_blanks (org_id, next_try_at);
alter table google_blanks enable row level security;
create policy google_blanks_of_own on google_blanks to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, update, delete on google_blanks to waypost_app;

-- Whatever deletes a pass, its copy at Google is blanked. Nothing is left to do it with once its organisation is gone.
create function note_google_blank() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into google_blanks (pass_id, org_id, issuer_id, kind, pass_type)
    select g.pass_id, g.org_id, g.issuer_id, g.kind, old.pass_type
    from google_passes g join organizations o on o.org_id = g.org_id
    where g.pass_id = old.pass_id and g.org_id = old.org_id;
  if found then
    perform queue_google_passes(old.org_id, now());
  end if;
  return old;
end
$$;
create trigger passes_gone_from_google before delete on passes
  for each row execute function note_google_blank();

create or replace function due_google_passes(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o
  left join google_sending s on s.org_id = o.org_id
  where o.deleted_at is null
    and coalesce(s.until, '-infinity') <= at and coalesce(s.retry_at, '-infinity') <= at
    and (
      exists (
        select from google_passes p
        where p.org_id = o.org_id and p.wanted_tag > p.sent_tag and coalesce(p.next_try_at, at) <= at)
      or exists (
        select from google_blanks b where b.org_id = o.org_id and coalesce(b.next_try_at, at) <= at))
    and not exists (
      select from jobs j
      where j.org_id = o.org_id and j.kind = 'google_passes.send' and j.state = 'queued')
  limit 500
$$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(LIFE)
    op.execute(BLANKS)
