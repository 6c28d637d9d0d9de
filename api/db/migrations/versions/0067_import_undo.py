"""What counts as history of an imported customer follows the areas that came later; erasures reach imports."""

from alembic import op

revision = "0067"
down_revision = "0066"
branch_labels = None
depends_on = None

# Of every table that names customers, so that an area that is added later needs no line here. Who belongs to a
# segment with rules is computed from the rest, a code that everyone is given is nobody's act, and what an import
# itself wrote is no history. Tables are found by their ids: a name could be looked up in the wrong schema.
HISTORY = """
create or replace function customers_with_history(_customers text[]) returns setof text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  _org constant text := current_setting('app.org_id');
  _table regclass;
begin
  return query
    select customer_id from customers
      where org_id = _org and customer_id = any(_customers) and merged_into is not null
    union
    select merged_into from customers where org_id = _org and merged_into = any(_customers)
    union
    select kept_id from customer_merges where org_id = _org and kept_id = any(_customers)
    union
    select merged_id from customer_merges where org_id = _org and merged_id = any(_customers)
    union
    select friend_id from referrals where org_id = _org and friend_id = any(_customers)
    union
    select referrer_id from referrals where org_id = _org and referrer_id = any(_customers)
    union
    select customer_id from referral_codes
      where org_id = _org and customer_id = any(_customers) and created_by is not null
    union
    select m.customer_id from segment_members m join segments s using (org_id, segment_id)
      where m.org_id = _org and m.customer_id = any(_customers) and s.kind = 'list';
  for _table in
    select c.oid from pg_catalog.pg_class c
      join pg_catalog.pg_attribute k on k.attrelid = c.oid and k.attname = 'customer_id'
      join pg_catalog.pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not k.attisdropped and not o.attisdropped
        and c.relname not in ('customers', 'customer_import_changes', 'referral_codes')
        and c.relname not like '%segment%'
        and has_table_privilege(c.oid, 'select')
  loop
    return query execute format(
      'select distinct customer_id from %s where org_id = $1 and customer_id = any($2)', _table)
      using _org, _customers;
  end loop;
end
$$;
"""

# A file may hold the erased person: its samples go, and an import that is under way adds nobody any more.
ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  update customer_imports set samples_sealed = null,'
    ' finished_at = case when state = ''running'' then now() else finished_at end,'
    ' state = case when state = ''running'' then ''stopped'' else state end'
    ' where org_id = _org and (samples_sealed is not null or state = ''running'');\\n'
    '  delete from customer_import_changes where org_id = _org and customer_id = any(_customers);\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    for statements in (HISTORY, ERASURE):
        op.execute(statements)
