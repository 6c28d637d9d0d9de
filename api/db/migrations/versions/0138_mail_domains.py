"""Domains that mails of an organisation come from."""

from alembic import op

revision = "0138"
down_revision = "0136"
branch_labels = None
depends_on = None

TABLE = """
create table mail_domains (
  domain_id text primary key,
  org_id text not null references organizations on delete cascade,
  domain text not null check (domain ~ '^[a-z0-9.-]{4,253}$'),
  mailbox text not null check (mailbox ~ '^[a-z0-9._+-]{1,64}$'),
  sender_name text not null,
  selector text not null,
  public_key text not null,
  private_key_sealed text not null,
  state text not null check (state in ('pending', 'verified', 'failed')),
  findings jsonb not null default '{}',
  created_at timestamptz not null,
  created_by text,
  checked_at timestamptz,
  verified_at timestamptz,
  default_since timestamptz,
  unique (org_id, domain)
);
create index mail_domains_of_org on mail_domains (org_id, created_at);
alter table mail_domains enable row level security;
create policy mail_domains_of_own on mail_domains to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on mail_domains to waypost_app;
"""

# Ids and nothing else, over all organisations.
DUE = """
create function mail_domains_to_check(at timestamptz) returns table (org_id text, domain_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.org_id, d.domain_id from mail_domains d join organizations o on o.org_id = d.org_id
  where o.deleted_at is null and coalesce(d.checked_at, d.created_at) <= at - interval '6 hours'
  order by coalesce(d.checked_at, d.created_at) limit 20
$$;
revoke all on function mail_domains_to_check(timestamptz) from public;
grant execute on function mail_domains_to_check(timestamptz) to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLE)
    op.execute(DUE)
