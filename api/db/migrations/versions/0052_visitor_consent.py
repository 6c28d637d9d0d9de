"""An organisation chooses when it may remember a visitor's browser, and may choose its week's first day."""

from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None

TOLD = """
drop trigger tell_organization_changed on organizations;
create trigger tell_organization_changed
  after update of name, logo, brand, time_zone, {consent}deleted_at on organizations
  for each row execute function tell_organization_changed();
drop trigger tell_pages_changed on organizations;
create trigger tell_pages_changed
  after update of name, logo, brand, {consent}deleted_at on organizations
  for each row execute function tell_pages_changed();
"""

HOSTS = """
create function tell_hosts_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('domain_changed', '');
  return null;
end
$$;
create trigger tell_hosts_changed after update of name, logo, brand, visitor_consent on organizations
  for each row execute function tell_hosts_changed();
"""


def upgrade() -> None:
    """Apply."""
    op.execute(
        "alter table organizations add column visitor_consent text not null default 'opt_out'"
        " check (visitor_consent in ('opt_out', 'opt_in', 'by_country'))"
    )
    op.execute(
        "alter table organizations add column week_start_chosen boolean not null default false"
    )
    op.execute("grant select (visitor_consent) on organizations to waypost_visitor")
    op.execute(TOLD.format(consent="visitor_consent, "))
    op.execute(HOSTS)


def downgrade() -> None:
    """Take back."""
    op.execute("drop trigger tell_hosts_changed on organizations")
    op.execute("drop function tell_hosts_changed()")
    op.execute(TOLD.format(consent=""))
    op.execute(
        "alter table organizations drop column visitor_consent, drop column week_start_chosen"
    )
