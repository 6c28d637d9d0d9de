"""Which transaction changed whose browser is whose, so that readers ask only for what changed since; what passes call the
field that an update changes.
"""

from alembic import op

revision = "0111"
down_revision = "0110"
branch_labels = None
depends_on = None

CHANGES = """
alter table customer_visitors add column changed_in bigint not null default pg_current_xact_id()::text::bigint;
create index customer_visitors_changed on customer_visitors (org_id, changed_in);
create function note_changed_browser() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.changed_in = pg_current_xact_id()::text::bigint;
  return new;
end
$$;
create trigger customer_visitors_changed before update on customer_visitors
  for each row execute function note_changed_browser();
"""


def upgrade() -> None:
    """Apply."""
    op.execute(CHANGES)
    op.execute("alter table pass_updates add column field_label text")
