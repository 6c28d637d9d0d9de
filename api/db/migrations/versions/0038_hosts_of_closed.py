"""A host of an organisation that is closed goes to whoever proves it next."""

from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

# Over all organisations, and so a function: it says whether there was something to free, and no more.
FUNCTION = """
create function free_host_of_closed(wanted text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update own_domains d
  set proven_at = null, proven_by = null, lost_at = null, told_at = null, is_default = false,
    problem = 'This organisation was closed, and another one has proven the domain since.'
  from organizations o
  where o.org_id = d.org_id and o.deleted_at is not null
    and d.host = wanted and d.proven_at is not null;
  return found;
end
$$;
revoke all on function free_host_of_closed(text) from public;
grant execute on function free_host_of_closed(text) to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(FUNCTION)


def downgrade() -> None:
    """Take back."""
    op.execute("drop function free_host_of_closed(text)")
