"""Passes that forms give: which pass a submission got."""

from alembic import op

revision = "0096"
down_revision = "0095"
branch_labels = None
depends_on = None

PASSES = """
-- No reference: the pass may be gone first.
alter table submissions add column pass_id text;

-- A pass that is no customer's says what the form was answered: it goes with the answers.
create function remove_pass_of_submission() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from passes where org_id = old.org_id and pass_id = old.pass_id and customer_id is null;
  return old;
end
$$;
create trigger submissions_take_pass after delete on submissions
  for each row when (old.pass_id is not null) execute function remove_pass_of_submission();
"""


def upgrade() -> None:
    """Apply."""
    op.execute(PASSES)
