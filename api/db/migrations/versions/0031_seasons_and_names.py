"""Seasons of leaderboards, and what pages and polls were called at a time.

As with codes and folders, triggers write the history of names, whoever changes a row, and only ever add to it.
What promo codes are called is printed and never changes.
"""

from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

SEASONS = """
create table leaderboard_seasons (
  org_id text not null references organizations on delete cascade,
  board text not null check (length(board) between 1 and 40),
  number integer not null check (number >= 1),
  name text not null default '' check (length(name) <= 80),
  starts_at timestamptz,
  ends_at timestamptz,
  ended_by text,
  primary key (org_id, board, number),
  check ((starts_at is null) = (number = 1)),
  check (ends_at > starts_at)
);
create unique index leaderboard_seasons_running on leaderboard_seasons (org_id, board)
  where ends_at is null;
alter table leaderboard_seasons enable row level security;
create policy leaderboard_seasons_of_own on leaderboard_seasons to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update on leaderboard_seasons to waypost_app;
"""

NAMES = """
create table name_history (
  org_id text not null references organizations on delete cascade,
  kind text not null check (kind in ('page', 'poll')),
  thing_id text not null,
  valid_from timestamptz not null,
  name text not null,
  primary key (org_id, kind, thing_id, valid_from)
);

create function keep_name() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  said constant jsonb := to_jsonb(new);
  thing constant text := said ->> tg_argv[1];
begin
  insert into name_history
    select new.org_id, tg_argv[0], thing,
      case when tg_op = 'INSERT' then least(new.created_at, clock_timestamp())
      else greatest(clock_timestamp(), coalesce(
        (select max(h.valid_from) from name_history h
          where h.org_id = new.org_id and h.kind = tg_argv[0] and h.thing_id = thing)
          + interval '1 microsecond',
        '-infinity')) end,
      said ->> tg_argv[2]
    on conflict do nothing;
  return null;
end
$$;
revoke all on function keep_name() from public;

create trigger keep_new_page_name after insert on pages
  for each row execute function keep_name('page', 'page_id', 'name');
create trigger keep_changed_page_name after update of name on pages
  for each row when (old.name is distinct from new.name)
  execute function keep_name('page', 'page_id', 'name');
create trigger keep_new_poll_name after insert on polls
  for each row execute function keep_name('poll', 'poll_id', 'question');
create trigger keep_changed_poll_name after update of question on polls
  for each row when (old.question is distinct from new.question)
  execute function keep_name('poll', 'poll_id', 'question');

insert into name_history select org_id, 'page', page_id, created_at, name from pages;
insert into name_history select org_id, 'poll', poll_id, created_at, question from polls
  on conflict do nothing;

create view analytics_v1.name_history with (security_invoker = true) as
  select org_id, kind, thing_id, name, valid_from,
    lead(valid_from) over (partition by org_id, kind, thing_id order by valid_from) as valid_to
  from name_history;

alter table name_history enable row level security;
create policy name_history_of_own on name_history for select to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy name_history_for_pipelines on name_history for select to waypost_pipelines using (true);
grant select on name_history to waypost_app, waypost_pipelines;
grant select on analytics_v1.name_history to waypost_app, waypost_pipelines;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(SEASONS)
    op.execute(NAMES)
