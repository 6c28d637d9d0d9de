"""Hosts of an organisation's own, proven by DNS or by a file, and codes that carry them."""

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

TABLE = """
create table own_domains (
  domain_id text primary key,
  org_id text not null references organizations on delete cascade,
  host text not null check (host = lower(host) and length(host) between 4 and 240),
  token text not null check (length(token) >= 20),
  proven_at timestamptz,
  proven_by text check (proven_by in ('dns', 'file')),
  checked_at timestamptz,
  problem text check (length(problem) <= 300),
  -- Since when its proof is gone; it is served nonetheless, as its codes are printed.
  lost_at timestamptz,
  told_at timestamptz,
  is_default boolean not null default false,
  home_url text check (length(home_url) <= 2048),
  created_at timestamptz not null,
  created_by text,
  unique (org_id, host),
  unique (org_id, domain_id),
  check ((proven_at is null) = (proven_by is null)),
  check (proven_at is not null or (lost_at is null and not is_default)),
  check (lost_at is not null or told_at is null)
);
-- Many may ask for a host; one has it.
create unique index own_domains_proven on own_domains (host) where proven_at is not null;
create unique index own_domains_default on own_domains (org_id) where is_default;
create index own_domains_untold on own_domains (org_id) where lost_at is not null and told_at is null;

alter table codes
  add column domain_id text,
  add column on_product_host boolean not null default false,
  add constraint codes_one_host check (domain_id is null or not on_product_host),
  add constraint codes_domain foreign key (org_id, domain_id)
    references own_domains (org_id, domain_id) on delete set null (domain_id);
create index codes_of_domain on codes (domain_id) where domain_id is not null;
"""

POLICIES = """
alter table own_domains enable row level security;
create policy own_domains_of_own on own_domains to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy own_domains_for_visitors on own_domains for select to waypost_visitor using (true);
grant select, insert, update, delete on own_domains to waypost_app;
grant select (domain_id, org_id, host, proven_at, is_default, home_url) on own_domains
  to waypost_visitor;
grant select (domain_id, on_product_host) on codes to waypost_visitor;
"""

# Visitors' caches: which host is whose, and what codes' pictures encode.
CHANGES = """
create function tell_domain_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('domain_changed', coalesce(new.host, old.host));
  if coalesce(new.proven_at, old.proven_at) is not null then
    perform pg_notify('code_changed', '');
  end if;
  return null;
end
$$;
create trigger tell_domain_added after insert or delete on own_domains
  for each row execute function tell_domain_changed();
create trigger tell_domain_changed after update of proven_at, is_default, home_url on own_domains
  for each row when (
    old.proven_at is distinct from new.proven_at
    or old.is_default is distinct from new.is_default
    or old.home_url is distinct from new.home_url)
  execute function tell_domain_changed();
"""

# Over all organisations: ids and nothing else.
FUNCTIONS = """
create function untold_domains() returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct d.org_id
  from own_domains d join organizations o on o.org_id = d.org_id
  where d.lost_at is not null and d.told_at is null and o.alerts_by_mail and o.deleted_at is null
  limit 500
$$;
revoke all on function untold_domains() from public;
grant execute on function untold_domains() to waypost_app;
"""


def upgrade() -> None:
    op.execute(TABLE)
    op.execute(POLICIES)
    op.execute(CHANGES)
    op.execute(FUNCTIONS)


def downgrade() -> None:
    op.execute("drop function untold_domains()")
    op.execute(
        "alter table codes drop constraint codes_domain, drop constraint codes_one_host,"
        " drop column domain_id, drop column on_product_host"
    )
    op.execute("drop table own_domains")
    op.execute("drop function tell_domain_changed()")
