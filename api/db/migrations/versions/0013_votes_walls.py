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

WALLS = """
create table walls (
  wall_id text primary key,
  org_id text not null references organizations on delete cascade,
  code_id text not null references codes on delete cascade,
  name text not null check (length(name) between 1 and 120),
  intro text not null default '' check (length(intro) <= 1000),
  consent_text text not null check (length(consent_text) between 1 and 1000),
  moderation text not null check (moderation in ('before', 'after')),
  is_open boolean not null default true,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (org_id, wall_id)
);
create unique index walls_of_code on walls (code_id) where deleted_at is null;
create index walls_of_org on walls (org_id, created_at desc) where deleted_at is null;

create table wall_posts (
  post_id text primary key,
  org_id text not null,
  wall_id text not null,
  visitor_id text not null,
  digest bytea not null,
  author text not null default '' check (length(author) <= 60),
  caption text not null default '' check (length(caption) <= 200),
  state text not null check (state in ('pending', 'shown', 'rejected')),
  is_pinned boolean not null default false,
  width integer not null,
  height integer not null,
  files jsonb not null,
  consent_hash text not null,
  reports integer not null default 0,
  posted_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  foreign key (org_id, wall_id) references walls (org_id, wall_id) on delete cascade,
  check (state = 'shown' or not is_pinned)
);
-- One visitor's same picture is one post, however often the button is pressed.
create unique index wall_posts_once on wall_posts (wall_id, visitor_id, digest);
create index wall_posts_shown on wall_posts (wall_id, is_pinned desc, posted_at desc)
  where state = 'shown';
create index wall_posts_waiting on wall_posts (wall_id, state, posted_at desc);

create table wall_reports (
  post_id text not null references wall_posts on delete cascade,
  visitor_id text not null,
  org_id text not null references organizations on delete cascade,
  reported_at timestamptz not null default now(),
  primary key (post_id, visitor_id)
);

alter table walls enable row level security;
alter table wall_posts enable row level security;
alter table wall_reports enable row level security;
create policy walls_of_own on walls to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy wall_posts_of_own on wall_posts to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy wall_reports_of_own on wall_reports to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy walls_for_visitors on walls for select to waypost_visitor
  using (deleted_at is null);
create policy wall_posts_for_visitors on wall_posts for select to waypost_visitor
  using (state = 'shown');
grant select, insert, update on walls to waypost_app;
grant select, insert, update, delete on wall_posts, wall_reports to waypost_app;
grant select (wall_id, org_id, code_id, name, intro, consent_text, moderation, is_open, deleted_at)
  on walls to waypost_visitor;
grant select (post_id, wall_id, author, caption, state, is_pinned, width, height, files, posted_at)
  on wall_posts to waypost_visitor;
"""


def upgrade() -> None:
    op.execute(POLLS)
    op.execute(WALLS)
