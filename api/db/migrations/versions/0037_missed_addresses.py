"""What nobody answers at own hosts: how much of it was recorded, what was put aside, and where it leads."""

from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

TABLES = """
alter table own_domains add column unknown_url text check (length(unknown_url) <= 2048);

-- How much was recorded of the present hour at each host; one row a host, so that nothing grows.
create table missed_hours (
  domain_id text primary key,
  org_id text not null,
  hour timestamptz not null,
  by_people integer not null,
  by_machines integer not null,
  foreign key (org_id, domain_id) references own_domains (org_id, domain_id) on delete cascade
);

create table dismissed_misses (
  org_id text not null references organizations on delete cascade,
  host text not null check (length(host) between 4 and 240),
  path text not null check (length(path) between 2 and 200),
  dismissed_at timestamptz not null,
  dismissed_by text,
  primary key (org_id, host, path)
);
"""

POLICIES = """
alter table missed_hours enable row level security;
create policy missed_hours_of_own on missed_hours to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy missed_hours_for_visitors on missed_hours to waypost_visitor using (true);
grant select, insert, update on missed_hours to waypost_visitor;

alter table dismissed_misses enable row level security;
create policy dismissed_misses_of_own on dismissed_misses to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, delete on dismissed_misses to waypost_app;

grant select (unknown_url) on own_domains to waypost_visitor;
"""

# As 0036, with the address for unknown paths.
CHANGES = """
drop trigger tell_domain_changed on own_domains;
create trigger tell_domain_changed
  after update of proven_at, is_default, home_url, unknown_url on own_domains
  for each row when (
    old.proven_at is distinct from new.proven_at
    or old.is_default is distinct from new.is_default
    or old.home_url is distinct from new.home_url
    or old.unknown_url is distinct from new.unknown_url)
  execute function tell_domain_changed();
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLES)
    op.execute(POLICIES)
    op.execute(CHANGES)


def downgrade() -> None:
    """Take back."""
    op.execute("drop trigger tell_domain_changed on own_domains")
    op.execute("drop table dismissed_misses, missed_hours")
    op.execute("alter table own_domains drop column unknown_url")
    op.execute(
        "create trigger tell_domain_changed after update of proven_at, is_default, home_url"
        " on own_domains for each row when (old.proven_at is distinct from new.proven_at"
        " or old.is_default is distinct from new.is_default"
        " or old.home_url is distinct from new.home_url) execute function tell_domain_changed()"
    )
