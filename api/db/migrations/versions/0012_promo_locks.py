"""Promo codes, their uses, master keys, and who guesses."""

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

# `code_id` is always the code whose lock it is; `opened_code_id` may be a child that follows its base.
TABLES = """
create table promo_batches (
  batch_id text primary key,
  org_id text not null references organizations on delete cascade,
  code_id text not null references codes on delete cascade,
  name text not null check (length(name) between 1 and 120),
  source text not null check (source in ('made', 'imported')),
  max_uses integer check (max_uses > 0),
  uses_per_customer integer check (uses_per_customer > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  radius_m integer check (radius_m between 10 and 100000),
  created_at timestamptz not null default now(),
  created_by text,
  check (starts_at < ends_at),
  check (num_nulls(latitude, longitude, radius_m) in (0, 3))
);
create index promo_batches_of_code on promo_batches (org_id, code_id, created_at desc);

create table promo_codes (
  promo_code_id text primary key,
  org_id text not null references organizations on delete cascade,
  code_id text not null references codes on delete cascade,
  batch_id text not null references promo_batches on delete cascade,
  code text not null check (code ~ '^[A-Z0-9]{4,32}$'),
  shown text not null check (length(shown) between 1 and 64),
  max_uses integer,
  used integer not null default 0 check (used >= 0),
  last_used_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  unique (code_id, code),
  check (used <= max_uses)
);
create index promo_codes_of_batch on promo_codes (batch_id);
create index promo_codes_listed on promo_codes (org_id, code_id, created_at desc, code);

create table promo_uses (
  use_id text primary key,
  org_id text not null references organizations on delete cascade,
  code_id text not null references codes on delete cascade,
  opened_code_id text not null,
  kind text not null check (kind in ('promo', 'master')),
  promo_code_id text references promo_codes on delete cascade,
  customer text not null,
  customer_kind text not null check (customer_kind in ('email', 'phone', 'visitor', 'device')),
  visitor_id text not null,
  number integer,
  used_at timestamptz not null,
  open_until timestamptz not null,
  epoch integer not null,
  latitude double precision,
  longitude double precision,
  country text,
  region text,
  city text,
  event_id uuid not null,
  unique (promo_code_id, customer, number),
  check ((kind = 'promo') = (promo_code_id is not null and number is not null))
);
create index promo_uses_of_code on promo_uses (org_id, code_id, used_at desc);
create index promo_uses_of_promo on promo_uses (promo_code_id, visitor_id);

create table master_keys (
  code_id text primary key references codes on delete cascade,
  org_id text not null references organizations on delete cascade,
  key_hash text not null,
  expires_at timestamptz,
  max_uses integer check (max_uses > 0),
  used integer not null default 0 check (used >= 0),
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  changed_at timestamptz not null default now(),
  changed_by text
);
create index master_keys_org on master_keys (org_id);

create table promo_guesses (
  code_id text not null references codes on delete cascade,
  org_id text not null references organizations on delete cascade,
  guesser text not null,
  window_start timestamptz not null,
  wrong integer not null,
  primary key (code_id, guesser, window_start)
);
create index promo_guesses_old on promo_guesses (window_start);

create table promo_alarms (
  alarm_id text primary key,
  org_id text not null references organizations on delete cascade,
  code_id text not null references codes on delete cascade,
  kind text not null check (kind in ('device', 'code')),
  guesser text not null,
  window_start timestamptz not null,
  wrong integer not null,
  raised_at timestamptz not null,
  seen_at timestamptz,
  unique (code_id, guesser, window_start)
);
create index promo_alarms_of_code on promo_alarms (org_id, code_id, raised_at desc);
"""

CHANGED = {
    "promo_batches": "select, insert",
    "promo_codes": "select, insert, update",
    "promo_uses": "select, insert",
    "master_keys": "select, insert, update, delete",
    "promo_guesses": "select, insert, update, delete",
    "promo_alarms": "select, insert, update",
}


def upgrade() -> None:
    op.execute(TABLES)
    for table, rights in CHANGED.items():
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant {rights} on {table} to waypost_app")
