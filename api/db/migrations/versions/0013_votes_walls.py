"""Polls, one vote of a visitor in each, and tallies; walls of visitors' pictures."""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

POLLS = """
create table polls (
  code_id text not null references codes on delete cascade,
  poll_id text not null check (poll_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  org_id text not null references organizations on delete cascade,
  question text not null check (length(question) <= 500),
  choices jsonb not null,
  changeable boolean not null default false,
  show_results text not null default 'after' check (show_results in ('always', 'after', 'never')),
  source text not null check (source in ('page', 'call')),
  is_open boolean not null default true,
  closes_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (code_id, poll_id)
);
create index polls_of_org on polls (org_id, created_at desc);

-- The key is what makes a second vote of one visitor impossible, however many come at once.
create table votes (
  code_id text not null,
  poll_id text not null,
  visitor_id text not null check (length(visitor_id) between 1 and 64),
  org_id text not null references organizations on delete cascade,
  choice text not null,
  voted_at timestamptz not null default now(),
  changes integer not null default 0,
  primary key (code_id, poll_id, visitor_id),
  foreign key (code_id, poll_id) references polls on delete cascade
);

-- Sixteen rows a choice, so that voters at the same moment seldom wait for one another.
create table vote_tallies (
  code_id text not null,
  poll_id text not null,
  choice text not null,
  part smallint not null check (part between 0 and 15),
  org_id text not null references organizations on delete cascade,
  votes bigint not null check (votes >= 0),
  primary key (code_id, poll_id, choice, part),
  foreign key (code_id, poll_id) references polls on delete cascade
) with (fillfactor = 50);

alter table polls enable row level security;
alter table votes enable row level security;
alter table vote_tallies enable row level security;
create policy polls_of_own on polls to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy votes_of_own on votes to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy vote_tallies_of_own on vote_tallies to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy vote_tallies_for_visitors on vote_tallies for select to waypost_visitor using (true);
grant select, insert, update on polls, votes, vote_tallies to waypost_app;
grant select (code_id, poll_id, choice, votes) on vote_tallies to waypost_visitor;
"""


def upgrade() -> None:
    op.execute(POLLS)
