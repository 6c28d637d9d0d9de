"""Answers know whether somebody has read them, and members may be told of new ones by mail."""

from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None

# What came in before anybody could mark it counts as read.
READ = """
alter table submissions add read_at timestamptz;
update submissions set read_at = created_at;
create index submissions_unread on submissions (org_id, page_id, form_id) where read_at is null;
"""

WATCHERS = """
create table form_watchers (
  page_id text not null,
  form_id text not null,
  user_id text not null references users on delete cascade,
  org_id text not null references organizations on delete cascade,
  notified_until timestamptz not null,
  notified_at timestamptz not null,
  primary key (page_id, form_id, user_id),
  foreign key (org_id, page_id) references pages (org_id, page_id) on delete cascade
);
create index form_watchers_of_org on form_watchers (org_id);
alter table form_watchers enable row level security;
create policy form_watchers_of_own on form_watchers to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on form_watchers to waypost_app;
"""

# Over all organisations: ids and nothing else.
DUE = """
create function due_form_watchers(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct w.org_id
  from form_watchers w
  join organizations o on o.org_id = w.org_id and o.deleted_at is null
  where w.notified_at <= at - interval '10 minutes'
    and exists (
      select from submissions s
      where s.org_id = w.org_id and s.page_id = w.page_id and s.form_id = w.form_id
        and s.created_at > w.notified_until
    )
  limit 500
$$;
revoke all on function due_form_watchers(timestamptz) from public;
grant execute on function due_form_watchers(timestamptz) to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(READ)
    op.execute(WATCHERS)
    op.execute(DUE)


def downgrade() -> None:
    """Take back."""
    op.execute("drop function due_form_watchers(timestamptz)")
    op.execute("drop table form_watchers")
    op.execute("drop index submissions_unread")
    op.execute("alter table submissions drop read_at")
