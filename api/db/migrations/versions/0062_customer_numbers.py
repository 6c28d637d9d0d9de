"""Customers have a number that can be read aloud; an erasure also empties what other merges copied of a person;
redemptions have ids; lists of a million customers have indexes.
"""

from alembic import op

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None

# Without look-alikes: neither I, L, O nor 0, 1.
NUMBERS = """
create function new_customer_number() returns text
language sql volatile parallel safe set search_path = pg_catalog, pg_temp as $$
  select 'C-' || string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + get_byte(of.bytes, n) % 31, 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) of, unnest(array[0, 1, 2, 3, 4, 5, 9, 10]) n
$$;
alter table customers add number text not null default new_customer_number()
  check (number ~ '^C-[2-9A-HJKMNP-Z]{8}$');
do $$
begin
  loop
    update customers c set number = new_customer_number()
      from (select customer_id, row_number() over (partition by org_id, number) as nth from customers) d
      where d.customer_id = c.customer_id and d.nth > 1;
    exit when not found;
  end loop;
end
$$;
create unique index customers_number on customers (org_id, number);
"""

# What a list of a million needs: its orders, and a name by a part of it. pg_trgm is not in every Postgres, so the
# trigrams are an array; each word begins with two spaces, and the organisation is part of each.
LISTS = r"""
create function text_trigrams(_org text, _text text) returns text[]
language sql immutable parallel safe cost 1000 set search_path = pg_catalog, pg_temp as $$
  select array(
    select distinct _org || substr(of.padded, n, 3)
    from (select replace(lower(_text), ' ', '  ') as padded) of, generate_series(1, length(of.padded) - 2) n)
$$;
create function name_trigrams(_org text, _first text, _last text) returns text[]
language sql immutable parallel safe cost 1000 set search_path = public, pg_temp as $$
  select text_trigrams(_org, ' ' || concat_ws(' ', _first, _last))
$$;
create index customers_names on customers using gin (name_trigrams(org_id, first_name, last_name))
  where merged_into is null;
drop index customers_of_org;
create index customers_listed on customers (org_id, created_at, customer_id) where merged_into is null;
create index customers_by_change on customers (org_id, updated_at, customer_id) where merged_into is null;
create index customers_by_name on customers
  (org_id, lower(coalesce(last_name, first_name)), customer_id) where merged_into is null;
create index customers_by_name_backwards on customers
  (org_id, lower(coalesce(last_name, first_name)) desc nulls last, customer_id desc) where merged_into is null;
"""

REDEMPTIONS = """
alter table reward_awards add redemption_id text;
update reward_awards set redemption_id = 'rdm_' || substr(award_id, 5) where redeemed_at is not null;
"""

# Profiles that were once merged with each other, whether that was undone or not, may have each other's facts in
# what was stored at a later merge. It is needed for nothing but names of the list of merges.
ERASURE = """
create function empty_merges_around(_customers text[]) returns void
language sql set search_path = public, pg_temp as $$
  with recursive around as (
    select unnest(_customers) as customer_id
    union
    select case when m.kept_id = a.customer_id then m.merged_id else m.kept_id end
      from around a join customer_merges m on m.org_id = current_setting('app.org_id')
        and (m.kept_id = a.customer_id or m.merged_id = a.customer_id)
  )
  update customer_merges m set
    snapshot = '{"kept": {"first_name": null, "last_name": null},'
      ' "merged": {"first_name": null, "last_name": null}}',
    filled = case when m.undone_at is null then m.filled
      else '{"fact": {}, "attribute": {}, "tag": {}, "contact": {}}' end
  where m.org_id = current_setting('app.org_id')
    and (m.kept_id in (select customer_id from around) or m.merged_id in (select customer_id from around));
$$;
revoke all on function empty_merges_around(text[]) from public;
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  perform empty_merges_around(_customers);\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    for statements in (NUMBERS, LISTS, REDEMPTIONS, ERASURE):
        op.execute(statements)
