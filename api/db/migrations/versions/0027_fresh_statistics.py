"""Who makes many codes at once tells the planner, which else believes for a minute that there are none."""

from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

# Only the owner of a table may analyze it. Two at once take turns; nobody who reads or writes waits.
MANY_CODES_MADE = """
create function many_codes_made() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze codes (org_id, base_code_id, batch_id, one_time_state, created_at, name);
end
$$;
revoke all on function many_codes_made() from public;
grant execute on function many_codes_made() to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(MANY_CODES_MADE)
