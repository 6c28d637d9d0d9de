"""Referrals: programme, codes, who brought whom, and what both were given."""

from alembic import op

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None

TABLES = """
create table referral_programs (
  org_id text primary key references organizations on delete cascade,
  is_active boolean not null,
  codes_for text not null check (codes_for in ('everyone', 'on_request')),
  actions text[] not null
    check (actions <@ array['submit', 'redemption', 'scan'] and cardinality(actions) > 0),
  friend_reward jsonb not null,
  referrer_reward jsonb not null,
  -- What those above the referrer get, one level after another, in the referrer's unit.
  upper_amounts integer[] not null check (cardinality(upper_amounts) <= 4),
  days_to_act integer not null check (days_to_act between 1 and 365),
  cap_total integer check (cap_total > 0),
  cap_count integer check (cap_count > 0),
  cap_days integer not null check (cap_days between 1 and 365),
  daily_limit integer not null check (daily_limit > 0),
  words jsonb not null,
  code_id text,
  updated_at timestamptz not null,
  updated_by text
);

create table referral_codes (
  code text primary key check (code ~ '^[234679ACDEFGHJKMNPQRTUVWXY]{8}$'),
  org_id text not null,
  customer_id text not null,
  created_at timestamptz not null,
  created_by text,
  unique (org_id, customer_id),
  foreign key (org_id, customer_id) references customers (org_id, customer_id) on delete cascade
);

create table referrals (
  referral_id text primary key,
  org_id text not null references organizations on delete cascade,
  referrer_id text not null,
  friend_id text not null,
  source text not null check (source in ('link', 'call', 'member')),
  code_id text,
  state text not null check (state in ('held', 'doubtful', 'rewarded', 'rejected', 'expired')),
  flags text[] not null,
  mailbox_index bytea,
  network_index bytea,
  visitor_id text,
  created_at timestamptz not null,
  act_by timestamptz not null,
  action text check (action in ('submit', 'redemption', 'scan')),
  acted_at timestamptz,
  rewarded_at timestamptz,
  cost_cents bigint not null default 0 check (cost_cents >= 0),
  problem text,
  next_try_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  decision text check (decision in ('approved', 'rejected')),
  note text check (length(note) between 1 and 500),
  check (referrer_id <> friend_id),
  check ((action is null) = (acted_at is null)),
  check (state <> 'rewarded' or (acted_at is not null and rewarded_at is not null)),
  foreign key (org_id, referrer_id) references customers (org_id, customer_id) on delete cascade,
  foreign key (org_id, friend_id) references customers (org_id, customer_id) on delete cascade
);
create unique index referrals_of_friend on referrals (org_id, friend_id)
  where state in ('held', 'doubtful', 'rewarded');
create index referrals_of_referrer on referrals (org_id, referrer_id, created_at);
create index referrals_by_state on referrals (org_id, state, created_at);
create index referrals_waiting on referrals (org_id, friend_id)
  where state in ('held', 'doubtful') and acted_at is null;

create table referral_rewards (
  referral_id text not null references referrals on delete cascade,
  -- 0 is the friend, 1 the referrer, 2 who brought the referrer.
  level integer not null check (level between 0 and 5),
  org_id text not null references organizations on delete cascade,
  customer_id text not null,
  kind text not null check (kind in ('points', 'stamps', 'reward')),
  amount integer not null check (amount > 0),
  reward_id text,
  movement_id text,
  award_id text,
  cost_cents bigint not null check (cost_cents >= 0),
  given_at timestamptz not null,
  primary key (referral_id, level),
  check ((kind = 'reward') = (award_id is not null)),
  check ((kind <> 'reward') = (movement_id is not null))
);
create index referral_rewards_of_customer on referral_rewards (org_id, customer_id, given_at);
"""

# Nobody brings somebody by whom they were brought themselves, directly or through others. Merged profiles count as
# one person.
LOOPS = """
create function refuse_referral_loop() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('referral-tree:' || new.org_id, 0));
  if exists (
    with recursive above as (
      select coalesce(c.merged_into, c.customer_id) as id
      from customers c where c.org_id = new.org_id and c.customer_id = new.referrer_id
      union
      select coalesce(p.merged_into, p.customer_id)
      from above
      join customers f on f.org_id = new.org_id and (f.customer_id = above.id or f.merged_into = above.id)
      join referrals r on r.org_id = new.org_id and r.friend_id = f.customer_id
        and r.state not in ('rejected', 'expired') and r.referral_id <> new.referral_id
      join customers p on p.org_id = new.org_id and p.customer_id = r.referrer_id
    )
    select from above
    join customers c on c.org_id = new.org_id and c.customer_id = new.friend_id
    where above.id = coalesce(c.merged_into, c.customer_id)
  ) then
    raise exception 'referrals never go in a circle' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger referrals_no_loop before insert or update of referrer_id, friend_id on referrals
  for each row execute function refuse_referral_loop();
"""

