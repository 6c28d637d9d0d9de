"""Loyalty: the ledger of points and stamps, the programme, rewards with their stock, awards and cards."""

from alembic import op

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None

# A gain opens a lot; what is taken names the lot that it is taken from and has its dates. So the balance at
# a moment is the sum of all entries that are available and have not expired then.
LEDGER = """
create table loyalty_entries (
  entry_id text primary key,
  seq bigint generated always as identity,
  org_id text not null references organizations on delete cascade,
  customer_id text not null,
  movement_id text not null,
  part integer not null check (part >= 0),
  unit text not null check (unit in ('points', 'stamps')),
  amount integer not null check (amount <> 0),
  lot_id text not null,
  available_from timestamptz not null,
  expires_at timestamptz,
  reason text not null check (reason in ('given', 'correction', 'redeem', 'undo', 'undo_redeem')),
  note text check (length(note) between 1 and 500),
  code_id text,
  event_id uuid,
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  recorded_by text,
  recorded_at timestamptz not null,
  check (expires_at > available_from),
  check (lot_id <> entry_id or amount > 0),
  check (reason <> 'correction' or (note is not null and recorded_by is not null)),
  unique (org_id, idempotency_key, part)
);
create index loyalty_entries_of_customer on loyalty_entries (org_id, customer_id, seq);
create index loyalty_entries_of_lot on loyalty_entries (lot_id);
create index loyalty_entries_of_movement on loyalty_entries (org_id, movement_id);

create function refuse_loyalty_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the ledger never change' using errcode = 'restrict_violation';
end
$$;
create trigger loyalty_entries_stay before update on loyalty_entries
  for each row execute function refuse_loyalty_change();

create function check_loyalty_lot() returns trigger language plpgsql as $$
declare
  _left bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('loyalty-lot:' || new.lot_id, 0));
  select sum(amount) into _left from loyalty_entries
    where lot_id = new.lot_id and org_id = new.org_id and customer_id = new.customer_id
      and unit = new.unit and available_from = new.available_from
      and expires_at is not distinct from new.expires_at;
  if _left is null or _left + new.amount < 0 then
    raise exception 'no lot of the ledger goes below zero' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger loyalty_entries_hold before insert on loyalty_entries
  for each row when (new.lot_id <> new.entry_id) execute function check_loyalty_lot();

create table loyalty_programs (
  org_id text primary key references organizations on delete cascade,
  stamps_goal integer not null check (stamps_goal between 1 and 50),
  points_expire_days integer check (points_expire_days between 1 and 3650),
  stamps_expire_days integer check (stamps_expire_days between 1 and 3650),
  pending_days integer not null check (pending_days between 0 and 365),
  daily_points integer check (daily_points > 0),
  daily_stamps integer check (daily_stamps > 0),
  tier_days integer not null check (tier_days between 1 and 3650),
  grace_days integer not null check (grace_days between 0 and 365),
  tiers jsonb not null,
  updated_at timestamptz not null,
  updated_by text
);
"""

REWARDS = """
create table rewards (
  reward_id text primary key,
  org_id text not null references organizations on delete cascade,
  code_id text,
  kind text not null check (kind in ('product', 'amount', 'percent', 'text')),
  name text not null check (length(name) between 1 and 120),
  description text not null check (length(description) <= 1000),
  translations jsonb not null,
  picture text,
  value_cents integer check (value_cents > 0),
  percent integer check (percent between 1 and 100),
  currency text check (currency ~ '^[A-Z]{3}$'),
  unit text not null check (unit in ('points', 'stamps')),
  price integer not null check (price >= 0),
  stock integer check (stock >= 0),
  stock_per_day integer check (stock_per_day >= 0),
  stock_by_code jsonb not null,
  per_person integer check (per_person > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  tiers text[] not null,
  valid_days integer check (valid_days between 1 and 3650),
  cost_cents integer check (cost_cents >= 0),
  paid_by text,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check (starts_at < ends_at),
  check (kind <> 'amount' or (value_cents is not null and currency is not null)),
  check (kind <> 'percent' or percent is not null)
);
create index rewards_of_org on rewards (org_id, created_at) where deleted_at is null;

create table reward_counters (
  org_id text not null references organizations on delete cascade,
  reward_id text not null references rewards on delete cascade,
  scope text not null,
  taken integer not null check (taken >= 0),
  primary key (reward_id, scope)
);
create index reward_counters_org on reward_counters (org_id);

create table reward_awards (
  award_id text primary key,
  org_id text not null references organizations on delete cascade,
  reward_id text not null references rewards on delete cascade,
  customer_id text not null,
  code_id text,
  campaign_id text,
  source text not null check (source in ('bought', 'given')),
  state text not null check (state in ('open', 'redeemed', 'undone')),
  unit text not null,
  price integer not null,
  movement_id text,
  scopes text[] not null,
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  awarded_at timestamptz not null,
  awarded_by text,
  expires_at timestamptz,
  redemption_key text check (length(redemption_key) between 1 and 255),
  redeemed_at timestamptz,
  redeemed_by text,
  undone_at timestamptz,
  undone_by text,
  unique (org_id, idempotency_key),
  check ((state = 'redeemed') <= (redeemed_at is not null))
);
create unique index reward_awards_redemptions on reward_awards (org_id, redemption_key);
create index reward_awards_of_customer on reward_awards (org_id, customer_id, awarded_at desc);
create index reward_awards_of_reward on reward_awards (reward_id);

create table loyalty_cards (
  card_id text primary key,
  org_id text not null references organizations on delete cascade,
  customer_id text not null,
  created_at timestamptz not null,
  created_by text,
  unique (org_id, customer_id)
);
"""

GRANTS = {
    "loyalty_entries": "select, insert",
    "loyalty_programs": "select, insert, update",
    "rewards": "select, insert, update",
    "reward_counters": "select, insert, update",
    "reward_awards": "select, insert, update",
    "loyalty_cards": "select, insert",
}

# A card's page finds the organisation by the card; everything else it reads inside that organisation.
VISITORS = """
create policy loyalty_cards_for_visitors on loyalty_cards for select to waypost_visitor using (true);
grant select (card_id, org_id, customer_id) on loyalty_cards to waypost_visitor;
"""

# Whatever else it erases stays: only these lines are put at its beginning.
ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from loyalty_entries where org_id = _org and customer_id = any(_customers);\\n'
    '  delete from reward_awards where org_id = _org and customer_id = any(_customers);\\n'
    '  delete from loyalty_cards where org_id = _org and customer_id = any(_customers);\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(LEDGER)
    op.execute(REWARDS)
    for table, rights in GRANTS.items():
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant {rights} on {table} to waypost_app")
    op.execute(VISITORS)
    op.execute(ERASURE)
