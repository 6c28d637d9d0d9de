"""Redemptions release rewards of referrals once they can no longer be undone; paused programmes are never due."""

from alembic import op

revision = "0066"
down_revision = "0065"
branch_labels = None
depends_on = None

# A redemption can be undone for 15 minutes. What cannot be undone takes its place in the meantime.
ACTIONS = """
drop function note_referral_action(text, text, text, timestamptz);
create function note_referral_action(
  _org text, _customer text, _action text, _at timestamptz, _undone_until timestamptz default null
) returns void language plpgsql as $$
declare
  _kept text;
  _job text;
begin
  select coalesce(merged_into, customer_id) into _kept
    from customers where org_id = _org and customer_id = _customer;
  update referrals r set action = _action, acted_at = _at, next_try_at = _undone_until
    from referral_programs p
    where p.org_id = _org and p.is_active and _action = any(p.actions)
      and r.org_id = _org and r.state in ('held', 'doubtful')
      and (r.acted_at is null
        or (_undone_until is null and r.problem is null and r.next_try_at > _at))
      and r.friend_id in (
        select customer_id from customers
        where org_id = _org and (customer_id = _kept or merged_into = _kept))
      and r.created_at <= _at and _at < r.act_by;
  if found and _undone_until is null then
    _job := 'job_' || replace(gen_random_uuid()::text, '-', '');
    insert into jobs (job_id, org_id, kind, created_at)
      values (_job, _org, 'referrals.settle', _at);
    perform queue_job(_job, _org);
  end if;
end
$$;

create or replace function note_referral_award() returns trigger language plpgsql as $$
begin
  perform note_referral_action(new.org_id, new.customer_id, 'redemption', new.redeemed_at,
    new.redeemed_at + interval '15 minutes');
  return null;
end
$$;

-- A later redemption of the same person, which was not undone, takes the place of the one that was.
create function forget_referral_award() returns trigger language plpgsql as $$
declare
  _kept text;
  _ids text[];
  _later record;
begin
  select coalesce(merged_into, customer_id) into _kept
    from customers where org_id = old.org_id and customer_id = old.customer_id;
  select array_agg(customer_id) into _ids
    from customers where org_id = old.org_id and (customer_id = _kept or merged_into = _kept);
  update referrals set action = null, acted_at = null, next_try_at = null, problem = null
    where org_id = old.org_id and friend_id = any(_ids) and state in ('held', 'doubtful')
      and action = 'redemption' and acted_at = old.redeemed_at;
  if found then
    for _later in
      select customer_id, redeemed_at from reward_awards
      where org_id = old.org_id and customer_id = any(_ids) and state = 'redeemed'
        and redeemed_at >= old.redeemed_at
      order by redeemed_at
    loop
      perform note_referral_action(old.org_id, _later.customer_id, 'redemption',
        _later.redeemed_at, _later.redeemed_at + interval '15 minutes');
    end loop;
  end if;
  return null;
end
$$;
create trigger reward_awards_undone after update of state on reward_awards
  for each row when (old.state = 'redeemed' and new.state <> 'redeemed')
  execute function forget_referral_award();
"""

# Each organisation has its chance where more are due than are taken at once.
DUE = """
create or replace function due_referrals(at timestamptz) returns table (org_id text)
language sql volatile security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o
  left join referral_programs p on p.org_id = o.org_id and p.is_active
  where o.deleted_at is null and exists (
    select from referrals r
    where r.org_id = o.org_id and (
      (p.org_id is not null and r.state = 'held' and r.acted_at is not null
        and coalesce(r.next_try_at, at) <= at)
      or (r.state in ('held', 'doubtful') and r.acted_at is null
        and (r.act_by <= at or 'scan' = any(p.actions)))
    )
  )
  order by random()
  limit 500
$$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(ACTIONS)
    op.execute(DUE)
