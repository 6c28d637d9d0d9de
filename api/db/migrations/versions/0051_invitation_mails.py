"""Invitations know what became of their mail, and whether somebody belongs to an organisation already."""

from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None

# Runs as the schema's owner: tenants see no memberships but their own, and get a yes or no here.
BELONGS = """
create function belongs_somewhere(address text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from users u
    join memberships m on m.user_id = u.user_id
    join organizations o on o.org_id = m.org_id and o.deleted_at is null
    where lower(u.email) = address and u.email_verified
  )
$$;
revoke execute on function belongs_somewhere from public;
grant execute on function belongs_somewhere to waypost_app;
create index users_email on users (lower(email));
"""


def upgrade() -> None:
    """Apply."""
    op.execute(
        "alter table invitations add mail_state text"
        " check (mail_state in ('waiting', 'sent', 'kept', 'failed'))"
    )
    op.execute(BELONGS)


def downgrade() -> None:
    """Take back."""
    op.execute("drop index users_email")
    op.execute("drop function belongs_somewhere")
    op.execute("alter table invitations drop mail_state")
