"""Hosts of connected shops: redirects that lead there say by which code somebody came."""

from alembic import op

revision = "0164"
down_revision = "0163"
branch_labels = None
depends_on = None

COLUMN = """
alter table connections add column hosts text[] not null default '{}';
create index connections_with_hosts on connections (org_id) where hosts <> '{}';
update connections set hosts = array[account_key || '.myshopify.com']
  where vendor = 'shopify' and account_key <> '';
"""

# Visitors' processes read hosts and nothing else.
POLICIES = """
create policy connections_for_visitors on connections for select to waypost_visitor using (true);
grant select (org_id, hosts, status) on connections to waypost_visitor;
"""

CHANGES = """
create function tell_shop_hosts_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('code_changed', '');
  return null;
end
$$;
create trigger tell_shop_added after insert on connections
  for each row when (new.hosts <> '{}') execute function tell_shop_hosts_changed();
create trigger tell_shop_gone after delete on connections
  for each row when (old.hosts <> '{}' and old.status <> 'removed')
  execute function tell_shop_hosts_changed();
create trigger tell_shop_changed after update of hosts, status on connections
  for each row when (
    (old.hosts <> '{}' or new.hosts <> '{}')
    and (old.hosts is distinct from new.hosts
      or (old.status = 'removed') is distinct from (new.status = 'removed')))
  execute function tell_shop_hosts_changed();
"""


def upgrade() -> None:
    """Apply."""
    op.execute(COLUMN)
    op.execute(POLICIES)
    op.execute(CHANGES)
