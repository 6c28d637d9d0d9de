"""Rewards can be vouchers, whose codes come from a promo batch; a reward can have a stock by place and day;
searches of customers use their indexes.
"""

from alembic import op

revision = "0078"
down_revision = "0077"
branch_labels = None
depends_on = None

STATEMENTS = """
alter table rewards add batch_id text,
  add stock_by_place jsonb not null default '[]',
  drop constraint rewards_kind_check,
  add constraint rewards_kind_check check (kind in ('product', 'amount', 'percent', 'text', 'voucher')),
  add check ((kind = 'voucher') = (batch_id is not null));

alter table promo_codes add award_id text;
create unique index promo_codes_of_award on promo_codes (award_id) where award_id is not null;
create index promo_codes_to_give on promo_codes (org_id, batch_id, created_at, code)
  where used = 0 and withdrawn_at is null and award_id is null;

alter table reward_awards add promo_code_id text references promo_codes on delete set null;
create unique index reward_awards_of_voucher on reward_awards (promo_code_id) where promo_code_id is not null;
"""


# Under row-level security an index is used only for operators that leak nothing, which those of arrays and texts are
# not said to be: a search would read every customer. As the owner of the table these ask the same of one organisation.
SEARCHES = """
create function customers_named(_text text, _pattern text) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select customer_id from customers
  where org_id = current_setting('app.org_id') and merged_into is null
    and name_trigrams(org_id, first_name, last_name) @> text_trigrams(current_setting('app.org_id'), _text)
    and ' ' || concat_ws(' ', first_name, last_name) ilike _pattern
$$;
create function customers_tagged(_tags text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select customer_id from customers
  where org_id = current_setting('app.org_id') and merged_into is null and tags @> _tags
$$;
revoke all on function customers_named(text, text), customers_tagged(text[]) from public;
grant execute on function customers_named(text, text), customers_tagged(text[]) to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(STATEMENTS)
    op.execute(SEARCHES)
