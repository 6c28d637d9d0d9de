"""Earning rules, what was earned by them, orders and their refunds."""

from alembic import op

revision = "0074"
down_revision = "0073"
branch_labels = None
depends_on = None

REASONS = """
alter table loyalty_entries drop constraint loyalty_entries_reason_check;
alter table loyalty_entries add constraint loyalty_entries_reason_check check (
  reason in ('given', 'earned', 'correction', 'redeem', 'refund', 'undo', 'undo_redeem'));
"""

TABLES = """
create table earning_rules (
  rule_id text primary key,
  org_id text not null references organizations on delete cascade,
  kind text not null check (kind in ('submit', 'order', 'birthday', 'scan', 'check_in')),
  name text not null check (length(name) between 1 and 120),
  is_active boolean not null,
  unit text not null check (unit in ('points', 'stamps')),
  amount integer not null check (amount between 1 and 1000000),
  per_cents integer check (per_cents > 0),
  min_cents integer check (min_cents > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  code_ids text[] not null check (cardinality(code_ids) <= 50),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  radius_m integer check (radius_m between 10 and 100000),
  -- The most that the rule gives: to one person on a day, in a week and in all, and to everybody together.
  person_day integer check (person_day > 0),
  person_week integer check (person_week > 0),
  person_total integer check (person_total > 0),
  total integer check (total > 0),
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- Up to when scans were read, or birthdays looked for.
  read_until timestamptz,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  deleted_at timestamptz,
  unique (org_id, rule_id),
  check (starts_at < ends_at),
  check ((kind = 'order') = (per_cents is not null and currency is not null)),
  check (num_nulls(latitude, longitude, radius_m) = case kind when 'check_in' then 0 else 3 end)
);
create index earning_rules_of_org on earning_rules (org_id, kind) where deleted_at is null;

-- What a rule gave for something that a person did. Nothing, where a cap left nothing: it is not given later.
create table earnings (
  org_id text not null,
  rule_id text not null,
  source text not null check (length(source) between 1 and 200),
  customer_id text not null,
  unit text not null check (unit in ('points', 'stamps')),
  amount integer not null check (amount >= 0),
  movement_id text,
  -- In the organisation's time zone.
  day date not null,
  earned_at timestamptz not null,
  primary key (org_id, rule_id, source),
  foreign key (org_id, rule_id) references earning_rules (org_id, rule_id) on delete cascade,
  check ((amount > 0) = (movement_id is not null))
);
create index earnings_of_person on earnings (org_id, customer_id, rule_id, day);
create index earnings_of_source on earnings (org_id, source);

-- What people did for which a job has yet to look at the rules.
create table earning_tasks (
  org_id text not null references organizations on delete cascade,
  kind text not null check (kind in ('submit')),
  source text not null,
  customer_id text not null,
  code_id text,
  occurred_at timestamptz not null,
  primary key (org_id, kind, source)
);
create index earning_tasks_of_customer on earning_tasks (org_id, customer_id);

create table customer_orders (
  order_id text primary key,
  org_id text not null references organizations on delete cascade,
  source text not null check (length(source) between 1 and 40),
  order_number text not null check (length(order_number) between 1 and 200),
  customer_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  item_count integer check (item_count >= 0),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  code_id text,
  ordered_at timestamptz not null,
  recorded_at timestamptz not null,
  recorded_by text,
  unique (org_id, source, order_number),
  unique (org_id, order_id)
);
create index customer_orders_of_customer on customer_orders (org_id, customer_id, ordered_at desc);
create index customer_orders_of_org on customer_orders (org_id, ordered_at desc, order_id);

create table order_refunds (
  refund_id text primary key,
  org_id text not null,
  order_id text not null,
  refund_number text not null check (length(refund_number) between 1 and 200),
  amount_cents integer not null check (amount_cents > 0),
  -- What the customer had got for it, by how much of it was still there.
  points_taken integer not null check (points_taken >= 0),
  points_short integer not null check (points_short >= 0),
  stamps_taken integer not null check (stamps_taken >= 0),
  stamps_short integer not null check (stamps_short >= 0),
  note text check (length(note) between 1 and 500),
  refunded_at timestamptz not null,
  recorded_by text,
  unique (org_id, order_id, refund_number),
  foreign key (org_id, order_id) references customer_orders (org_id, order_id) on delete cascade
);
"""

# A form that was answered is noted in the transaction that stores the answer; a job then looks at the rules.
TASKS = """
create function note_earning_submit() returns trigger language plpgsql as $$
declare
  _job text;
begin
  insert into earning_tasks (org_id, kind, source, customer_id, code_id, occurred_at)
    select new.org_id, 'submit', new.submission_id, new.customer_id, new.code_id, new.created_at
    where exists (
      select from earning_rules
      where org_id = new.org_id and kind = 'submit' and is_active and deleted_at is null)
    on conflict do nothing;
  if found then
    _job := 'job_' || replace(gen_random_uuid()::text, '-', '');
    insert into jobs (job_id, org_id, kind, created_at)
      values (_job, new.org_id, 'earning.settle', new.created_at);
    perform queue_job(_job, new.org_id);
  end if;
  return null;
end
$$;
create trigger submissions_earn after insert on submissions
  for each row when (new.customer_id is not null and new.is_proven)
  execute function note_earning_submit();

create function due_earnings(at timestamptz) returns table (org_id text)
language sql volatile security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o
  where o.deleted_at is null and (
    exists (
      select from earning_tasks t
      where t.org_id = o.org_id and t.occurred_at <= at - interval '2 minutes')
    or exists (
      select from earning_rules r
      where r.org_id = o.org_id and r.is_active and r.deleted_at is null
        and r.kind in ('birthday', 'scan') and r.starts_at <= at
        and coalesce(r.read_until, '-infinity') <= at - interval '10 minutes')
  )
  order by random()
  limit 500
$$;
revoke all on function due_earnings(timestamptz) from public;
grant execute on function due_earnings(timestamptz) to waypost_app;
"""

GRANTS = {
    "earning_rules": "select, insert, update",
    "earnings": "select, insert",
    "earning_tasks": "select, insert, delete",
    "customer_orders": "select, insert, update",
    "order_refunds": "select, insert",
}

ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from earning_tasks where org_id = _org and customer_id = any(_customers);\\n'
    '  delete from earnings where org_id = _org and customer_id = any(_customers);\\n'
    '  delete from customer_orders where org_id = _org and customer_id = any(_customers);\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    for statements in (REASONS, TABLES, TASKS):
        op.execute(statements)
    for table, rights in GRANTS.items():
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant {rights} on {table} to waypost_app")
    op.execute(ERASURE)
