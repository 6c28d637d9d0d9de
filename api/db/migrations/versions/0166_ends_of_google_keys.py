"""When a key of Google's ends is known, and owners are told ahead, as of certificates."""

from alembic import op

revision = "0166"
down_revision = "0165"
branch_labels = None
depends_on = None

COLUMNS = """
alter table google_accounts
  add column key_expires_at timestamptz,
  -- The end that the owners were told of.
  add column warned_of timestamptz;
"""

FUNCTION = """
create function expiring_google_keys(before timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.org_id
  from google_accounts a join organizations o on o.org_id = a.org_id
  where not a.is_development and a.key_expires_at < before
    and a.warned_of is distinct from a.key_expires_at
    and o.alerts_by_mail and o.deleted_at is null
  limit 500
$$;
revoke all on function expiring_google_keys(timestamptz) from public;
grant execute on function expiring_google_keys(timestamptz) to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(COLUMNS)
    op.execute(FUNCTION)
