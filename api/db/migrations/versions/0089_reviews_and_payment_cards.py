"""Reviews earn, erased people keep their share of a rule's total, and orders know a payment card by its fingerprint."""

from alembic import op

revision = "0089"
down_revision = "0088"
branch_labels = None
depends_on = None

REVIEWS = """
alter table earning_rules drop constraint earning_rules_kind_check;
alter table earning_rules add constraint earning_rules_kind_check
  check (kind in ('submit', 'review', 'order', 'birthday', 'scan', 'check_in'));
alter table earning_tasks drop constraint earning_tasks_kind_check;
alter table earning_tasks add constraint earning_tasks_kind_check check (kind in ('submit', 'review'));

-- An answer is a review if it has something in a field of one of these names.
create or replace function note_earning_submit() returns trigger language plpgsql as $$
declare
  _job text;
begin
  insert into earning_tasks (org_id, kind, source, customer_id, code_id, occurred_at)
    select new.org_id, it.kind, new.submission_id, new.customer_id, new.code_id, new.created_at
    from unnest(array['submit', 'review']) as it (kind)
    where (it.kind = 'submit' or new.field_names && array['review', 'rating'])
      and exists (
        select from earning_rules r
        where r.org_id = new.org_id and r.kind = it.kind and r.is_active and r.deleted_at is null)
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
"""

TOTALS = """
-- What a rule gave to people who were erased since: their rows are gone, their share of its total is not.
alter table earning_rules add column given_to_erased bigint not null default 0 check (given_to_erased >= 0);

create function keep_erased_earnings() returns trigger language plpgsql as $$
begin
  update earning_rules r set given_to_erased = r.given_to_erased + lost.amount
  from (select org_id, rule_id, sum(amount) as amount from gone group by org_id, rule_id) lost
  where r.org_id = lost.org_id and r.rule_id = lost.rule_id and lost.amount > 0;
  return null;
end
$$;
create trigger earnings_are_kept_in_totals after delete on earnings
  referencing old table as gone for each statement execute function keep_erased_earnings();
"""

CARDS = """
-- A blind index of the fingerprint that a payment provider gave the card.
alter table customer_orders add column card_index bytea;
create index customer_orders_by_card on customer_orders (org_id, card_index) where card_index is not null;
"""


def upgrade() -> None:
    """Apply."""
    for statements in (REVIEWS, TOTALS, CARDS):
        op.execute(statements)
