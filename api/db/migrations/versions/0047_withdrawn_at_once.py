"""A withdrawn batch counts from the moment it was withdrawn; its codes are told and counted faster."""

from alembic import op

revision = "0047"
down_revision = "0044"
branch_labels = None
depends_on = None

# A child is no base: 5,000 changed one-time codes need no 5,000 searches for children. With one large
# batch in the table each search was a scan of all codes, and a withdrawal ran into its time limit.
TELL = """
create or replace function tell_codes_changed() returns trigger language plpgsql as $$
declare
  told text[];
begin
  select array_agg(code_id) into told from (
    select code_id from changed
    union
    select child.code_id from changed, lateral (
      select code_id from codes where base_code_id = changed.code_id limit 201
    ) child{which}
    limit 201
  ) few;
  if cardinality(told) > 200 then
    perform pg_notify('code_changed', '');
  else
    perform pg_notify('code_changed', code_id) from unnest(told) as code_id;
  end if;
  return null;
end
$$
"""

# Counting 100,000 codes by batch and state reads this instead of the rows.
COUNTED = """
create index codes_one_time_counted on codes (org_id, base_code_id, batch_id, one_time_state)
  where one_time_state is not null
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TELL.format(which=" where changed.base_code_id is null"))
    op.execute(COUNTED)
    op.execute(
        "create policy code_batches_for_visitors on code_batches for select to waypost_visitor"
        " using (true)"
    )
    op.execute("grant select (batch_id, withdrawn_at) on code_batches to waypost_visitor")


def downgrade() -> None:
    """Take back."""
    op.execute("revoke select (batch_id, withdrawn_at) on code_batches from waypost_visitor")
    op.execute("drop policy code_batches_for_visitors on code_batches")
    op.execute("drop index codes_one_time_counted")
    op.execute(TELL.format(which=""))
