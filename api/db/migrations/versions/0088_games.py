"""Games with their prizes, plays, winners, leaderboards and logs."""

from alembic import op

revision = "0088"
down_revision = "0086"
branch_labels = None
depends_on = None

TABLES = """
create table games (
  game_id text primary key,
  org_id text not null references organizations (org_id),
  code_id text not null unique references codes (code_id),
  kind text not null check (kind in ('wheel', 'scratch', 'slot', 'quiz', 'memory', 'tap_race')),
  name text not null check (length(name) between 1 and 200),
  state text not null default 'draft' check (state in ('draft', 'published', 'ended')),
  definition jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  time_zone text not null,
  -- From publication on: what was committed to. The seed is sealed, and shown after the end.
  plan_text text,
  commitment text check (length(commitment) = 64),
  sealed_seed text,
  published_at timestamptz,
  ended_at timestamptz,
  season integer not null default 1 check (season between 1 and 1000),
  version integer not null default 1,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  unique (org_id, game_id),
  check ((state = 'draft') = (commitment is null)),
  check ((state = 'ended') = (ended_at is not null))
);
create index games_of_org on games (org_id, created_at desc);

-- What each play reads and changes, one after the other: its row is locked until the play is stored.
create table game_runs (
  game_id text primary key references games (game_id) on delete cascade,
  org_id text not null references organizations (org_id),
  plays bigint not null default 0 check (plays >= 0),
  entries bigint not null default 0 check (entries >= plays),
  head text not null,
  counts jsonb not null default '{}',
  -- Whether nothing is drawn any more: the log is complete.
  is_over boolean not null default false
) with (fillfactor = 50);

create table game_seasons (
  game_id text not null references games (game_id) on delete cascade,
  number integer not null,
  org_id text not null references organizations (org_id),
  starts_at timestamptz not null,
  ends_at timestamptz,
  ended_by text,
  primary key (game_id, number)
);

create table prizes (
  prize_id text primary key,
  org_id text not null references organizations (org_id),
  game_id text not null,
  position integer not null,
  name text not null check (length(name) between 1 and 200),
  translations jsonb not null default '{}',
  picture_url text,
  gives text not null check (gives in ('screen', 'form', 'code', 'reward', 'points')),
  batch_id text,
  reward_id text,
  points integer check (points between 1 and 1000000),
  cost_cents bigint check (cost_cents >= 0),
  claim_days integer not null check (claim_days between 1 and 366),
  stock integer check (stock between 1 and 1000000),
  taken integer not null default 0 check (taken >= 0 and (stock is null or taken <= stock)),
  draw jsonb not null,
  unique (org_id, prize_id),
  foreign key (org_id, game_id) references games (org_id, game_id) on delete cascade
);
create index prizes_of_game on prizes (game_id, position);

create table game_players (
  game_id text not null references games (game_id) on delete cascade,
  player text not null,
  org_id text not null references organizations (org_id),
  plays integer not null,
  day date not null,
  day_plays integer not null,
  won jsonb not null default '{}',
  -- Whose browser it is, where the game counts by that: for erasing them.
  visitor_id text,
  primary key (game_id, player)
);
create index game_players_by_visitor on game_players (org_id, visitor_id) where visitor_id is not null;

create table game_plays (
  game_id text not null references games (game_id) on delete cascade,
  play_id uuid not null,
  org_id text not null references organizations (org_id),
  player text not null,
  body_hash text not null,
  state text not null check (state in ('started', 'held', 'refused', 'done')),
  number bigint,
  player_seed text not null,
  place text,
  name text,
  season integer not null,
  round jsonb,
  score bigint,
  suspicions text[] not null default '{}',
  answer jsonb,
  prize_id text,
  started_at timestamptz not null,
  done_at timestamptz,
  primary key (game_id, play_id),
  unique (game_id, number)
);
create index game_plays_held on game_plays (game_id, started_at) where state = 'held';
create index game_plays_by_time on game_plays (game_id, started_at);

create table game_purchases (
  game_id text not null references games (game_id) on delete cascade,
  receipt text not null,
  org_id text not null references organizations (org_id),
  plays integer not null check (plays > 0),
  primary key (game_id, receipt)
);

-- The best score of each player in each period.
create table game_bests (
  game_id text not null references games (game_id) on delete cascade,
  period text not null,
  player text not null,
  org_id text not null references organizations (org_id),
  name text,
  score bigint not null,
  at timestamptz not null,
  primary key (game_id, period, player)
);
create index game_bests_ranked on game_bests (game_id, period, score desc, at, player);

create table game_log (
  game_id text not null references games (game_id) on delete cascade,
  entry bigint not null check (entry > 0),
  org_id text not null references organizations (org_id),
  line text not null,
  hash text not null check (length(hash) = 64),
  primary key (game_id, entry)
);

create table game_refusals (
  game_id text not null references games (game_id) on delete cascade,
  day date not null,
  reason text not null,
  org_id text not null references organizations (org_id),
  refused bigint not null check (refused > 0),
  primary key (game_id, day, reason)
);

create table prize_awards (
  award_id text primary key,
  org_id text not null references organizations (org_id),
  game_id text not null,
  prize_id text not null,
  play_id uuid not null,
  code_id text not null,
  state text not null check (state in ('awarded', 'claimed', 'expired')),
  token_hash text not null unique,
  promo_code_id text,
  customer_id text,
  given_id text,
  awarded_at timestamptz not null,
  claim_until timestamptz not null,
  claimed_at timestamptz,
  expired_at timestamptz,
  unique (game_id, play_id),
  foreign key (org_id, prize_id) references prizes (org_id, prize_id) on delete cascade,
  check ((state = 'claimed') = (claimed_at is not null)),
  check ((state = 'expired') = (expired_at is not null))
);
create index prize_awards_of_game on prize_awards (org_id, game_id, awarded_at desc);
create index prize_awards_of_customer on prize_awards (org_id, customer_id) where customer_id is not null;
create index prize_awards_due on prize_awards (claim_until) where state = 'awarded';
"""

