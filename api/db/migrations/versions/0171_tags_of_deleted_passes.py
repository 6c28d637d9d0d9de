"""The tag of a deleted pass is not given again: a phone that knows it would miss the change that gets it."""

from alembic import op

revision = "0171"
down_revision = "0170"
branch_labels = None
depends_on = None

COLUMN = "alter table pass_certificates add column deleted_tag bigint not null default 0"

TRIGGER = """
create function keep_tags_of_deleted_passes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update pass_certificates c set deleted_tag = greatest(c.deleted_tag, g.tag)
  from (select org_id, pass_type, max(change_tag) as tag from gone group by org_id, pass_type) g
  where c.org_id = g.org_id and c.pass_type = g.pass_type;
  return null;
end;
$$;

create trigger passes_deleted after delete on passes
  referencing old table as gone
  for each statement execute function keep_tags_of_deleted_passes();
"""


def upgrade() -> None:
    """Apply."""
    op.execute(COLUMN)
    op.execute(TRIGGER)