CODES = """
create function new_referral_code() returns text language sql volatile as $$
  select string_agg(substr('234679ACDEFGHJKMNPQRTUVWXY', 1 + get_byte(bytes, at) % 26, 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) one,
    unnest(array[0, 1, 2, 3, 4, 5, 10, 11]) as at
$$;

create function give_referral_code(_org text, _customer text, _at timestamptz, _by text) returns void
language plpgsql as $$
begin
  -- Another customer's code is drawn once in 200 billion times.
  while not exists (
    select from referral_codes where org_id = _org and customer_id = _customer
  ) loop
    insert into referral_codes (code, org_id, customer_id, created_at, created_by)
      values (new_referral_code(), _org, _customer, _at, _by)
      on conflict do nothing;
  end loop;
end
$$;

create function give_new_customer_code() returns trigger language plpgsql as $$
begin
  if exists (
    select from referral_programs
    where org_id = new.org_id and is_active and codes_for = 'everyone'
  ) then
    perform give_referral_code(new.org_id, new.customer_id, new.created_at, null);
  end if;
  return null;
end
$$;
create trigger customers_referral_code after insert on customers
  for each row execute function give_new_customer_code();
"""

# What a friend does is noted in the transaction in which they do it; a job then gives the rewards.
ACTIONS = """
create function note_referral_action(_org text, _customer text, _action text, _at timestamptz)
returns void language plpgsql as $$
declare
  _kept text;
  _job text;
begin
  select coalesce(merged_into, customer_id) into _kept
    from customers where org_id = _org and customer_id = _customer;
  update referrals r set action = _action, acted_at = _at
    from referral_programs p
    where p.org_id = _org and p.is_active and _action = any(p.actions)
      and r.org_id = _org and r.state in ('held', 'doubtful') and r.acted_at is null
      and r.friend_id in (
        select customer_id from customers
        where org_id = _org and (customer_id = _kept or merged_into = _kept))
      and r.created_at <= _at and _at < r.act_by;
  if found then
    _job := 'job_' || replace(gen_random_uuid()::text, '-', '');
    insert into jobs (job_id, org_id, kind, created_at)
      values (_job, _org, 'referrals.settle', _at);
    perform queue_job(_job, _org);
  end if;
end
$$;

create function note_referral_submit() returns trigger language plpgsql as $$
begin
  perform note_referral_action(new.org_id, new.customer_id, 'submit', new.created_at);
  return null;
end
$$;
create trigger submissions_of_referred after insert on submissions
  for each row when (new.customer_id is not null and new.is_proven)
  execute function note_referral_submit();

create function note_referral_award() returns trigger language plpgsql as $$
begin
  perform note_referral_action(new.org_id, new.customer_id, 'redemption', new.redeemed_at);
  return null;
end
$$;
create trigger reward_awards_of_referred after insert or update of state on reward_awards
  for each row when (new.state = 'redeemed')
  execute function note_referral_award();

-- An address that was typed with a promo code proves nothing; the browser does.
create function note_referral_promo() returns trigger language plpgsql as $$
declare
  _customer text;
begin
  select customer_id into _customer from customer_visitors
    where org_id = new.org_id and visitor_id = new.visitor_id and is_proven;
  if found then
    perform note_referral_action(new.org_id, _customer, 'redemption', new.used_at);
  end if;
  return null;
end
$$;
create trigger promo_uses_of_referred after insert on promo_uses
  for each row when (new.kind = 'promo')
  execute function note_referral_promo();

create function due_referrals(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o
  where o.deleted_at is null and exists (
    select from referrals r
    where r.org_id = o.org_id and (
      (r.state = 'held' and r.acted_at is not null and coalesce(r.next_try_at, at) <= at)
      or (r.state in ('held', 'doubtful') and r.acted_at is null and (
        r.act_by <= at or exists (
          select from referral_programs p
          where p.org_id = o.org_id and p.is_active and 'scan' = any(p.actions))))
    )
  )
  limit 500
$$;
revoke all on function due_referrals(timestamptz) from public;
grant execute on function due_referrals(timestamptz) to waypost_app;
"""

GRANTS = {
    "referral_programs": "select, insert, update",
    "referral_codes": "select, insert",
    "referrals": "select, insert, update",
    "referral_rewards": "select, insert",
}

VISITORS = """
create policy referral_codes_for_visitors on referral_codes for select to waypost_visitor using (true);
grant select (code, org_id, customer_id) on referral_codes to waypost_visitor;
"""

# Who was erased is nobody's friend and nobody's referrer any more; what others were given stays theirs.
ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from referral_rewards where org_id = _org and customer_id = any(_customers);\\n'
    '  delete from referrals where org_id = _org'
    ' and (referrer_id = any(_customers) or friend_id = any(_customers));\\n'
    '  delete from referral_codes where org_id = _org and customer_id = any(_customers);\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    for statements in (TABLES, LOOPS, CODES, ACTIONS):
        op.execute(statements)
    for table, rights in GRANTS.items():
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant {rights} on {table} to waypost_app")
    op.execute(VISITORS)
    op.execute(ERASURE)