OF_ORG = (
    *("games", "game_runs", "game_seasons", "prizes", "game_players", "game_plays"),
    *("game_purchases", "game_bests", "game_log", "game_refusals", "prize_awards"),
)


# Visitors know a game and the token of what they won; all else is read inside the organisation whose it is.
VISITORS = """
create policy games_for_visitors on games for select to waypost_visitor using (true);
grant select (game_id, org_id, code_id) on games to waypost_visitor;
create policy prize_awards_for_visitors on prize_awards for select to waypost_visitor using (true);
grant select (token_hash, code_id) on prize_awards to waypost_visitor;
"""

# For the worker, which goes through all organisations.
DUE = """
create function due_prizes(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o
  where o.deleted_at is null and (
    exists (select from prize_awards a where a.org_id = o.org_id and a.state = 'awarded' and a.claim_until <= at)
    or exists (
      select from games g where g.org_id = o.org_id and g.state = 'published' and g.ends_at <= at)
  )
  limit 500
$$;
revoke all on function due_prizes(timestamptz) from public;
grant execute on function due_prizes(timestamptz) to waypost_app;
"""

# Draws stay in the log, as the proof needs every one: they name nobody.
ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  update prize_awards set customer_id = null where org_id = _org and customer_id = any(_customers);\\n'
    '  update game_bests b set name = null from game_players p where p.org_id = _org'
    ' and p.visitor_id = any(_visitors) and b.game_id = p.game_id and b.player = p.player;\\n'
    '  update game_plays b set name = null, round = null from game_players p where p.org_id = _org'
    ' and p.visitor_id = any(_visitors) and b.game_id = p.game_id and b.player = p.player;\\n'
    '  update game_players set visitor_id = null where org_id = _org and visitor_id = any(_visitors);\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLES)
    op.execute(DUE)
    op.execute(ERASURE)
    for table in OF_ORG:
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant select, insert, update, delete on {table} to waypost_app")
    op.execute(VISITORS)
